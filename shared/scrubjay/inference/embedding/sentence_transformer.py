"""Embedder for sentence-transformers models, from the extra `[st]`, by name or local path."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scrubjay.errors import ModelUnavailable
from scrubjay.inference.numeric import normalised, np
from scrubjay.model.encoded import Encoded, EncodedQuery, Fingerprint, Vector
from scrubjay.model.hints import installing

if TYPE_CHECKING:
    from scrubjay.settings.schema import Settings

WEIGHTS = ("model.safetensors", "pytorch_model.bin")


class SentenceTransformerEmbedder:
    """A bi-encoder of sentence-transformers. torch is imported on first use only.

    `dim` truncates the vectors of a Matryoshka model and rescales them to length 1; 0 keeps them whole. The prefixes
    are prepended to queries and passages. The fingerprint depends on the weights, so reading it loads the model. Raises
    ModelUnavailable.
    """

    def __init__(self, model: str, *, dim: int = 0, query_prefix: str = "", passage_prefix: str = "") -> None:
        self._name = model
        self._dim = dim
        self._query_prefix = query_prefix
        self._passage_prefix = passage_prefix
        self._lock = threading.Lock()
        self._loaded: tuple[Any, Fingerprint] | None = None

    @property
    def fingerprint(self) -> Fingerprint:
        """Identifies what the vectors depend on."""
        return self._load()[1]

    def holds(self, text: str) -> bool:
        """Always: what the model knows can't be seen from here."""
        return True

    def embed_query(self, text: str) -> EncodedQuery:
        """The vector of a query; the library provides no token states with it."""
        return EncodedQuery(self._encode([self._query_prefix + text])[0])

    def embed_passages(self, texts: Sequence[str]) -> Encoded:
        """The vectors of passages."""
        return Encoded(self._encode([self._passage_prefix + text for text in texts]))

    def _encode(self, texts: list[str]) -> Vector:
        model, fingerprint = self._load()
        vectors = np.asarray(model.encode(texts, show_progress_bar=False), dtype=np.float32)
        return normalised(vectors.reshape(len(texts), -1), fingerprint.dim)

    def _load(self) -> tuple[Any, Fingerprint]:
        with self._lock:
            if self._loaded is None:
                model = _open(self._name)
                self._loaded = model, self._describe(model)
            return self._loaded

    def _describe(self, model: Any) -> Fingerprint:
        # Newer releases have a new name for it and warn of the old one.
        ask = getattr(model, "get_embedding_dimension", None) or model.get_sentence_embedding_dimension
        native = int(ask())
        if not 0 <= self._dim <= native:
            raise ModelUnavailable(
                f"{self._name!r} makes vectors of {native}, not {self._dim}: ask for at most {native}."
            )
        return Fingerprint(
            model=self._name,
            weights=_identity(self._name, model),
            dim=self._dim or native,
            pooling="model",
            query_prefix=self._query_prefix,
            passage_prefix=self._passage_prefix,
            max_tokens=int(model.max_seq_length or 0),
        )


def _identity(name: str, model: Any) -> str:
    """The sha256 of a local model's weights; the commit of one from a hub; its name where neither is known."""
    for file in (Path(name) / weights for weights in WEIGHTS):
        if file.is_file():
            with file.open("rb") as opened:
                return hashlib.file_digest(opened, "sha256").hexdigest()
    config = getattr(getattr(model[0], "auto_model", None), "config", None)
    return str(getattr(config, "_commit_hash", None) or name)


def _open(name: str) -> Any:
    try:
        from sentence_transformers import SentenceTransformer
    except ImportError as error:
        raise ModelUnavailable(
            f"embedding.provider is sentence-transformers, which is not installed: {installing('st')}."
        ) from error
    try:
        return SentenceTransformer(name, device="cpu")
    except Exception as error:  # the library raises whatever its backend does
        raise ModelUnavailable(f"the model {name!r} can't be loaded ({error}). See embedding.model.") from error


def sentence_transformer_embedder(settings: Settings) -> SentenceTransformerEmbedder:
    """The embedder of the settings."""
    chosen = settings.embedding
    return SentenceTransformerEmbedder(
        chosen.model, dim=chosen.dim, query_prefix=chosen.query_prefix, passage_prefix=chosen.passage_prefix
    )
