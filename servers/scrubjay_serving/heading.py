"""What does the first line of every answer say? Worktree, branch, commit, and what is degraded or behind."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scrubjay.app import Workspace
    from scrubjay.git import Head
    from scrubjay.model.view import View


def heading(workspace: "Workspace", head: "Head | View", *notes: str) -> str:
    """One line without a line break, whatever the names hold."""
    branch = "detached" if head.branch.startswith("detached:") else head.branch
    at = f"{branch} @ {head.commit[:10]}" if head.commit else f"{branch} (no commits)"
    parts = (workspace.repository.worktree.name, at, *(note for note in notes if note))
    return " · ".join(" ".join(part.split()) for part in parts)
