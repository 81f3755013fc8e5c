"""What git reads on its way from a folder to its repository: while that is equal, so is what it finds."""

import os
import re
import stat
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from scrubjay.git.process import MAX_POINTER
from scrubjay.storage.files import read_linked

MOST = 1_000_000
"""Bytes of a configuration or a list of shallow commits that are read; with more, git is asked."""

_HEAD = re.compile(rb"ref: refs/|[0-9a-f]{40}")
_ELSEWHERE = re.compile(rb"(?i)\[\s*include|(?:^|[\]\n])\s*worktree")
"""Sections and keys by which a configuration reads another file, or moves the working tree."""

State = tuple[object, ...]


class UnusualError(Exception):
    """What was read has a form whose meaning only git tells."""


def discovery_state(folder: Path, variables: Mapping[str, str]) -> State | None:
    """Everything that decides which repository git finds from a folder, read anew; None where git must be asked.

    That is the case outside any repository, for another account's, for `core.worktree`, `include` and
    `extensions.worktreeConfig`, and for links and forms that git's own commands don't make. HEAD is only checked: to
    which commit it leads makes no difference here. The user's own configuration is left out: where `.git` belongs to
    the user, git takes nothing from it for this.
    """
    if os.name != "posix" or "GIT_CEILING_DIRECTORIES" in variables:
        return None
    try:
        return _walk(folder.resolve())
    except (OSError, ValueError, UnusualError):
        return None


def _walk(folder: Path) -> State:
    passed: list[tuple[int, ...]] = []
    for place in (folder, *folder.parents):
        passed.append(_identity(place))
        marker = place / ".git"
        try:
            mode = marker.lstat().st_mode
        except FileNotFoundError:
            if os.path.lexists(place / "HEAD"):
                raise UnusualError from None  # perhaps a bare repository
            continue
        _require(_is_ours(place) and _is_ours(marker))
        git_dir = marker if stat.S_ISDIR(mode) else _pointed_from(marker, mode)
        return (str(place), *passed, *_repository(git_dir))
    raise UnusualError


def _pointed_from(marker: Path, mode: int) -> Path:
    """The folder that a `.git` file names."""
    _require(stat.S_ISREG(mode))
    text = read_linked(marker, MAX_POINTER) or b""
    _require(text.startswith(b"gitdir: "))
    return (marker.parent / os.fsdecode(text[8:].rstrip(b"\r\n"))).resolve()


def _repository(git_dir: Path) -> State:
    _require(_is_ours(git_dir))
    pointer = read_linked(git_dir / "commondir", MAX_POINTER)
    common = git_dir if pointer is None else (git_dir / os.fsdecode(pointer.rstrip(b"\r\n"))).resolve()
    head = git_dir / "HEAD"
    _require(not head.is_symlink() and _HEAD.match(read_linked(head, MAX_POINTER) or b"") is not None)
    _require(all(os.access(common / name, os.X_OK) for name in ("objects", "refs")))
    config = read_linked(common / "config", MOST)
    _require(is_plain(config or b""))
    shallow = read_linked(common / "shallow", MOST)
    return (str(git_dir), _identity(git_dir), str(common), _identity(common), config, shallow)


@lru_cache(maxsize=32)
def is_plain(config: bytes) -> bool:
    """Whether a configuration neither reads other files nor names a working tree."""
    return _ELSEWHERE.search(config) is None


def _identity(folder: Path) -> tuple[int, ...]:
    info = folder.lstat()
    return info.st_dev, info.st_ino, info.st_uid, info.st_mode


def _is_ours(path: Path) -> bool:
    return path.lstat().st_uid == os.geteuid()


def _require(usual: bool) -> None:
    if not usual:
        raise UnusualError
