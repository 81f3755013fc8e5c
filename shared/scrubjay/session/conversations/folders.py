"""Assignment of folders to the project: by git where the folder exists, else by the worktrees' paths."""

from collections.abc import Callable, Sequence
from pathlib import Path

from scrubjay.errors import GitFailed, ScrubjayError
from scrubjay.git.branches import worktrees
from scrubjay.git.process import Git, GitEnvironment
from scrubjay.git.repository import open_repository

MAX_WORKTREES = 200


def list_worktrees(clones: Sequence[Git]) -> tuple[Path, ...]:
    """The worktrees of some clones, as git lists them; manually deleted ones included."""
    paths: dict[Path, None] = {}
    for git in clones:
        try:
            paths |= dict.fromkeys(worktrees(git))
        except GitFailed:
            continue
    return tuple(paths)[:MAX_WORKTREES]


class ProjectFolders:
    """Folder checks of one import; git's answers are cached."""

    def __init__(self, worktrees: Sequence[Path], common_dirs: Sequence[Path], environment: GitEnvironment) -> None:
        self._worktrees = tuple(dict.fromkeys([*worktrees, *(worktree.resolve() for worktree in worktrees)]))
        self._common_dirs = frozenset(common_dirs)
        self._environment = environment
        self._cached: dict[str, bool] = {}

    def contains(self, folder: str) -> bool:
        """Whether turns from a folder belong to the project; False for an empty folder."""
        if folder not in self._cached:
            self._cached[folder] = self._look(folder)
        return self._cached[folder]

    def _look(self, folder: str) -> bool:
        path = Path(folder)
        if not path.is_absolute() or "\0" in folder or ".." in path.parts:
            return False
        inside = any(path.is_relative_to(worktree) for worktree in self._worktrees)
        if not path.is_dir():
            return inside
        try:
            return open_repository(path, self._environment).common_dir in self._common_dirs
        except (ScrubjayError, OSError):
            return False


Holds = Callable[[str], bool]
