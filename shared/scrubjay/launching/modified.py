"""Files of an environment that git may have written: newer than `init`'s check, or named in a commit."""

import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from scrubjay.errors import GitFailed, LauncherUnsafe
from scrubjay.git.process import Git, GitEnvironment
from scrubjay.launching.launcher import Launcher

SKIPPED_FOLDERS = ("__pycache__", ".git")
"""Folders that are skipped: a guarded Python keeps its bytecode in the home, and reads no `__pycache__`."""

PATIENCE_S = 60.0


def folders(launcher: Launcher, top: Path) -> tuple[Path, ...]:
    """Folders of a launcher inside a worktree: the environment, its base and the code, links followed or not."""
    roots = (launcher.environment, launcher.base, *(() if launcher.own_clone else (launcher.code,)))
    candidates = (folder for root in roots for folder in (root, root.resolve()))
    return tuple(dict.fromkeys(folder for folder in candidates if folder.is_relative_to(top)))


def watched_folders(launcher: Launcher) -> tuple[Path, ...]:
    """The folders below which no file may be newer than recorded; none is inside another."""
    real = dict.fromkeys(folder.resolve() for top in launcher.worktrees for folder in folders(launcher, top))
    return tuple(path for path in real if path.is_dir() and not any(other in path.parents for other in real))


def mtimes(below: Iterable[Path]) -> Iterator[tuple[int, Path]]:
    """The mtime of each file and link, in ns. git sets no times: a file it writes has the time of writing."""
    for folder in below:
        for directory, inner, names in os.walk(folder):
            links = [name for name in inner if os.path.islink(os.path.join(directory, name))]  # noqa: PTH114, PTH118
            inner[:] = [name for name in inner if name not in SKIPPED_FOLDERS]
            for name in (*names, *links):
                file = Path(directory, name)
                yield file.lstat().st_mtime_ns, file


def committed_files(launcher: Launcher, environment: GitEnvironment, files: Iterable[Path]) -> tuple[Path, ...]:
    """The files of the environment that a commit of any ref or reflog names: git may have written them.

    Raises LauncherUnsafe where git can't tell, or not in time.
    """
    written = {_folded(place) for file in files for place in (file, *file.parents)}
    committed: dict[Path, None] = {}
    for top, pathspecs in patterns(launcher).items():
        listed = Git(top, environment).fields(
            "--no-replace-objects", "log", "--all", "--reflog", "--full-history", "-m", "--no-renames", "--name-only",
            "--no-ext-diff", "--format=", "-z", "--", *pathspecs, timeout=PATIENCE_S,
        )  # fmt: skip
        try:
            for path in listed:
                file = top / os.fsdecode(path.strip(b"\n"))
                if path and os.path.lexists(file) and _folded(file.parent.resolve() / file.name) in written:
                    committed[file] = None
        except GitFailed as error:
            raise LauncherUnsafe(
                f"git couldn't tell whether a commit names files of {launcher.environment}: {error} "
                "Install scrubjay outside of repositories, such as by pipx."
            ) from error
    return tuple(committed)


def patterns(launcher: Launcher) -> Mapping[Path, tuple[str, ...]]:
    """The pathspecs for each worktree, case-insensitive, because some file systems are."""
    return {
        top: tuple(
            ":(top)" if folder == top else f":(top,icase,literal){folder.relative_to(top).as_posix()}"
            for folder in folders(launcher, top)
        )
        for top in launcher.worktrees
    }


def _folded(path: Path) -> str:
    return str(path).casefold()
