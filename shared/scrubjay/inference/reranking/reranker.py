"""Who looks closely at a pool? The seam that every reranker fills, and the two that need nothing installed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from scrubjay.model.encoded import EncodedQuery


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
        """What it is called in answers; empty when it never scores."""
        ...

    @property
    def wants_text(self) -> bool:
        """Whether it reads texts rather than token states."""
        ...

    def score(
        self, query: str, encoded: EncodedQuery | None, candidates: Sequence[RerankCandidate]
    ) -> Sequence[float | None]:
        """A score about between 0 and 1 for each candidate, higher is better; None where it can't tell."""
        ...


class LateInteraction:
    """Compares the query's tokens with those of each passage, by stored states; see `maxsim`."""

    name = "late interaction"
    wants_text = False

    def score(
        self, query: str, encoded: EncodedQuery | None, candidates: Sequence[RerankCandidate]
    ) -> Sequence[float | None]:
        """Weighted MaxSim; None for passages without states, and for all when the embedder gives the query none."""
        from scrubjay.inference.reranking.maxsim import maxsim

        if encoded is None or encoded.states is None or encoded.weights is None:
            return [None] * len(candidates)
        return maxsim(encoded.states, encoded.weights, [candidate.states for candidate in candidates])


class NoReranker:
    """Leaves the order to the blend of both arms."""

    name = ""
    wants_text = False

    def score(
        self, query: str, encoded: EncodedQuery | None, candidates: Sequence[RerankCandidate]
    ) -> Sequence[float | None]:
        """Nothing to say."""
        return [None] * len(candidates)
