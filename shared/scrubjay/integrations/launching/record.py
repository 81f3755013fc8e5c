"""Set-up of the launcher: the guard, where one is needed, and the start command in the project's receipt."""

import os
import time
from pathlib import Path

from scrubjay.errors import GitFailed, LauncherUnsafe
from scrubjay.git.process import Git, GitEnvironment, enclosing_worktrees, find_program
from scrubjay.integrations.edits import FileChange, Receipt, content
from scrubjay.integrations.launching import REFUSED
from scrubjay.integrations.launching.guard import guard
from scrubjay.integrations.launching.installed import NEWEST, mtimes
from scrubjay.integrations.launching.launcher import SHELL, Launcher, bytecode, guard_file, start
from scrubjay.integrations.launching.modified import committed_files, watched_folders
from scrubjay.model.frozen import dataclass
from scrubjay.storage.filesystem import file_error, private_folder

NOTE = "launcher "
"""Prefix of a start command in a project's receipt: this home set the project up with it."""


@dataclass(frozen=True, slots=True)
class LauncherPlan:
    """The guard to write (none where none is needed or it is current), and notes about the location."""

    changes: tuple[FileChange, ...]
    notes: tuple[str, ...]
    words: tuple[str, ...]
    newest: int = 0
    """The mtime of the environment's newest file, in ns: the guard's own mtime."""


SHOWN = 5
"""Files that are named; further ones are only counted."""


def plan(home: Path, launcher: Launcher, environment: GitEnvironment) -> LauncherPlan:
    """Plan how this Python is started. Raises LauncherUnsafe where no program outside could check it first."""
    words = start(home, launcher)
    clone = launcher.own_clone
    code = (f"scrubjay's own clone {clone}, installed with -e: its tracked code runs",) if clone else ()
    tops = launcher.worktrees
    if not tops:
        return LauncherPlan((), code or (f"{launcher.python}, outside every worktree",), words)
    inside = next((top for top in enclosing_worktrees(home) if top in tops), None)
    if inside is not None:
        raise LauncherUnsafe(
            f"Both {launcher.python} and the home {home} lie inside the worktree {inside}, where a checkout can write "
            "over them. Set SCRUBJAY_HOME to a folder outside, or install scrubjay outside, such as by pipx."
        )
    file = guard_file(home, launcher)
    written = sorted(mtimes(watched_folders(launcher)), reverse=True)
    newest = written[0][0] if written else 0
    if newest > time.time_ns():
        raise LauncherUnsafe(
            f"{written[0][1]} bears a time in the future, so that what git writes later couldn't be told from it. "
            "Run `touch` on it, then `scrubjay init` again."
        )
    dirs = {top: _git_dir(top, environment) for top in tops}
    text = guard(launcher, dirs, _programs(environment), newest, bytecode(file)).encode("utf-8", "surrogateescape")
    before = content(file)
    recorded = NEWEST.search((before or b"").decode("utf-8", "surrogateescape"))
    seen = int(recorded[1]) if recorded else -1
    later = tuple(path for when, path in written if when > seen)
    if named := later and committed_files(launcher, environment, dirs, later):
        raise LauncherUnsafe(
            f"Commits of this clone name files that stand in {launcher.environment}, so git may have written them: "
            f"{_first(named)}. Look with `git log --all --reflog -- {launcher.environment}`. Make the environment anew "
            "under a name that no commit holds, or install scrubjay outside of repositories, such as by pipx."
        )
    note = (
        f"{launcher.environment} lies inside the worktree {tops[-1]}: nothing starts once git tracks a file in it, or "
        "a file in it was written that no installer's RECORD names; after you have written one, run `scrubjay init`"
    )
    new = f"written there since the last `scrubjay init`: {_first(later)}; make it anew if an installer didn't do that"
    change = FileChange(home, file, before, text, f"write {file}, which looks at it before each start", mode=0o600)
    notes = (note, *((new,) if later and before else ()), *code)
    same = before == text and file.stat().st_mtime_ns == newest
    return LauncherPlan(() if same else (change,), notes, words, newest)


def write_launcher(made: LauncherPlan, receipt: Receipt) -> tuple[FileChange, ...]:
    """Write the guard, and record the start command in the project's receipt."""
    for change in made.changes:
        private_folder(change.path.parent)
        fresh = change.path.with_suffix(f".{os.getpid()}")
        try:
            fresh.write_bytes(change.after or b"")
            fresh.chmod(change.mode)
            os.utime(fresh, ns=(made.newest, made.newest))
            fresh.replace(change.path)
        except OSError as error:
            raise file_error(change.path, error) from error
    if made.words[0] == SHELL:
        Path(made.words[1]).with_suffix(REFUSED).unlink(missing_ok=True)
    receipt.add(receipt_entry(made.words))
    return made.changes


def forget(receipt: Receipt) -> tuple[FileChange, ...]:
    """Remove a project's records of start commands. The guard stays in the home: other projects may use it."""
    receipt.drop(*receipt.names(NOTE))
    return ()


def receipt_entry(words: tuple[str, ...]) -> str:
    """The receipt's entry for a start command."""
    return NOTE + "\0".join(words)


def _first(paths: tuple[Path, ...]) -> str:
    """The first few of some paths, and how many more there are."""
    more = f" and {len(paths) - SHOWN} more" if len(paths) > SHOWN else ""
    return ", ".join(map(str, paths[:SHOWN])) + more


def _git_dir(top: Path, environment: GitEnvironment) -> Path:
    try:
        return Path(os.fsdecode(Git(top, environment).run("rev-parse", "--absolute-git-dir").rstrip(b"\n")))
    except GitFailed as error:
        raise LauncherUnsafe(
            f"The Python that runs scrubjay lies inside {top}, whose .git can't be read ({error}). "
            "Install scrubjay outside of repositories, such as by pipx."
        ) from error


def _programs(environment: GitEnvironment) -> dict[str, str]:
    """Full paths, so that no search path decides at run time."""
    path = os.pathsep.join((os.confstr("CS_PATH") or os.defpath, os.defpath))
    programs = {name: find_program(name, path) for name in ("stat", "readlink", "sleep", "find")} | {
        "git": environment.program
    }
    missing = [name for name, file in programs.items() if not file]
    if missing:
        raise LauncherUnsafe(
            f"The Python that runs scrubjay lies inside a worktree, and there is no {' and no '.join(missing)} outside "
            "to look at it with. Install scrubjay outside of repositories, such as by pipx."
        )
    return programs
