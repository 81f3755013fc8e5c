"""Servers that run for a client's process: one that was killed leaves its file, and nobody holds the lock on it."""

import os
from collections.abc import Callable
from contextlib import ExitStack, suppress
from pathlib import Path

from scrubjay.person.lineage import Process, lineage
from scrubjay.storage.locks import file_lock, is_locked

FOLDER = "serving"


def record(home: Path, client: Process, server: str) -> Callable[[], None]:
    """Record that this process serves a client; returns what takes the record away at an orderly end.

    What clients that are gone have left is taken away, too. Nothing is recorded without a home that can be written.
    """
    folder = home / FOLDER
    file = folder / f"{_prefix(client)}{server}.{os.getpid()}"
    held = ExitStack()
    if not (home / "home.db").is_file():
        return held.close
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        for left in folder.iterdir():
            process = left.name.partition(".")[0]
            now = lineage(int(process))[:1] if process.isdecimal() else ()
            if not any(left.name.startswith(_prefix(each)) for each in now) and not is_locked(left):
                left.unlink(missing_ok=True)
        held.enter_context(file_lock(file))
    except OSError:
        return held.close

    def end() -> None:
        with suppress(OSError):
            file.unlink()
        held.close()

    return end


def take_killed(home: Path, client: Process) -> tuple[str, ...]:
    """The servers of a client's process that ended without saying so, each once; none that runs again."""
    found = [(file, file.name.removeprefix(_prefix(client)).partition(".")[0]) for file in _files(home, client)]
    running = {server for file, server in found if is_locked(file)}
    killed = [(file, server) for file, server in found if not is_locked(file)]
    for file, _ in killed:
        with suppress(OSError):
            file.unlink()
    return tuple(dict.fromkeys(server for _, server in killed if server not in running))


def _files(home: Path, client: Process) -> list[Path]:
    try:
        return sorted(file for file in (home / FOLDER).iterdir() if file.name.startswith(_prefix(client)))
    except OSError:
        return []


def _prefix(client: Process) -> str:
    return f"{client.id}.{client.started}_"
