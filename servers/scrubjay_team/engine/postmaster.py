"""A PostgreSQL process over one data folder: started, waited for, stopped; and one that a killed server left behind."""

import os
import signal
import subprocess
import time
from collections.abc import Mapping
from pathlib import Path

from scrubjay.errors import DiskFull
from scrubjay.model.frozen import dataclass
from scrubjay_team.engine.account import options
from scrubjay_team.engine.binaries import ENVIRONMENT, Binaries
from scrubjay_team.engine.places import SOCKET
from scrubjay_team.errors import EngineFailed

SETTINGS = {
    "listen_addresses": "",
    "port": "5432",
    "unix_socket_permissions": "0700",
    "max_connections": "60",
    "jit": "off",
    "timezone": "UTC",
    "log_timezone": "UTC",
    "log_line_prefix": "%m [%p] ",
    "log_min_messages": "log",
    "log_min_error_statement": "panic",
    "log_error_verbosity": "terse",
    "log_checkpoints": "off",
    "update_process_title": "off",
}
"""No TCP; no statement, no value of a row and no error of a statement in the log or in a list of processes."""

READY_S = 300.0
"""Seconds for a start, recovery after a crash included."""
STOP_S = 60.0
"""Seconds for a fast stop before PostgreSQL is stopped without its last checkpoint, which the next start makes up."""
PAUSE_S = 0.01
TAIL = 2_000
"""Bytes of the log that an error tells."""


@dataclass(frozen=True, slots=True)
class Postmaster:
    """The first process of a running PostgreSQL. `child` is None where another process started it."""

    pid: int
    socket: Path
    child: subprocess.Popen[bytes] | None


def start(binaries: Binaries, data: Path, socket: Path, log: Path, settings: Mapping[str, str]) -> Postmaster:
    """Start PostgreSQL and wait until it answers, after a crash until it has recovered.

    It is in a session of its own, so that Ctrl-C at a terminal reaches only the server, which then stops it.
    Raises EngineFailed, DiskFull.
    """
    quoted = str(socket).replace('"', '""')
    chosen = {**SETTINGS, "unix_socket_directories": f'"{quoted}"', **settings}
    arguments = [part for name, value in chosen.items() for part in ("-c", f"{name}={value}")]
    with open(log, "ab", opener=_private) as file:
        began = file.tell()
        child = subprocess.Popen(
            [binaries.program("postgres"), "-D", str(data), *arguments], cwd="/", env=ENVIRONMENT,
            stdin=subprocess.DEVNULL, stdout=file, stderr=file, start_new_session=True, **options(binaries.account),
        )  # fmt: skip
    postmaster = Postmaster(child.pid, socket, child)
    try:
        if _becomes_ready(postmaster, data):
            return postmaster
    except BaseException:  # Ctrl-C while it recovers
        child.send_signal(signal.SIGINT)
        raise
    if child.returncode is not None:
        raise failure(log, began, f"PostgreSQL ended with code {child.returncode} as it started")
    stop(postmaster, data)
    raise failure(log, began, f"PostgreSQL wasn't ready within {READY_S:.0f} seconds")


def _becomes_ready(postmaster: Postmaster, data: Path) -> bool:
    """Wait until a PostgreSQL that was started answers; False where it ended, or isn't ready in time."""
    until = time.monotonic() + READY_S
    while time.monotonic() < until and is_alive(postmaster, data):
        lines = read_pid_file(data)
        if len(lines) > 7 and lines[0] == str(postmaster.pid) and lines[7].strip() == "ready":
            return True
        time.sleep(PAUSE_S)
    return False


def find_running(data: Path) -> Postmaster | None:
    """The PostgreSQL that runs over a data folder, whoever started it; None where none does.

    Its number alone would not do: after a restart of the machine it may be another process's.
    """
    lines = read_pid_file(data)
    if len(lines) < 5 or not lines[0].isdigit() or not _is_over(int(lines[0]), data):
        return None
    return Postmaster(int(lines[0]), Path(lines[4]), None)


def forget_dead(data: Path, socket: Path) -> bool:
    """Remove the files by which a dead PostgreSQL says that it runs; returns whether there were any.

    Only under the data folder's lock, and when none runs: its number may be another process's now, or of one that has
    ended and isn't buried, and PostgreSQL takes either for its own. What still uses its memory is found all the same.
    """
    left = [path for path in (data / "postmaster.pid", socket / SOCKET, socket / f"{SOCKET}.lock") if path.exists()]
    for path in left:
        path.unlink()
    return bool(left)


def stop(postmaster: Postmaster, data: Path) -> None:
    """Stop PostgreSQL: open transactions end, what was acknowledged is on the disk. Returns when it has ended."""
    for number, patience in ((signal.SIGINT, STOP_S), (signal.SIGQUIT, 10.0), (signal.SIGKILL, 10.0)):
        if not is_alive(postmaster, data):
            return
        try:
            os.kill(postmaster.pid, number)
        except ProcessLookupError:
            return
        until = time.monotonic() + patience
        while time.monotonic() < until:
            if not is_alive(postmaster, data):
                return
            time.sleep(PAUSE_S)
    raise EngineFailed(f"The PostgreSQL over {data}, process {postmaster.pid}, doesn't end. Is its disk stuck?")


def is_alive(postmaster: Postmaster, data: Path) -> bool:
    if postmaster.child is not None:
        return postmaster.child.poll() is None
    return _is_over(postmaster.pid, data)


def failure(log: Path, began: int, what: str) -> Exception:
    """The error for a start that failed, by what the log says from byte `began` on."""
    with log.open("rb") as file:
        file.seek(max(began, log.stat().st_size - TAIL))
        said = file.read().decode(errors="replace").strip()
    if "No space left on device" in said or "Disk quota exceeded" in said:
        return DiskFull(f"No space left for PostgreSQL; nothing was lost. Free some space and start again. See {log}.")
    return EngineFailed(f"{what}. Its log, {log}, says:\n{said or 'nothing'}")


def read_pid_file(data: Path) -> list[str]:
    """The lines of postmaster.pid: process, data folder, start, port, socket's folder, address, memory, state."""
    try:
        return (data / "postmaster.pid").read_text(encoding="utf-8", errors="replace").splitlines()
    except FileNotFoundError:
        return []


def _is_over(pid: int, data: Path) -> bool:
    """Whether a process is a PostgreSQL that was started over the folder; of one that ended nothing is left to read."""
    try:
        words = Path(f"/proc/{pid}/cmdline").read_bytes().decode(errors="replace").split("\0")
    except FileNotFoundError:
        if Path("/proc/self").exists():
            return False
        listed = subprocess.run(
            ["ps", "-ww", "-p", str(pid), "-o", "args="], capture_output=True, text=True, check=False
        )
        return f"postgres -D {data} " in listed.stdout
    return words[1:3] == ["-D", str(data)] and Path(words[0]).name == "postgres"


def _private(path: str, flags: int) -> int:
    return os.open(path, flags | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
