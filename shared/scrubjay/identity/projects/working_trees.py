"""Working trees of a clone: those that git lists, and those that reach it by a file or link of their own."""

from pathlib import Path

from scrubjay.errors import NotARepository
from scrubjay.git.branches import worktrees
from scrubjay.git.process import Git, GitEnvironment
from scrubjay.storage.database import Database
from scrubjay.storage.queries import load

Q = load(__package__)


def working_trees(clone: Path, environment: GitEnvironment, database: Database) -> tuple[Path, ...]:
    """The folders of a clone's working trees that exist, the main one first. Raises NotARepository, GitFailed.

    `clone` is the git common directory. git lists it itself where the clone is bare or a submodule: it is left out.
    """
    if not clone.is_dir():
        raise NotARepository(f"{clone} is gone. `scrubjay init` in the moved clone finds its project again.")
    rows = database.read(lambda c: c.execute(Q.worktrees, {"common_dir": str(clone)}).fetchall())
    listed = (*worktrees(Git(clone, environment)), *(Path(row["worktree"]) for row in rows))
    return tuple(folder for folder in dict.fromkeys(listed) if folder != clone and folder.is_dir())
