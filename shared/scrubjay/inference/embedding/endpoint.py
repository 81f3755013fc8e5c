"""Embedder over HTTP: any server with OpenAI's embeddings API, such as Ollama, LM Studio, vLLM, LiteLLM."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

from scrubjay.errors import ModelUnavailable
from scrubjay.inference.embedding.embedder import normalised
from scrubjay.inference.endpoint import TRIES, Server, post_json
from scrubjay.model.encoded import Encoded, EncodedQuery, Fingerprint, Vector

BATCH = 64
"""Texts of one request."""

QUERY_S = 10.0
"""Timeout of a query's vector; without it the search falls back to keywords, and says so."""

REST_S = 30.0
"""After a query timed out, further ones aren't sent for so long, because each search would wait in vain."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Endpoint:
    """Address and model. `url` ends before `/embeddings`; `key` is sent as a bearer token where there is one."""

    url: str
    model: str
    native_dim: int
    dim: int = 0
    key: str = ""
    timeout_s: float = 30.0
    query_prefix: str = ""
    passage_prefix: str = ""

    def __repr__(self) -> str:
        """Without the key, which must not reach a log."""
        return f"Endpoint({self.url!r}, {self.model!r})"


class EndpointEmbedder:
    """Vectors by HTTP. `clean` masks each text before it is sent. Raises ModelUnavailable, never falls back."""

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
        """Always: what the model knows can't be seen from here."""
        return True

    def embed_query(self, text: str) -> EncodedQuery:
        """The vector of a query: one attempt, and none while the server rests after a timeout."""
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
        import numpy as np

        prefixed = [self._endpoint.passage_prefix + text for text in texts]
        parts = [self._embed(prefixed[start : start + BATCH]) for start in range(0, len(prefixed), BATCH)]
        empty = np.zeros((0, self.fingerprint.dim), dtype=np.float32)
        return Encoded(np.concatenate(parts) if parts else empty)

    def _embed(self, texts: list[str], patience_s: float = math.inf, tries: int = TRIES) -> Vector:
        import numpy as np

        endpoint = self._endpoint
        body: dict[str, object] = {
            "model": endpoint.model,
            "input": [self._clean(text) for text in texts],
            "encoding_format": "float",
        }
        answer = post_json(
            Server(endpoint.url, endpoint.key, min(endpoint.timeout_s, patience_s)), "embeddings", body, tries
        )
        try:
            rows = sorted(answer["data"], key=lambda row: row["index"])
            vectors = np.asarray([row["embedding"] for row in rows], dtype=np.float32)
        except (KeyError, TypeError, ValueError) as error:
            raise ModelUnavailable(
                f"{endpoint.url} answered something else than embeddings. See endpoint.url."
            ) from error
        if vectors.shape != (len(texts), endpoint.native_dim) or not np.isfinite(vectors).all():
            raise ModelUnavailable(
                f"{endpoint.model} at {endpoint.url} makes vectors of shape {vectors.shape}, not "
                f"({len(texts)}, {endpoint.native_dim}). Set embedding.native_dim to their length."
            )
        return normalised(vectors, endpoint.dim or endpoint.native_dim)
