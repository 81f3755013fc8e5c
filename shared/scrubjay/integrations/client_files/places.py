"""Where a client's file stands: in the account or in a worktree, and whether it may be written there."""

from pathlib import Path

from scrubjay.git.branches import worktrees
from scrubjay.integrations.client_files.client import Site


def root_of(site: Site, file: Path) -> Path:
    """The innermost folder of the account or of this clone that holds a file; anything where none does.

    A client's own variable may lead anywhere, and what was made for a file is taken back with it.
    """
    clone = worktrees(site.git) if site.repository.worktree.is_dir() else ()
    tops = (site.account.resolve(), site.repository.worktree, *(folder.resolve() for folder in clone))
    holding = (top for top in tops if file.is_relative_to(top))
    return max(holding, key=lambda top: len(top.parts), default=Path(file.anchor))


def left_alone(site: Site, file: Path) -> str:
    """Why a file in the worktree stays as it is: it would show in `git status`, or lead out. Empty: it may change."""
    name = file.relative_to(site.repository.worktree)
    if site.unwritable:
        return f"{site.unwritable}; {name} would show in `git status`, so it isn't written"
    if site.git.run("ls-files", "-z", "--", f":(top,literal){name}"):
        return f"{name} is tracked by git, so scrubjay leaves it alone"
    parts = (file, *file.parents)
    link = next((path for path in parts[: parts.index(site.repository.worktree)] if path.is_symlink()), None)
    return f"{link} is a link, so scrubjay puts no servers there" if link else ""
