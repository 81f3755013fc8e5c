"""Embedders of others: a server with OpenAI's embeddings API, such as Ollama or LiteLLM; and that of an extension."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import urlsplit

from scrubjay.errors import ConfigError, ModelUnavailable
from scrubjay.extensions.in_time import ALONE_S, in_time
from scrubjay.extensions.kinds.content import Embedder
from scrubjay.extensions.registry import ExtensionRegistry
from scrubjay.inference.endpoint import TRIES, Server, post_json
from scrubjay.inference.numeric import normalised, np
from scrubjay.model.encoded import Encoded, EncodedQuery, Fingerprint, Vector
from scrubjay.privacy.secrets.masking import masked_text

if TYPE_CHECKING:
    from scrubjay.settings.schema import Settings


BATCH = 64
"""Texts of one request."""

QUERY_S = 8.0
"""Timeout of a query's vector; without it the search falls back to keywords, and says so.

Less than the 10 s that a context waits: it then holds what words find.
"""

REST_S = 30.0
"""After a query timed out, further ones aren't sent for so long, because each search would wait in vain."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Endpoint:
    """The address and model of a server. `url` ends before `/embeddings`; a `key` is sent as a bearer token."""

    url: str
    model: str
    native_dim: int
    dim: int = 0
    key: str = ""
    timeout_s: float = 30.0
    azure_version: str = ""
    query_prefix: str = ""
    passage_prefix: str = ""

    def __repr__(self) -> str:
        """Without the key, which must not reach a log."""
        return f"Endpoint({self.url!r}, {self.model!r})"


class EndpointEmbedder:
    """Embeds texts by HTTP. `clean` masks each text before it is sent. Raises ModelUnavailable; has no fallback."""

    def __init__(
        self, endpoint: Endpoint, clean: Callable[[str], str], timer: Callable[[], float] = time.monotonic
    ) -> None:
        self._endpoint = endpoint
        self._clean = clean
        self._timer = timer
        self._failed: tuple[float, str] | None = None

    @property
    def fingerprint(self) -> Fingerprint:
        """Identifies what the vectors depend on, as far as a client can know; sends no request."""
        endpoint = self._endpoint
        place = urlsplit(endpoint.url)
        return Fingerprint(
            model=endpoint.model,
            weights=f"{place.netloc}{place.path}",
            dim=endpoint.dim or endpoint.native_dim,
            pooling="endpoint",
            query_prefix=endpoint.query_prefix,
            passage_prefix=endpoint.passage_prefix,
            max_tokens=0,
        )

    def holds(self, text: str) -> bool:
        """Always true: which words the model knows can't be seen from here."""
        return True

    def embed_query(self, text: str) -> EncodedQuery:
        """The vector of a query, in one attempt; after a failure none for a while. Raises ModelUnavailable."""
        if self._failed and self._timer() < self._failed[0]:
            raise ModelUnavailable(self._failed[1])
        try:
            vector = self._embed([self._endpoint.query_prefix + text], QUERY_S, tries=1)[0]
        except ModelUnavailable as error:
            self._failed = self._timer() + REST_S, str(error)
            raise
        return EncodedQuery(vector)

    def embed_passages(self, texts: Sequence[str]) -> Encoded:
        """The vectors of passages."""
        prefixed = [self._endpoint.passage_prefix + text for text in texts]
        parts = [self._embed(prefixed[start : start + BATCH]) for start in range(0, len(prefixed), BATCH)]
        empty = np.zeros((0, self.fingerprint.dim), dtype=np.float32)
        return Encoded(np.concatenate(parts) if parts else empty)

    def _embed(self, texts: list[str], patience_s: float = math.inf, tries: int = TRIES) -> Vector:
        """Ask the server for the vectors of some texts. Raises ModelUnavailable."""
        endpoint = self._endpoint
        body: dict[str, object] = {"model": endpoint.model, "input": [self._clean(text) for text in texts]}
        answer = post_json(
            Server(endpoint.url, endpoint.key, min(endpoint.timeout_s, patience_s), endpoint.azure_version),
            "embeddings",
            body,
            tries,
        )
        try:
            rows = sorted(answer["data"], key=lambda row: row["index"])
            vectors = np.asarray([row["embedding"] for row in rows], dtype=np.float32)
        except (KeyError, TypeError, ValueError, OverflowError) as error:
            raise ModelUnavailable(
                f"{endpoint.url} answered something else than embeddings. See endpoint.url."
            ) from error
        if vectors.shape != (len(texts), endpoint.native_dim) or not np.isfinite(vectors).all():
            raise ModelUnavailable(
                f"{endpoint.model} at {endpoint.url} makes vectors of shape {vectors.shape}, not "
                f"({len(texts)}, {endpoint.native_dim}). Set embedding.native_dim to their length."
            )
        return normalised(vectors, endpoint.dim or endpoint.native_dim)


def endpoint_embedder(settings: Settings) -> EndpointEmbedder:
    """The endpoint embedder of the settings. Raises ConfigError if server, model or length is missing."""
    chosen, place = settings.embedding, settings.endpoint
    missing = [
        key
        for key, value in (
            ("endpoint.url", place.url),
            ("embedding.model", chosen.model),
            ("embedding.native_dim", chosen.native_dim),
        )
        if not value
    ]
    if missing:
        raise ConfigError(f"embedding.provider is endpoint: set {' and '.join(missing)} in the user's config.")
    if chosen.dim > chosen.native_dim:
        raise ConfigError(
            f"embedding.dim is {chosen.dim}, but {chosen.model} makes vectors of {chosen.native_dim} "
            f"(embedding.native_dim): set embedding.dim to {chosen.native_dim} or less."
        )
    endpoint = Endpoint(
        url=place.url,
        model=chosen.model,
        native_dim=chosen.native_dim,
        dim=chosen.dim,
        key=settings.endpoint_key.get_secret_value(),
        timeout_s=place.timeout_s,
        azure_version=place.azure_api_version,
        query_prefix=chosen.query_prefix,
        passage_prefix=chosen.passage_prefix,
    )
    return EndpointEmbedder(endpoint, masked_text)


T = TypeVar("T")

TOLERANCE = 1e-3
"""How far the length of a vector may be from 1."""


class EmbedderOfExtension:
    """An embedder of an extension, whose vectors are checked for shape and length. Raises ModelUnavailable."""

    def __init__(self, registry: ExtensionRegistry, name: str, embedder: Embedder) -> None:
        self._registry = registry
        self._name = name
        self._embedder = embedder

    @property
    def fingerprint(self) -> Fingerprint:
        """Identifies everything that the vectors depend on."""
        return self._checked_answer(lambda: self._embedder.fingerprint, lambda found: isinstance(found, Fingerprint))

    def holds(self, text: str) -> bool:
        """Whether the model's vocabulary holds a text's words."""
        return bool(self._checked_answer(lambda: self._embedder.holds(text), lambda _: True))

    def embed_query(self, text: str) -> EncodedQuery:
        """The vector of a query."""
        return self._checked_answer(
            lambda: self._embedder.embed_query(text), lambda found: self._fits(found.vector.reshape(1, -1), 1)
        )

    def embed_passages(self, texts: Sequence[str]) -> Encoded:
        """The vectors of passages, in input order."""
        return self._checked_answer(
            lambda: self._embedder.embed_passages(texts), lambda found: self._fits(found.vectors, len(texts)), ALONE_S
        )

    def _fits(self, vectors: Any, number: int) -> bool:
        """Whether vectors have the expected number, size and type, and each length 1 or 0."""
        lengths = np.linalg.norm(vectors, axis=1)
        whole = np.isfinite(lengths).all() and ((abs(lengths - 1) < TOLERANCE) | (lengths == 0)).all()
        return bool(vectors.shape == (number, self.fingerprint.dim) and vectors.dtype == np.float32 and whole)

    def _checked_answer(self, ask: Callable[[], T], fits: Callable[[T], bool], limit_s: float = 0.0) -> T:
        """The extension's answer to `ask`, if it comes in time and fits. Raises ModelUnavailable."""

        def found() -> list[T]:
            given = ask()
            if not fits(given):
                raise TypeError("its vectors aren't (n, dim), float32, each of length 1 or 0")
            return [given]

        given: list[T] | None = in_time(self._registry, self._name, found, list, limit_s or QUERY_S)
        if given is None:
            why = self._registry.why(self._name)
            raise ModelUnavailable(f"degraded: {self._name}: {why}. See `scrubjay extensions`.")
        return given[0]


def embedder_of_extension(registry: ExtensionRegistry, name: str) -> EmbedderOfExtension:
    """The embedder of an extension that is on. Raises ConfigError."""
    for one in registry.made("embedder", lambda _: {}):
        if one.extension.name == name:
            return EmbedderOfExtension(registry, name, one.value)
    raise ConfigError(
        "embedding.provider is extension: set embedding.model to the name of an extension that is on and brings an "
        "embedder. See `scrubjay extensions`."
    )


def extension_embedder(settings: Settings) -> EmbedderOfExtension:
    """The embedder of the extension that the settings name. Raises ConfigError."""
    return embedder_of_extension(ExtensionRegistry.of(settings.home), settings.embedding.model)
