"""First line of every answer: worktree, branch, commit, and what is degraded or behind."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scrubjay.app import Workspace
    from scrubjay.git.head import Head
    from scrubjay.model.view import View


def heading(workspace: "Workspace", head: "Head | View", *notes: str) -> str:
    """The heading as a single line, whatever characters the names contain."""
    from scrubjay.git.clone_state import replaced_note

    branch = "detached" if head.branch.startswith("detached:") else head.branch
    position = f"{branch} @ {head.commit[:10]}" if head.commit else f"{branch} (no commits)"
    parts = (workspace.repository.name, position, replaced_note(workspace.git, workspace.repository), *notes)
    return " · ".join(" ".join(part.split()) for part in parts if part)
