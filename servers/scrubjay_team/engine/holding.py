"""The lock of a data folder: one server at a time, whichever way the last one ended."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from scrubjay.storage.filesystem import file_lock
from scrubjay_team.errors import EngineBusy
from scrubjay_team.private import own_file, own_folder

LOCK = "lock"


@contextmanager
def hold(data: Path, patience_s: float = 0.0) -> Iterator[None]:
    """Hold the data folder, made where it is missing (0700), for this process alone; the kernel lets go of it.

    Raises EngineBusy, which names the process that has it, and StorageForbidden for a folder that isn't ours alone.
    """
    path = own_file(own_folder(data) / LOCK)
    with file_lock(path, patience_s=patience_s) as acquired:
        if not acquired:
            raise EngineBusy(
                f"{holder(data)} runs over the data folder {data}. Use that one, or end it; two servers of one team "
                "share a PostgreSQL of yours: `scrubjay serve team --dsn DSN`."
            )
        path.write_text(f"{os.getpid()}\n", encoding="utf-8")
        yield


def holder(data: Path) -> str:
    """The process that holds a data folder, in words."""
    try:
        number = (data / LOCK).read_text(encoding="utf-8").strip()
    except OSError:
        number = ""
    return f"Process {number}" if number.isdigit() else "Another process"
