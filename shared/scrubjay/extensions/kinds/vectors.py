"""The protocol of those who give vectors that they computed, so that a home need not."""

from collections.abc import Sequence
from typing import Final, Protocol

from scrubjay.model.encoded import Fingerprint
from scrubjay.model.given import GivenVectors, PassageKey

MOST_ASKED: Final = 500
"""Passages that are asked for at once."""


class VectorSource(Protocol):
    """Gives vectors of documents. What it gives is checked, and some of it is computed again; see `VectorIntake`."""

    @property
    def name(self) -> str:
        """Who it is, the same in every process: kept beside what it gave, and shown to people."""
        ...

    def vectors(self, fingerprint: Fingerprint, wanted: Sequence[PassageKey]) -> GivenVectors:
        """The vectors that it has of some passages, at most MOST_ASKED, made by the embedder of a fingerprint.

        Raises ScrubjayError where it can't say: the model computes them then.
        """
        ...

    def close(self) -> None:
        """Let go what it holds, such as connections, at the end of a run."""
        ...
