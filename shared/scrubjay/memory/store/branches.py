"""What must be known of a worktree's branch to say which memories it shows?"""

from collections.abc import Iterable
from typing import Protocol

from scrubjay.memory.store.anchor import Anchor
from scrubjay.model.evidence import CitationResult
from scrubjay.model.memory import Memory


class Branches(Protocol):
    """Knows what a worktree's branch shows."""

    def lost(self) -> frozenset[str]:
        """Ids of what HEAD hides and nobody can look up any more."""
        ...

    def anchors(self, citations: Iterable[CitationResult]) -> tuple[Anchor, ...]:
        """What some citations hang on."""
        ...

    def hidden(self) -> frozenset[str]:
        """Ids of what HEAD doesn't show."""
        ...

    def marked(self, memories: Iterable[Memory], owner: str, commit: str = "") -> tuple[Memory, ...]:
        """Those that HEAD shows, marked where they come from another branch."""
        ...
