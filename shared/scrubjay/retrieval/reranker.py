"""Who has the last word on the order of a pool? The seam that every reranker fills."""

from collections.abc import Sequence
from typing import Protocol

from scrubjay.model.hit import Hit


class Reranker(Protocol):
    """Scores a pool of passages against a query. `name` goes into each answer's provenance."""

    @property
    def name(self) -> str:
        """What it is called in answers."""
        ...

    def score(self, query: str, hits: Sequence[Hit]) -> Sequence[float] | None:
        """A score for each hit, higher is better; None when it leaves the order as it is."""
        ...


class NoReranker:
    """Leaves the order that fusion made."""

    name = "none"

    def score(self, query: str, hits: Sequence[Hit]) -> None:
        """Nothing to say."""
        return
