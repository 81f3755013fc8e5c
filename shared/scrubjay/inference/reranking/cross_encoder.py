"""How does a cross-encoder judge a passage? It reads query and passage together; from the extra `[st]`."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from scrubjay.errors import ModelUnavailable
from scrubjay.inference.reranking.reranker import RerankCandidate
from scrubjay.model.hints import installing

if TYPE_CHECKING:
    from scrubjay.model.encoded import EncodedQuery

BATCH = 16
LONGEST = 4_000
"""Characters of a passage that are read; a cross-encoder reads 512 tokens."""


class CrossEncoderReranker:
    """A CrossEncoder of sentence-transformers by name or local path. torch is imported on first use only.

    Slow on a CPU: about a second for a pool of 50. Raises ModelUnavailable.
    """

    wants_text = True

    def __init__(self, model: str) -> None:
        self._model = model
        self._lock = threading.Lock()
        self._loaded: Any = None

    @property
    def name(self) -> str:
        """What it is called in answers."""
        return f"cross-encoder {self._model.rstrip('/').rpartition('/')[2]}"

    def score(
        self, query: str, encoded: EncodedQuery | None, candidates: Sequence[RerankCandidate]
    ) -> Sequence[float | None]:
        """How well each passage answers the query, 0 to 1."""
        import numpy as np

        if not candidates:
            return []
        pairs = [(query, candidate.text[:LONGEST]) for candidate in candidates]
        scores = np.asarray(self._load().predict(pairs, batch_size=BATCH, show_progress_bar=False), dtype=np.float64)
        if scores.shape != (len(candidates),) or not np.isfinite(scores).all():
            raise ModelUnavailable(f"{self._model!r} gives no single score for a pair. See retrieval.reranker.")
        if scores.min() < 0 or scores.max() > 1:  # logits, where the model has no sigmoid of its own
            scores = 1 / (1 + np.exp(-np.clip(scores, -60, 60)))
        return [float(score) for score in scores]

    def _load(self) -> Any:
        with self._lock:
            if self._loaded is None:
                self._loaded = _open(self._model)
            return self._loaded


def _open(model: str) -> Any:
    try:
        from sentence_transformers import CrossEncoder
    except ImportError as error:
        raise ModelUnavailable(
            f"retrieval.reranker is a cross-encoder, and sentence-transformers is not installed: {installing('st')}."
        ) from error
    try:
        return CrossEncoder(model, device="cpu")
    except Exception as error:  # the library raises whatever its backend does
        raise ModelUnavailable(
            f"the cross-encoder {model!r} can't be loaded ({error}). See retrieval.reranker."
        ) from error
