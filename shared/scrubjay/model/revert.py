"""A commit that another one reverted."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Revert:
    """A commit that was reverted, and the reverting one, with their dates."""

    sha: str
    committed_at: str
    reverted_by: str
    reverted_at: str
