"""Folders with the objects of checked-out submodules, each inside the repository's own git folder or its working tree.

Nothing is run in a submodule and nothing of its configuration is read: git runs in the repository that records it, and
is told of a further folder of objects. What stands in the working tree is somebody else's input, so no link is followed
there, and a `.git` that leads anywhere else is refused.
"""

import os
import shlex
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from scrubjay.errors import UnsafePath
from scrubjay.git.process import MAX_POINTER, Git
from scrubjay.git.repository import Repository
from scrubjay.model.frozen import dataclass, replace
from scrubjay.model.paths import safe_path
from scrubjay.privacy.secrets.shown_names import shown
from scrubjay.storage.files import read_regular

ALTERNATES: Final = "GIT_ALTERNATE_OBJECT_DIRECTORIES"

ODD: Final = "its path isn't one that git checks out"
LINKED: Final = "a link stands in its path, and none is followed"
OUTSIDE: Final = "its .git leads out of this repository's .git/modules, so nothing is read there"
BORROWING: Final = "its objects are borrowed from another clone (objects/info/alternates)"
FOREIGN: Final = "its git folder belongs to another user"


@dataclass(frozen=True, slots=True)
class SubmoduleObjects:
    """The folder with a submodule's objects; None with a `problem`, which says why they aren't read."""

    folder: Path | None
    problem: str = ""

    def state(self, commit: str) -> object:
        """A value that changes when objects arrive, such as a missing commit."""
        if self.folder is None:
            return self.problem
        try:
            packed = (self.folder / "pack").stat().st_mtime_ns
        except OSError:
            packed = 0
        return self.folder, packed, (self.folder / commit[:2] / commit[2:]).exists()


def update_command(path: str) -> str:
    """The command that checks a submodule out at its recorded commit, for a person to run."""
    return f"git submodule update --init {shlex.quote(shown(path))}"


def find_objects(repository: Repository, path: str) -> SubmoduleObjects:
    """The objects of a submodule that is checked out at a path; starts no process."""
    try:
        parts = safe_path(path).split("/")
    except UnsafePath:
        parts = []
    if not parts or "\\" in path or "/".join(parts) != path:
        return SubmoduleObjects(None, ODD)
    folder = repository.worktree
    for part in parts:
        folder = folder / part
        if folder.is_symlink():
            return SubmoduleObjects(None, LINKED)
    if not os.path.lexists(folder / ".git"):
        return SubmoduleObjects(None, f"not checked out: `{update_command(path)}`")
    git_dir = _git_dir(repository, folder / ".git")
    return SubmoduleObjects(None, OUTSIDE) if git_dir is None else _usable_objects(repository, git_dir)


def with_objects(git: Git, folders: Iterable[Path]) -> Git:
    """The git with further folders of objects; the same git without any.

    Its processes don't wait for others, since those don't have these folders.
    """
    quoted = [_quoted_folder(str(folder)) for folder in dict.fromkeys(folders)]
    if not quoted:
        return git
    variables = {**git.environment.variables, ALTERNATES: os.pathsep.join(quoted)}
    return replace(git, environment=replace(git.environment, variables=variables), worktree=None)


def _git_dir(repository: Repository, marker: Path) -> Path | None:
    """The git folder of a submodule: a `.git` of its own, or one below the modules of the repository."""
    if marker.is_symlink():
        return None
    if marker.is_dir():
        return marker
    pointer = os.fsdecode(read_regular(marker, MAX_POINTER) or b"")
    if not pointer.startswith("gitdir:"):
        return None
    try:
        found = (marker.parent / pointer.removeprefix("gitdir:").strip()).resolve(strict=True)
        roots = [(folder / "modules").resolve() for folder in (repository.git_dir, repository.common_dir)]
    except (OSError, RuntimeError, ValueError):
        return None
    own = any(repository.common_dir in root.parents and root in found.parents for root in roots)
    return found if own and found.is_dir() else None


def _usable_objects(repository: Repository, git_dir: Path) -> SubmoduleObjects:
    """The objects in a submodule's git folder, or the problem that keeps them from being read."""
    folder = git_dir / "objects"
    if folder.is_symlink() or not folder.is_dir() or (folder / "pack").is_symlink():
        return SubmoduleObjects(None, OUTSIDE)
    if os.path.lexists(folder / "info" / "alternates"):
        return SubmoduleObjects(None, BORROWING)
    if os.name == "posix" and folder.stat().st_uid != repository.common_dir.stat().st_uid:
        return SubmoduleObjects(None, FOREIGN)
    return SubmoduleObjects(folder)


def _quoted_folder(folder: str) -> str:
    """A folder in double quotes, as git's list of object folders has it."""
    escaped = folder.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
