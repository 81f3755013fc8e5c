"""How does any other model make vectors? sentence-transformers, from the extra `[st]`, by name or local path."""

import threading
from collections.abc import Sequence
from typing import Any

import numpy as np

from scrubjay.embedding.embedder import Encoded, Vector, normalised
from scrubjay.embedding.fingerprint import Fingerprint
from scrubjay.errors import ModelUnavailable


class SentenceTransformerEmbedder:
    """A bi-encoder of sentence-transformers. torch is imported on first use only.

    The fingerprint needs the model's own dimension, so asking for it loads the model. Raises ModelUnavailable.
    """

    def __init__(self, model: str) -> None:
        self._name = model
        self._lock = threading.Lock()
        self._model: Any = None

    @property
    def fingerprint(self) -> Fingerprint:
        """What its vectors depend on."""
        model = self._load()
        dim = int(model.get_sentence_embedding_dimension())
        return Fingerprint(self._name, self._name, dim, "model", "", "", int(model.max_seq_length or 0))

    def embed_query(self, text: str) -> Vector:
        """The vector of a query."""
        return np.asarray(self.embed_passages([text]).vectors[0], dtype=np.float32)

    def embed_passages(self, texts: Sequence[str]) -> Encoded:
        """The vectors of passages."""
        model = self._load()
        vectors = np.asarray(model.encode(list(texts), show_progress_bar=False), dtype=np.float32)
        return Encoded(normalised(vectors.reshape(len(texts), -1), vectors.shape[-1]))

    def _load(self) -> Any:
        with self._lock:
            if self._model is None:
                self._model = _open(self._name)
            return self._model


def _open(name: str) -> Any:
    try:
        from sentence_transformers import SentenceTransformer
    except ImportError as error:
        raise ModelUnavailable(
            "embedding.provider is sentence-transformers, which is not installed: `pip install 'scrubjay[st]'`."
        ) from error
    try:
        return SentenceTransformer(name, device="cpu")
    except Exception as error:  # the library raises whatever its backend does
        raise ModelUnavailable(f"the model {name!r} can't be loaded ({error}). See embedding.model.") from error
