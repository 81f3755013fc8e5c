"""Files of an environment that git may have written: newer than `init`'s check, or named in a commit."""

from collections.abc import Iterable, Mapping
from pathlib import Path

from scrubjay.errors import GitFailed, LauncherUnsafe
from scrubjay.git.process import Git, GitEnvironment
from scrubjay.integrations.launching.installed import COMMITTED, fetched, named_by_git
from scrubjay.integrations.launching.launcher import Launcher

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


def committed_files(
    launcher: Launcher, environment: GitEnvironment, git_dirs: Mapping[Path, Path], files: Iterable[Path]
) -> tuple[Path, ...]:
    """The files of the environment that a commit of any ref, reflog or fetch names: git may have written them.

    Raises LauncherUnsafe where git can't tell, or not in time.
    """
    files = tuple(files)
    committed: dict[Path, None] = {}
    for top, pathspecs in patterns(launcher).items():
        listed = Git(top, environment).fields(*COMMITTED, *fetched(git_dirs[top]), "--", *pathspecs, timeout=PATIENCE_S)
        try:
            committed |= dict.fromkeys(named_by_git(top, listed, files))
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
