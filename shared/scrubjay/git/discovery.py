"""Discovery kept while nothing that git reads on its way changes: repositories by folder, the user's configuration."""

import os
import stat
import threading
from collections import OrderedDict
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from scrubjay.errors import GitFailed
from scrubjay.git.process import MAX_POINTER, Git, GitEnvironment
from scrubjay.git.repository import Repository, open_repository
from scrubjay.git.worktree import MOST_CONFIG, is_plain
from scrubjay.model.pattern import pattern
from scrubjay.storage.files import read_linked, read_regular

_HEAD = pattern(rb"ref: refs/|[0-9a-f]{40}")
_FIRST_FORMAT = (b"repositoryformatversion = 0\n", b"bare = false\n")
State = tuple[Any, ...]


class UnusualError(Exception):
    """Raised where files have a form that only git itself understands."""


def discovery_state(folder: Path, variables: Mapping[str, str]) -> State | None:
    """What decides which repository git finds from a folder, read anew; None where git must be asked.

    That is the case outside any repository, for another account's, for `core.worktree`, `include` and
    `extensions.worktreeConfig`, and for links and forms that git's own commands don't make. HEAD is only checked: to
    which commit it leads makes no difference here. The user's own configuration is left out: where `.git` belongs to
    the user, git takes nothing from it for this.
    """
    if os.name != "posix" or "GIT_CEILING_DIRECTORIES" in variables:
        return None
    try:
        return _state_above(folder.resolve())
    except (OSError, ValueError, UnusualError):
        return None


def read_repository(folder: Path, variables: Mapping[str, str]) -> Repository | None:
    """The repository of a folder as its files tell; None where git must be asked.

    That is so wherever `discovery_state` is None, for a repository that isn't of git's first format, and where the way
    up leads to another file system, at which git stops.
    """
    state = discovery_state(folder, variables) if folder.is_dir() else None
    if state is None:
        return None
    top, *passed, git_dir, _, common, _, config, shallow = state
    if len({identity[0] for identity in passed}) > 1 or not _is_first_format(config or b""):
        return None
    return Repository(Path(top), Path(git_dir), Path(common), "sha1", shallow is not None)


def _is_first_format(config: bytes) -> bool:
    """Whether a configuration names the first repository format, exactly once and as git writes it."""
    lower = config.lower()
    return (
        b"extensions" not in lower
        and all(lower.count(line) == lower.count(line.split()[0]) == 1 for line in _FIRST_FORMAT)
    )  # fmt: skip


def _state_above(folder: Path) -> State:
    """The state of the nearest repository at or above a folder. Raises UnusualError, OSError."""
    passed: list[tuple[int, ...]] = []
    for place in (folder, *folder.parents):
        passed.append(_folder_identity(place))
        marker = place / ".git"
        try:
            info = marker.lstat()
        except FileNotFoundError:
            if os.path.lexists(place / "HEAD"):
                raise UnusualError from None  # perhaps a bare repository
            continue
        _require_usual(_is_own(place.lstat()) and _is_own(info))
        if stat.S_ISDIR(info.st_mode):
            return (str(place), *passed, *_repository_state(marker))
        git_dir = _pointed_from(marker, info.st_mode)
        _require_usual(_is_own(git_dir.lstat()))
        return (str(place), *passed, *_repository_state(git_dir))
    raise UnusualError


def _pointed_from(marker: Path, mode: int) -> Path:
    """The git folder that a `.git` file points to."""
    _require_usual(stat.S_ISREG(mode))
    text = read_linked(marker, MAX_POINTER) or b""
    _require_usual(text.startswith(b"gitdir: "))
    return (marker.parent / os.fsdecode(text[8:].rstrip(b"\r\n"))).resolve()


def _repository_state(git_dir: Path) -> State:
    """What decides how a git folder is read: its folders, configuration and shallow file."""
    pointer = read_linked(git_dir / "commondir", MAX_POINTER)
    common = git_dir if pointer is None else (git_dir / os.fsdecode(pointer.rstrip(b"\r\n"))).resolve()
    _require_usual(_HEAD.match(read_regular(git_dir / "HEAD", MAX_POINTER) or b"") is not None)
    _require_usual(all(os.access(common / name, os.X_OK) for name in ("objects", "refs")))
    config = read_linked(common / "config", MOST_CONFIG)
    _require_usual(is_plain(config or b""))
    shallow = read_linked(common / "shallow", MOST_CONFIG)
    return (str(git_dir), _folder_identity(git_dir), str(common), _folder_identity(common), config, shallow)


@lru_cache(maxsize=32)
def _folder_identity(folder: Path) -> tuple[int, ...]:
    """Device, inode, owner and mode of a folder."""
    info = folder.lstat()
    return info.st_dev, info.st_ino, info.st_uid, info.st_mode


def _is_own(info: os.stat_result) -> bool:
    """Whether a file belongs to this process's user."""
    return info.st_uid == os.geteuid()


def _require_usual(usual: bool) -> None:
    """Raises UnusualError unless a form is the usual one."""
    if not usual:
        raise UnusualError


MOST_REPOSITORIES = 64
"""Folders whose repository is cached."""


class RepositoryCache:
    """A cache of the repository of each folder, as `open_repository` finds it. Safe to share between threads."""

    def __init__(self, environment: GitEnvironment) -> None:
        self._environment = environment
        self._lock = threading.Lock()
        self._cached: OrderedDict[Path, tuple[State, Repository]] = OrderedDict()

    def open(self, path: Path) -> Repository:
        """The repository that holds a path; git runs only if something changed. Raises as `open_repository` does."""
        folder = path if path.is_dir() else path.parent
        state = self._state(folder)
        with self._lock:
            cached = self._cached.get(folder)
        if state is not None and cached is not None and cached[0] == state:
            return cached[1]
        repository = open_repository(path, self._environment)
        if state is not None and self._state(folder) == state:  # nothing changed while git looked
            with self._lock:
                self._cached[folder] = (state, repository)
                self._cached.move_to_end(folder)
                if len(self._cached) > MOST_REPOSITORIES:
                    self._cached.popitem(last=False)
        return repository

    def places(self, path: Path, repository: Repository) -> list[str] | None:
        """The paths that, unchanged, prove that `open` would find the same repository; None if nothing proves it."""
        with self._lock:
            cached = self._cached.get(path if path.is_dir() else path.parent)
        top, own, common = repository.worktree, repository.git_dir, repository.common_dir
        if cached is None or cached[1] is not repository or not _leads_back(top, own, common):
            return None
        folder = path.resolve()
        passed = [place for place in (path, folder, *folder.parents) if place == path or place.is_relative_to(top)]
        files = [top / ".git", *(own / name for name in ("", "HEAD", "commondir", "gitdir"))]
        shared = [common / name for name in ("", "config", "shallow", "refs", "objects/pack")]
        return [str(place) for place in (*passed, *files, *shared)]

    def _state(self, folder: Path) -> State | None:
        """The state that decides which repository a folder has; None where git must be asked."""
        return discovery_state(folder, self._environment.variables)


def _leads_back(top: Path, own: Path, common: Path) -> bool:
    """Whether a worktree's git folder is where git puts it, and points back to the worktree."""
    if own == common:
        return own == top / ".git"
    pointer = os.fsdecode((read_regular(own / "gitdir", MAX_POINTER) or b"").rstrip(b"\r\n"))
    return own.parent == common / "worktrees" and os.path.normpath(own / pointer) == str(top / ".git")


class UserConfig:
    """The system's and the user's git configuration files."""

    def __init__(self, git_environment: GitEnvironment) -> None:
        self._environment = git_environment
        self._files: tuple[Path, ...] | None = None

    def state(self) -> tuple[bytes | None, ...] | None:
        """The contents of the files, read anew; None if git must be asked: one includes others or can't be read."""
        try:
            if self._files is None:
                self._files = (_system_config_file(self._environment), *_user_config_files(self._environment))
            if not all(file.is_absolute() for file in self._files):
                return None
            contents = tuple(read_linked(file, MOST_CONFIG) for file in self._files)
        except (OSError, ValueError, GitFailed):
            return None
        return contents if all(is_plain(text or b"") for text in contents) else None


def _system_config_file(environment: GitEnvironment) -> Path:
    """The path of the system's configuration file, which only git knows; the file may not exist.

    An editor of one plain word is run without a shell.
    """
    variables = {**environment.variables, "GIT_EDITOR": "echo"}
    git = Git(Path(os.sep), GitEnvironment(variables, environment.program))
    return Path(os.fsdecode(git.run("config", "--system", "--edit").removesuffix(b"\n")))


def _user_config_files(environment: GitEnvironment) -> tuple[Path, ...]:
    """The paths of the user's configuration files, in git's order."""
    variables = environment.variables
    if "GIT_CONFIG_GLOBAL" in variables:
        return (Path(variables["GIT_CONFIG_GLOBAL"]),) if variables["GIT_CONFIG_GLOBAL"] else ()
    home = variables.get("HOME")
    folder = variables.get("XDG_CONFIG_HOME") or (f"{home}/.config" if home is not None else "")
    files = (Path(folder, "git", "config") if folder else None, Path(home, ".gitconfig") if home is not None else None)
    return tuple(file for file in files if file is not None)
