"""Worktrees that contain a path, so that a checkout in one of them could overwrite it."""

import os
from pathlib import Path

from scrubjay.storage.files import read_regular

MOST_BYTES = 8192
"""Of a `.git` file: it holds one path."""

MOST_LINKS = 40
"""Links that are followed, as many as the kernel follows; a longer chain resolves to nothing."""


def enclosing_worktrees(path: Path) -> tuple[Path, ...]:
    """Every ancestor folder of a path that holds a `.git`, outermost first; links are followed one by one."""
    return tuple(passed for passed in path_components(path) if os.path.lexists(passed / ".git"))


def path_components(path: Path) -> tuple[Path, ...]:
    """Every component of an absolute path, the path included: folders, and each link before its target."""
    current, left, links = Path(path.anchor), list(path.parts[1:]), 0
    passed = {current: None}
    while left:
        part = left.pop(0)
        current = current.parent if part == ".." else current / part
        passed[current] = None
        if links < MOST_LINKS and current.is_symlink():
            links += 1
            target = Path(os.readlink(current))  # noqa: PTH115 - the raw target, `..` included
            current = Path(target.anchor) if target.is_absolute() else current.parent
            left = [*target.parts[1 if target.is_absolute() else 0 :], *left]
    return tuple(passed)


def index_of(top: Path) -> Path:
    """The index file of a worktree, found through its `.git` without calling git."""
    file = top / ".git"
    text = b"" if file.is_dir() else read_regular(file, MOST_BYTES) or b""
    git_dir = text.partition(b"gitdir:")[2].strip()
    return (top / os.fsdecode(git_dir) if git_dir else file) / "index"


def find_program(name: str, path: str) -> str:
    """The full path of a program: the first on a search path that no checkout can write over; empty without one.

    An activated `.venv` inside a clone puts a folder of the worktree before all others.
    """
    folders = (Path(entry) for entry in path.split(os.pathsep) if Path(entry).is_absolute())
    executables = (file for folder in folders if os.access(file := folder / name, os.X_OK) and file.is_file())
    return next((str(file) for file in executables if not enclosing_worktrees(file)), "")
