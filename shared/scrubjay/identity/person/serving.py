"""Servers that run for a client's process: one that was killed leaves its file, and nobody holds the lock on it."""

import os
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path

from scrubjay.identity.person.lineage import Process, clients, lineage
from scrubjay.storage.filesystem import file_lock, is_locked

FOLDER = "serving"
KILLED = (
    "{servers} ended without being told to, so its tools don't answer any more. Tell the user: reconnect it (in Claude "
    "Code `/mcp`), or start the client again."
)


def record(home: Path, client: Process, server: str) -> Callable[[], None]:
    """Record that this process serves a client; returns what takes the record away at an orderly end.

    What clients that are gone have left is taken away, too. Nothing is recorded without a home that can be written.
    """
    folder = home / FOLDER
    file = folder / f"{_record_prefix(client)}{server}.{os.getpid()}"
    held = ExitStack()
    if not (home / "home.db").is_file():
        return held.close
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        for left in folder.iterdir():
            process = left.name.partition(".")[0]
            now = lineage(int(process))[:1] if process.isdecimal() else ()
            if not any(left.name.startswith(_record_prefix(each)) for each in now) and not is_locked(left):
                left.unlink(missing_ok=True)
        held.enter_context(file_lock(file))
    except OSError:
        return held.close

    def end() -> None:
        with suppress(OSError):
            file.unlink()
        held.close()

    return end


def take_killed(home: Path, ancestors: Sequence[Process]) -> str:
    """What a session is told, once, of its client's servers that ended without being told to and don't run again."""
    killed: dict[str, None] = {}
    for client in clients(ancestors)[:1]:
        found = [
            (file, file.name.removeprefix(_record_prefix(client)).partition(".")[0])
            for file in _record_files(home, client)
        ]
        running = {server for file, server in found if is_locked(file)}
        for file, server in found:
            if not is_locked(file):
                killed |= {server: None} if server not in running else {}
                with suppress(OSError):
                    file.unlink()
    return KILLED.format(servers=" and ".join(killed)) if killed else ""


def _record_files(home: Path, client: Process) -> list[Path]:
    try:
        return sorted(file for file in (home / FOLDER).iterdir() if file.name.startswith(_record_prefix(client)))
    except OSError:
        return []


def _record_prefix(client: Process) -> str:
    return f"{client.id}.{client.started}_"
