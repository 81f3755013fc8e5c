"""Findings of the launch guards: checked now without starting Python, or left by a guard that started nothing.

Servers and the worker load modules lazily, maybe hours after the guard's check. A branch that was checked out
meanwhile may have put its own files there.
"""

import subprocess
import sys
import threading
from collections.abc import Mapping
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from scrubjay.errors import ConfigError, LauncherChanged
from scrubjay.integrations.launching import FOLDER, REFUSED
from scrubjay.integrations.launching.launcher import SHELL, Launcher, guard_file, indexes, running_launcher
from scrubjay.model.frozen import dataclass

PATIENCE_S = 20.0

FITS = "fits"
FINDINGS: Mapping[str, str] = {
    FITS: "as `scrubjay init` saw it, and git tracks nothing there",
    "written": "with files that were written since `scrubjay init`, and that no installer recorded",
    "changed": "changed since `scrubjay init`",
    "tracked": "in a folder where git tracks files",
    "busy": "in a worktree that git is writing to (index.lock)",
    "unreadable": "in a worktree that git can't read",
    "gone": "without the guard that `scrubjay init` wrote",
}


@dataclass(frozen=True, slots=True)
class GuardFinding:
    """A finding of FINDINGS about a Python; if that Python is gone, about the guard itself."""

    finding: str
    python: str


def run_guard(guard: Path, environment: Mapping[str, str]) -> GuardFinding:
    """Run a guard of this home. It runs in the shell, starts git, and executes nothing from the worktree."""
    try:
        done = subprocess.run(
            [SHELL, str(guard), "check"], capture_output=True, timeout=PATIENCE_S, check=False,
            stdin=subprocess.DEVNULL, env=dict(environment),
        )  # fmt: skip
    except (OSError, ValueError, subprocess.TimeoutExpired):
        return GuardFinding("gone", str(guard))
    finding, _, python = done.stdout.decode("utf-8", "surrogateescape").partition("\n")
    return GuardFinding(finding, python.rstrip("\n")) if finding in FINDINGS else GuardFinding("gone", str(guard))


def refusals(home: Path) -> tuple[str, ...]:
    """A line for each time that a guard of a home refused to start something, as far as nobody was told yet."""
    lines = []
    for file in sorted((home / FOLDER).glob(f"*{REFUSED}")):
        try:
            finding, _, python = file.read_text(encoding="utf-8", errors="replace").strip().partition("\n")
            at = datetime.fromtimestamp(file.stat().st_mtime, UTC)
        except OSError:
            continue
        if finding in FINDINGS:
            lines.append(
                f"Hooks or servers did not start at {at:%Y-%m-%d %H:%M} UTC: their Python {' '.join(python.split())} "
                f"was {FINDINGS[finding]}. `scrubjay doctor` says whether it still is."
            )
    return tuple(lines)


def forget_refusals(home: Path) -> None:
    """Delete the refusals that were told; where the home can't be written, they are told again."""
    for file in (home / FOLDER).glob(f"*{REFUSED}"):
        with suppress(OSError):
            file.unlink()


LOADING = frozenset({"import", "exec", "ctypes.dlopen", "sqlite3.load_extension", "scrubjay.load"})
"""Audit events (PEP 578) before code is loaded, and, with `exec`, after it was read and before it runs."""

State = tuple[tuple[int, ...], ...]


class Watch:
    """An audit hook that lets code be loaded only while the guard's check passes.

    The guard runs again when an index file differs from the one at its last run. git writes no file of a worktree
    before it holds `index.lock`, and releases that only with the new index: so code that was read while the index
    was the old one and not locked is unchanged by a checkout.

    `told` is how the files stood before the guard looked that started this process.
    """

    def __init__(self, guard: Path, launcher: Launcher, environment: Mapping[str, str], told: str = "") -> None:
        self._guard = guard
        self._environment = dict(environment)
        self._folder = launcher.environment
        self._indexes = indexes(launcher)
        now = self._index_state()
        self._fitting: State | None = now if told and told == as_told(now) else None
        self._asking = False
        self._lock = threading.RLock()

    def __call__(self, event: str, arguments: object) -> None:
        """Called for every audit event; raises LauncherChanged to prevent one."""
        if event in LOADING and self._index_state() != self._fitting:
            with self._lock:
                if not self._asking:
                    self._ask_guard()

    def _ask_guard(self) -> None:
        """Run the guard. Raises LauncherChanged where it finds that the environment changed."""
        before = self._index_state()
        self._asking = True
        try:
            finding = run_guard(self._guard, self._environment).finding
        finally:
            self._asking = False
        if finding != FITS:
            raise LauncherChanged(
                f"scrubjay's environment {self._folder} is {FINDINGS[finding]}, so nothing more is loaded from it. "
                "Switch to a branch that leaves it alone and ask again; `scrubjay doctor` tells more."
            )
        self._fitting = before

    def _index_state(self) -> State:
        """How the index files stand now."""
        return tuple(map(_file_identity, self._indexes))


def as_told(state: State) -> str:
    """A state as `stat` prints it for a guard: one line a file that is there."""
    lines = (
        f"{device} {inode} {size} {_seconds(written)} {_seconds(changed)}"
        for device, inode, size, written, changed in filter(None, state)
    )
    return "\n".join(lines)


def _seconds(ns: int) -> str:
    return f"{ns // 10**9}.{ns % 10**9:09d}"


TOLD = "indexes"
"""The option `-X` by which a guard says how the index files stood before its look."""


def watch(environment: Mapping[str, str]) -> bool:
    """Watch what this process loads from now on, if its environment is inside a worktree and has a guard."""
    launcher = running_launcher()
    if not launcher.worktrees:
        return False
    from scrubjay.settings.home import home_folder  # lazy: most processes don't come here

    try:
        guard = guard_file(home_folder(environment), launcher)
    except ConfigError:
        return False  # reported with the first answer
    if guard.is_file():
        sys.addaudithook(Watch(guard, launcher, environment, str(sys._xoptions.get(TOLD, ""))))
    return guard.is_file()


def _file_identity(file: Path) -> tuple[int, ...]:
    try:
        info = file.lstat()
    except OSError:
        return ()
    return info.st_dev, info.st_ino, info.st_size, info.st_mtime_ns, info.st_ctime_ns
