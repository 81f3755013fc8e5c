"""What does each worktree work on, and what waits?"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scrubjay_ui.places import ShownWorktree
    from scrubjay_ui.visit import Visit


def places(visit: "Visit") -> "tuple[ShownWorktree, ...]":
    """The worktrees of this home."""
    return visit.places.all()
