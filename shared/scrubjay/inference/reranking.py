"""Rerankers of a pool: late interaction, by weighted MaxSim over packed states; a cross-encoder; or none.

Khattab and Zaharia, ColBERT, SIGIR 2020: each token of the query takes its best match among the passage's.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Protocol

from scrubjay.errors import ModelUnavailable
from scrubjay.inference.embedding.saved import refuse_relative
from scrubjay.inference.embedding.states import TOKEN_BYTES, States, unpack
from scrubjay.inference.numeric import np
from scrubjay.model.frozen import dataclass
from scrubjay.model.hints import installing

if TYPE_CHECKING:
    from scrubjay.model.encoded import EncodedQuery, Vector


QUERY_TOKENS = 32
"""A longer query is compared by the tokens that tell most."""


def tells_much(query: EncodedQuery | None) -> bool:
    """Whether a query has more telling tokens than are compared, so that it is probably a pasted text."""
    return query is not None and query.weights is not None and int((query.weights > 0).sum()) > QUERY_TOKENS


def maxsim(states: States, weights: Vector, passages: Sequence[bytes | None]) -> list[float | None]:
    """The weighted mean over the query's tokens of the best cosine in each passage, to six digits.

    Tokens of a long query that aren't looked at count as unmatched, so that of a pasted text, of which 32 tokens say
    little, the score says little as well.
    None for a passage without states, and for all of them when the query has no token.
    """
    present = [index for index, packed in enumerate(passages) if packed]
    result: list[float | None] = [None] * len(passages)
    if not present or not len(states):
        return result
    chosen = np.sort(np.argsort(-weights, kind="stable")[:QUERY_TOKENS])
    tells = weights[chosen].astype(np.float64)
    if not tells.any():
        tells = np.ones_like(tells)
    joined = b"".join([passages[index] or b"" for index in present])
    lengths = [len(passages[index] or b"") // TOKEN_BYTES for index in present]
    starts = np.concatenate([[0], np.cumsum(lengths)[:-1]])
    # Passages' tokens down, the query's across: reduced that way numpy takes a third of the time.
    similar = unpack(joined) @ states[chosen].T
    best = np.maximum.reduceat(similar, starts, axis=0)
    scores = np.round(best @ (tells / max(tells.sum(), weights.sum(dtype=np.float64))), 6)
    for index, score in zip(present, scores.tolist(), strict=True):
        result[index] = score
    return result


@dataclass(frozen=True, slots=True)
class RerankCandidate:
    """A passage of the pool: its text with title and headings in front, and its packed token states, None without."""

    passage: int
    text: str
    states: bytes | None


class Reranker(Protocol):
    """Scores passages against a query, each by itself. `name` goes into each answer's provenance.

    `wants_text` says whether it reads the candidates' texts; the others aren't fetched for it. May raise
    ModelUnavailable: then the answer is ranked without, and says so.
    """

    @property
    def name(self) -> str:
        """The reranker's name in answers; empty if it never scores."""

    @property
    def wants_text(self) -> bool:
        """Whether the reranker reads texts instead of token states."""

    def score(
        self, query: str, encoded: EncodedQuery | None, candidates: Sequence[RerankCandidate]
    ) -> Sequence[float | None]:
        """A score about between 0 and 1 for each candidate, higher is better; None where it can't tell."""


class LateInteraction:
    """Compares a query's tokens with those of each passage by their stored states; see `maxsim`."""

    name = "late interaction"
    wants_text = False

    def score(
        self, query: str, encoded: EncodedQuery | None, candidates: Sequence[RerankCandidate]
    ) -> Sequence[float | None]:
        """Weighted MaxSim; None for passages without states, and for all when the embedder gives the query none."""

        if encoded is None or encoded.states is None or encoded.weights is None:
            return [None] * len(candidates)
        return maxsim(encoded.states, encoded.weights, [candidate.states for candidate in candidates])


class NoReranker:
    """Gives no scores, so that only the blend of both arms decides."""

    name = ""
    wants_text = False

    def score(
        self, query: str, encoded: EncodedQuery | None, candidates: Sequence[RerankCandidate]
    ) -> Sequence[float | None]:
        """None for each candidate."""
        return [None] * len(candidates)


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
        """The reranker's name in answers."""
        return f"cross-encoder {self._model.rstrip('/').rpartition('/')[2]}"

    def score(
        self, query: str, encoded: EncodedQuery | None, candidates: Sequence[RerankCandidate]
    ) -> Sequence[float | None]:
        """How well each passage answers the query, 0 to 1."""
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
        """The loaded model; loads it at the first call. Raises ModelUnavailable."""
        with self._lock:
            if self._loaded is None:
                self._loaded = _open(self._model)
            return self._loaded


def _open(model: str) -> Any:
    """A cross-encoder, loaded. Raises ModelUnavailable."""
    refuse_relative(model, "retrieval.reranker")
    try:
        from sentence_transformers import CrossEncoder
    except ImportError as error:
        raise ModelUnavailable(
            f"retrieval.reranker is a cross-encoder, and sentence-transformers is not installed: {installing('st')}."
        ) from error
    from scrubjay.inference.embedding.extras import quiet

    quiet()
    try:
        return CrossEncoder(model, device="cpu")
    except Exception as error:  # the library raises whatever its backend does
        raise ModelUnavailable(
            f"the cross-encoder {model!r} can't be loaded ({error}). See retrieval.reranker."
        ) from error
