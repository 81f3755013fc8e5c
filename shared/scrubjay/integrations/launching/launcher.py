"""Start of this Python again: where it lies, what a checkout could overwrite, its command line, and the worker."""

import atexit
import json
import os
import shlex
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import scrubjay
from scrubjay.git.process import enclosing_worktrees, index_of
from scrubjay.integrations.bundled import bundled
from scrubjay.integrations.launching import FOLDER
from scrubjay.model.frozen import dataclass
from scrubjay.storage.filesystem import is_locked

PAUSE_S = 1.0
"""Starting a process costs more than most of its jobs: what is kept within a second shares one."""

MOST_PAUSES = 8
"""A worker takes a processor from whoever is answered: it waits for a second in which nothing is kept, so often."""


class Waking:
    """Calls `wake`, which starts a worker unless one runs. The queue holds the jobs: a wake that a kill takes along is
    made up for by the next one. Safe to use from several threads. Tests pass their own `timer`.
    """

    def __init__(
        self,
        wake: Callable[[], None],
        timer: Callable[[float, Callable[[], None]], threading.Timer] = threading.Timer,
    ) -> None:
        self._wake = wake
        self._make_timer = timer
        self._lock = threading.Lock()
        self._timer: threading.Timer | None = None
        self._pauses = 0
        self._is_asked_again = False

    def now(self) -> None:
        """Wake the worker for everything that was enqueued."""
        self._stop()
        self._wake()

    def soon(self) -> None:
        """Wake the worker after a pause in which nobody asked for it, or after so many pauses since the first."""
        with self._lock:
            self._is_asked_again = True
            if self._timer is None:
                self._pauses = 0
                self._begin_pause()

    def close(self) -> None:
        """Wake the worker now if a request waits."""
        if self._stop():
            self._wake()

    def _begin_pause(self) -> None:
        """Begin a pause, at whose end `_fire` is called."""
        self._is_asked_again = False
        self._pauses += 1
        self._timer = self._make_timer(PAUSE_S, self._end_pause)
        self._timer.daemon = True
        self._timer.start()

    def _end_pause(self) -> None:
        """End a pause: begin another one if somebody asked meanwhile, else wake the worker."""
        with self._lock:
            if self._timer is not None and self._is_asked_again and self._pauses < MOST_PAUSES:
                self._begin_pause()
                return
        if self._stop():
            self._wake()

    def _stop(self) -> bool:
        """End the pause; whether there was one."""
        with self._lock:
            timer, self._timer = self._timer, None
        if timer is not None:
            timer.cancel()
        return timer is not None


LOCK_NAME = "worker.lock"


_workers: list["subprocess.Popen[bytes]"] = []
"""Started by this process and not known to have ended: a process that lives long asks, or they stay as zombies."""


@atexit.register
def _leave_workers() -> None:
    """Mark workers as ended for Python, which would warn that they outlive this process."""
    for worker in _workers:
        worker.returncode = 0


def start_worker(home: Path, start: Sequence[str], environment: Mapping[str, str]) -> bool:
    """Start the worker of a home unless one runs; returns whether one was started. Call it *after* enqueueing.

    `start` is the command line of this Python (`launching.start`).
    No job is lost between a worker that stops and a job that arrives: a worker reads the queue once more after
    it has released the lock, and here the lock is tried after the job was written.
    Raises OSError when the process can't be started.
    """
    if is_locked(home / LOCK_NAME):
        return False
    _workers[:] = [worker for worker in _workers if worker.poll() is None]
    worker = subprocess.Popen(
        [*start, "-I", "-m", "scrubjay.operations.jobs.worker"],
        cwd=home,
        env={**environment, "SCRUBJAY_HOME": str(home)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=os.name == "posix",
        close_fds=True,
    )
    _workers.append(worker)
    return True


@dataclass(frozen=True, slots=True)
class Launcher:
    """What starts scrubjay: a Python, the folders of its environment and of its base Python (the
    same without a virtual environment), and the folder that the package is imported from.
    """

    python: Path
    environment: Path
    base: Path
    code: Path
    imports: tuple[Path, ...] = ()
    """The folders that `site` added to the path: the environment's packages and the targets of its `.pth` files."""

    @property
    def worktrees(self) -> tuple[Path, ...]:
        """The worktrees, outermost first, that could overwrite the environment or the code; usually none.

        Excludes scrubjay's own clone, installed with `pip install -e`: its tracked code is what the user wants to run.
        The base Python isn't checked: tools that install Pythons keep them in clones of their own.
        """
        around = dict.fromkeys((*enclosing_worktrees(self.environment), *enclosing_worktrees(self.code)))
        return tuple(top for top in around if top != self.own_clone)

    @property
    def own_clone(self) -> Path | None:
        """The clone of scrubjay that `pip install -e` installed as this code; None for other installs."""
        top = self.code.parent
        return top if self.code.name == "shared" and os.path.lexists(top / ".git") else None

    @property
    def outside(self) -> Path | None:
        """The base Python's program, where no checkout of the worktrees can write over it."""
        program = self.python.resolve()
        inside = any(program.is_relative_to(top) or program.is_relative_to(top.resolve()) for top in self.worktrees)
        return None if inside else program


def indexes(launcher: Launcher) -> tuple[Path, ...]:
    """The git index of each worktree of a launcher, and the lock that git holds while it writes there."""
    files = (index_of(top) for top in launcher.worktrees)
    return tuple(file for index in files for file in (index, index.with_name("index.lock")))


def running_launcher() -> Launcher:
    """The launcher of this process."""
    code = Path(scrubjay.__file__ or "").parent.parent
    return Launcher(Path(sys.executable), Path(sys.prefix), Path(sys.base_prefix), code, _added_paths())


def _added_paths() -> tuple[Path, ...]:
    """The path entries behind the standard library; before it are a script's folder and PYTHONPATH."""
    library = os.path.dirname(os.__file__)  # noqa: PTH120 - as written in the path
    ends = [n for n, entry in enumerate(sys.path, 1) if entry in (library, os.path.join(library, "lib-dynload"))]  # noqa: PTH118
    return tuple(Path(entry) for entry in sys.path[max(ends, default=len(sys.path)) :])


SHELL = "/bin/sh"


def start(home: Path, launcher: Launcher) -> tuple[str, ...]:
    """The command words that start a launcher's Python, or the guard before it: those before `-I -m MODULE`.

    Outside every worktree this is the Python. Inside one a checkout may have overwritten it, so a guard in the home
    checks first; where `init` has written none, the start fails.
    """
    return (SHELL, str(guard_file(home, launcher))) if launcher.worktrees else (str(launcher.python),)


def guard_file(home: Path, launcher: Launcher) -> Path:
    """The path of an environment's guard in the home."""
    from hashlib import sha256  # lazy: hooks start without it

    name = sha256(str(launcher.environment).encode("utf-8", "surrogateescape")).hexdigest()[:16]
    return home / FOLDER / f"{name}.sh"


def bytecode(guard: Path) -> Path:
    """The bytecode folder of a guarded Python: a checkout can write into each `__pycache__` of the environment."""
    return guard.with_suffix(".bytecode")


INIT = "scrubjay is not set up here: run `scrubjay init` in the repository, then connect again."


def absent_code() -> str:
    """Shell code that stands in for a server; it takes the server's name and a text within a JSON string's quotes."""
    lines = bundled("hooks", "absent.sh").read_text(encoding="utf-8").splitlines()
    return "\n".join(line for line in lines if not line.startswith("#"))


def stand_in(server: str, why: str) -> list[str]:
    """The command that stands in for a server."""
    return [SHELL, "-c", absent_code(), SHELL, server, json.dumps(why)[1:-1]]


def or_absent() -> str:
    """Shell code that starts a guard, or where it is gone stands in for the server: `sh -c CODE GUARD ARGUMENTS`."""
    return f'[ ! -r "$0" ] || exec {SHELL} "$0" "$@"\nset -- scrubjay {shlex.quote(INIT)}\n{absent_code()}'
