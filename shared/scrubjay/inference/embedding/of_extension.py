"""The embedder of an extension: looked at with each answer, so that a wrong vector never reaches the index."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from scrubjay.errors import ConfigError, ModelUnavailable, ScrubjayError
from scrubjay.extensions.kinds.content import Embedder
from scrubjay.extensions.registry import BROKEN, ExtensionRegistry, said
from scrubjay.model.encoded import Encoded, EncodedQuery, Fingerprint

T = TypeVar("T")

TOLERANCE = 1e-3
"""How far the length of a vector may be from 1."""


class EmbedderOfExtension:
    """An embedder whose vectors have the shape and the length that its kind promises. Raises ModelUnavailable."""

    def __init__(self, registry: ExtensionRegistry, name: str, embedder: Embedder) -> None:
        self._registry = registry
        self._name = name
        self._embedder = embedder

    @property
    def fingerprint(self) -> Fingerprint:
        """Identifies everything that the vectors depend on."""
        return self._asked(lambda: self._embedder.fingerprint, lambda found: isinstance(found, Fingerprint))

    def holds(self, text: str) -> bool:
        """Whether the model's vocabulary holds a text's words."""
        return bool(self._asked(lambda: self._embedder.holds(text), lambda _: True))

    def embed_query(self, text: str) -> EncodedQuery:
        """The vector of a query."""
        return self._asked(
            lambda: self._embedder.embed_query(text), lambda found: self._fits(found.vector.reshape(1, -1), 1)
        )

    def embed_passages(self, texts: Sequence[str]) -> Encoded:
        """The vectors of passages, in input order."""
        return self._asked(
            lambda: self._embedder.embed_passages(texts), lambda found: self._fits(found.vectors, len(texts))
        )

    def _fits(self, vectors: Any, number: int) -> bool:
        import numpy as np

        lengths = np.linalg.norm(vectors, axis=1)
        whole = np.isfinite(lengths).all() and ((abs(lengths - 1) < TOLERANCE) | (lengths == 0)).all()
        return bool(vectors.shape == (number, self.fingerprint.dim) and vectors.dtype == np.float32 and whole)

    def _asked(self, ask: Callable[[], T], fits: Callable[[T], bool]) -> T:
        try:
            found = ask()
            if not fits(found):
                raise TypeError("its vectors aren't (n, dim), float32, each of length 1 or 0")
        except ScrubjayError:
            raise
        except BROKEN as error:
            self._registry.failed(self._name, error)
            raise ModelUnavailable(f"degraded: {self._name}: {said(error)}. See `scrubjay extensions`.") from error
        return found


def embedder_of_extension(registry: ExtensionRegistry, name: str) -> EmbedderOfExtension:
    """The embedder of an extension that is on. Raises ConfigError."""
    for one in registry.made("embedder", lambda _: {}):
        if one.extension.name == name:
            return EmbedderOfExtension(registry, name, one.value)
    raise ConfigError(
        "embedding.provider is extension: set embedding.model to the name of an extension that is on and brings an "
        "embedder. See `scrubjay extensions`."
    )
