"""Audit hook that stops a long-running process from loading code that a checkout changed after its start.

Servers and the worker load modules lazily, maybe hours after the guard's check. A branch that was checked out
meanwhile may have put its own files there.
"""

import sys
import threading
from collections.abc import Mapping
from pathlib import Path

from scrubjay.errors import ConfigError, LauncherChanged
from scrubjay.git.enclosing import index_of
from scrubjay.integrations.launching.check import FINDINGS, FITS, run_guard
from scrubjay.integrations.launching.launcher import Launcher, running_launcher
from scrubjay.integrations.launching.start import guard_file

LOADING = frozenset({"import", "exec", "ctypes.dlopen", "sqlite3.load_extension", "scrubjay.load"})
"""Audit events (PEP 578) before code is loaded, and, with `exec`, after it was read and before it runs."""

State = tuple[tuple[int, ...], ...]


class Watch:
    """An audit hook that lets code be loaded only while the guard's check passes.

    The guard runs again when an index file differs from the one at its last run. git writes no file of a worktree
    before it holds `index.lock`, and releases that only with the new index: so code that was read while the index
    was the old one and not locked is unchanged by a checkout.
    """

    def __init__(self, guard: Path, launcher: Launcher, environment: Mapping[str, str]) -> None:
        self._guard = guard
        self._environment = dict(environment)
        self._folder = launcher.environment
        self._indexes = tuple(index_of(top) for top in launcher.worktrees)
        self._fitting: State | None = None
        self._asking = False
        self._lock = threading.RLock()

    def __call__(self, event: str, arguments: object) -> None:
        """Called for every audit event; raises LauncherChanged to prevent one."""
        if event in LOADING and self._state() != self._fitting:
            with self._lock:
                if not self._asking:
                    self._ask()

    def _ask(self) -> None:
        before = self._state()
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

    def _state(self) -> State:
        return tuple(_identity(file) for index in self._indexes for file in (index, index.with_name("index.lock")))


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
        sys.addaudithook(Watch(guard, launcher, environment))
    return guard.is_file()


def _identity(file: Path) -> tuple[int, ...]:
    try:
        info = file.lstat()
    except OSError:
        return ()
    return info.st_dev, info.st_ino, info.st_size, info.st_mtime_ns, info.st_ctime_ns
