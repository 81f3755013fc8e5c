"""The lock of a data folder: one server at a time, whichever way the last one ended."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from scrubjay.errors import StorageForbidden
from scrubjay.storage.filesystem import file_lock
from scrubjay_team.errors import EngineBusy

LOCK = "lock"


@contextmanager
def hold(data: Path, patience_s: float = 0.0) -> Iterator[None]:
    """Hold the data folder, made where it is missing (0700), for this process alone; the kernel lets go of it.

    Raises EngineBusy, which names the process that has it, and StorageForbidden for a folder that can't be written.
    """
    path = make_folder(data) / LOCK
    try:
        path.touch(mode=0o600)
    except OSError as error:
        raise _forbidden(data, error) from None
    with file_lock(path, patience_s=patience_s) as acquired:
        if not acquired:
            raise EngineBusy(
                f"{holder(data)} runs over the data folder {data}. Use that one, or end it; two servers of one team "
                "share a PostgreSQL of yours: `scrubjay serve team --dsn DSN`."
            )
        path.write_text(f"{os.getpid()}\n", encoding="utf-8")
        yield


def make_folder(data: Path) -> Path:
    """Make a data folder where it is missing (0700). One that is there keeps its mode: PostgreSQL's account may have to
    go through it. Raises StorageForbidden.
    """
    try:
        data.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise _forbidden(data, error) from None
    return data


def _forbidden(data: Path, error: OSError) -> StorageForbidden:
    return StorageForbidden(
        f"The data folder {data} can't be written: {error.strerror}. Give its owner the right, or choose another "
        "folder: `team.data` in config.yaml."
    )


def holder(data: Path) -> str:
    """The process that holds a data folder, in words."""
    try:
        number = (data / LOCK).read_text(encoding="utf-8").strip()
    except OSError:
        number = ""
    return f"Process {number}" if number.isdigit() else "Another process"
