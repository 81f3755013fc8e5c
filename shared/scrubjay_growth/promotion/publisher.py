"""Who writes approved memories into the repository? The one thing that is asked of it."""

from collections.abc import Sequence
from typing import Protocol


class ProposalPublisher(Protocol):
    """Puts memories into git, on a branch of their own; nothing is pushed."""

    def publish(self, ids: Sequence[str]) -> Sequence[str]:
        """Publish memories by their full ids; the lines to print. Raises ScrubjayError."""
        ...
