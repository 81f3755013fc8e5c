"""Guard script for a Python inside a worktree: the fingerprint of every part of its path, and the check of it.

The guard runs in `sh`, not in Python: what checks must not be what is checked. A shell, `stat` and git are outside
every worktree on every machine, which a second Python isn't.
"""

import json
import os
import shlex
import stat
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path

from scrubjay.errors import LauncherUnsafe
from scrubjay.git.process import LOCAL_VARIABLES, enclosing_worktrees, path_components
from scrubjay.integrations.bundled import bundled
from scrubjay.integrations.launching import installed
from scrubjay.integrations.launching.installed import SKIPPED_FOLDERS
from scrubjay.integrations.launching.launcher import Launcher, absent_code, indexes
from scrubjay.integrations.launching.modified import patterns, watched_folders
from scrubjay.model.frozen import dataclass

BOOT = (
    "import sys; sys.prefix = sys.exec_prefix = {environment}; sys.path += {folders}; del sys.argv[0]; "
    "from runpy import run_module; run_module(sys.argv[0], run_name='__main__', alter_sys=True)"
)
"""Code for `python -I -S -c`, followed by a module and its arguments: it runs the module as `-m` does."""


def boot(launcher: Launcher) -> str:
    """The Python code that a guard starts with, in ASCII and on one line."""
    looked_at = watched_folders(launcher)
    folders = [str(folder) for folder in launcher.imports if _safe(folder, looked_at, launcher.own_clone)]
    return BOOT.format(environment=ascii(str(launcher.environment)), folders=ascii(folders))


def _safe(folder: Path, looked_at: tuple[Path, ...], own_clone: Path | None) -> bool:
    """Whether the guard checks a folder, or no checkout except one of scrubjay's own clone can write there."""
    if any(folder.resolve().is_relative_to(checked) for checked in looked_at):
        return True
    return all(top == own_clone for top in enclosing_worktrees(folder))


STATES = {"-f": "%d %i %z %Fm %Fc", "-c": "%d %i %s %.9Y %.9Z"}
"""The format of an index file's state, by the flag of `stat`; `check.told_by_guard` reads it."""

FORMATS = {True: ("-f", "%d %i", "%d %i %z %m"), False: ("-c", "%d %i", "%d %i %s %Y")}
"""Arguments of `stat`, on BSD and macOS, and elsewhere: dev and inode of folders; of files also size and mtime."""

PATTERNS = frozenset({"GIT_GLOB_PATHSPECS", "GIT_NOGLOB_PATHSPECS", "GIT_ICASE_PATHSPECS"})


@dataclass(frozen=True, slots=True)
class PathState:
    """Fingerprint of a part of the path. `rest`: a file's size and mtime, empty for a folder; `target`: a link's text.

    `device` is empty if it equals the first folder's: some file systems renumber their devices at each start.
    """

    path: Path
    folder: bool
    device: str
    inode: int
    rest: str
    target: str


SECONDS = {"-f": "%m", "-c": "%Y"}
"""The format of a file's mtime, by the flag of `stat`."""

TOLD = (
    "scrubjay is not started in this session: its environment {environment} isn't as `scrubjay init` saw it. Tell the "
    "user: `scrubjay doctor` says what was found, and `scrubjay init` accepts what stands there now."
)
"""What a session that begins is told, and what a server says that offers nothing."""


def guard(
    launcher: Launcher, git_dirs: Mapping[Path, Path], programs: Mapping[str, str], newest: int, bytecode: Path
) -> str:
    """The script of a guard. `git_dirs` are the worktrees' ones, `programs` the full paths of stat, git and so on.

    `newest` is the mtime of the environment's newest file, in ns; the script's own file gets it as its
    mtime. `bytecode` is the folder of the Python's bytecode.

    Raises LauncherUnsafe for a path that contains a line break, and OSError for a missing one.
    """
    seen = path_states(guarded_paths(launcher))
    if any("\n" in str(state.path) + state.target for state in seen):
        raise LauncherUnsafe(
            f"{launcher.environment}: a part of the path holds a line break. Install scrubjay elsewhere."
        )
    folders = [state for state in seen if state.folder]
    others = [state for state in seen if not state.folder]
    links = [state for state in others if state.target]
    flag, folder_format, file_format = FORMATS[sys.platform == "darwin" or "bsd" in sys.platform]
    stats = shlex.quote(programs["stat"])
    calls = [f"{stats} {flag} '{folder_format}' {_quoted_paths(folders)}"]
    if others:
        calls.append(f"{stats} {flag} '{file_format}' {_quoted_paths(others)}")
    if links:
        calls.append(f"{shlex.quote(programs['readlink'])} {_quoted_paths(links)}")
    values = {
        "python": shlex.quote(str(launcher.python)),
        "seen": " &&\n    ".join(calls),
        "expected": '"\n"'.join(
            [*(_stat_numbers(state) for state in (*folders, *others)), *(shlex.quote(i.target) for i in links)]
        ),
        "sleep": shlex.quote(programs["sleep"]),
        "git": shlex.quote(programs["git"]),
        "variables": " ".join(sorted(LOCAL_VARIABLES | PATTERNS)),
        "untracked": "\n  ".join(
            f"untracked {shlex.join([str(top), str(git_dirs[top]), *pathspecs])} || return 1"
            for top, pathspecs in patterns(launcher).items()
        ),
        "unlocked": "\n  ".join(f"unlocked {shlex.quote(str(git_dir))} || return 1" for git_dir in git_dirs.values()),
        "states": f"{stats} {flag} '{STATES[flag]}' {shlex.join(map(str, indexes(launcher)))}",
        "time": f"{stats} {flag} {SECONDS[flag]}",
        "newest": str(newest),
        "find": shlex.quote(programs["find"]),
        "watched": shlex.join(map(str, watched_folders(launcher))),
        "passed": " -o ".join(f"-name {name}" for name in SKIPPED_FOLDERS),
        "bytecode": shlex.quote(str(bytecode)),
        "boot": shlex.quote(boot(launcher)),
        "base": shlex.quote(str(launcher.outside or "")),
        "facts": shlex.quote(_facts(launcher, git_dirs, programs["git"])),
        "answer": shlex.quote(_answer(launcher)),
        "told": shlex.quote(json.dumps(TOLD.format(environment=launcher.environment))[1:-1]),
        "absent": absent_code(),
        "installed": shlex.quote(
            Path(installed.__file__).read_text(encoding="utf-8")
        ),  # last: it has braces of its own
    }
    text = bundled("hooks", "git", "launcher.sh").read_text(encoding="utf-8")
    for name, value in values.items():
        text = text.replace("{" + name + "}", value)
    return text


def _facts(launcher: Launcher, git_dirs: Mapping[Path, Path], git: str) -> str:
    """The facts that `installed.renew` is given, as JSON."""
    worktrees = [
        {"top": str(top), "git_dir": str(git_dirs[top]), "pathspecs": pathspecs}
        for top, pathspecs in patterns(launcher).items()
    ]
    return json.dumps(
        {"watched": [str(folder) for folder in watched_folders(launcher)], "git": git, "worktrees": worktrees}
    )


def _answer(launcher: Launcher) -> str:
    """The answer to the hook of a session that begins, in the form of Claude Code, Codex and Gemini CLI."""
    text = TOLD.format(environment=launcher.environment)
    return json.dumps({"hookSpecificOutput": {"hookEventName": "SessionStart", "additionalContext": text}})


def guarded_paths(launcher: Launcher) -> tuple[Path, ...]:
    """The compared paths: every component inside the worktrees on the way to the Python, its settings and its code."""
    ways = (launcher.python, launcher.environment / "pyvenv.cfg", launcher.code)
    passed = dict.fromkeys(path for way in ways if os.path.lexists(way) for path in path_components(way))
    tops = launcher.worktrees
    return tuple(path for path in passed if any(path.is_relative_to(top) for top in tops))


def path_states(paths: Iterable[Path]) -> tuple[PathState, ...]:
    """The current fingerprint of each path. Raises OSError."""
    infos = [(path, path.lstat()) for path in paths]
    first = infos[0][1].st_dev if infos else 0
    return tuple(
        PathState(
            path,
            stat.S_ISDIR(info.st_mode),
            "" if info.st_dev == first else str(info.st_dev),
            info.st_ino,
            "" if stat.S_ISDIR(info.st_mode) else f" {info.st_size} {info.st_mtime_ns // 10**9}",
            os.readlink(path) if stat.S_ISLNK(info.st_mode) else "",  # noqa: PTH115 - the raw target
        )
        for path, info in infos
    )


def _stat_numbers(state: PathState) -> str:
    """The device and inode of a path, with the rest of its state, as the script compares them."""
    return f'"{state.device or "$device"} {state.inode}{state.rest}"'


def _quoted_paths(states: Iterable[PathState]) -> str:
    return " ".join(shlex.quote(str(state.path)) for state in states)
