"""Which of our errors does a driver's error mean? Decided by SQLite's code, never by its text."""

from pathlib import Path

from scrubjay.errors import DiskFull, StorageBusy, StorageCorrupt, StorageError, StorageForbidden
from scrubjay.storage import driver

_MEANING: dict[int, type[StorageError]] = {
    driver.SQLITE_BUSY: StorageBusy,
    driver.SQLITE_LOCKED: StorageBusy,
    driver.SQLITE_CORRUPT: StorageCorrupt,
    driver.SQLITE_NOTADB: StorageCorrupt,
    driver.SQLITE_FULL: DiskFull,
    driver.SQLITE_READONLY: StorageForbidden,
    driver.SQLITE_PERM: StorageForbidden,
    driver.SQLITE_CANTOPEN: StorageForbidden,
}


ROOM = 65_536
"""Bytes without which not even an empty write-ahead log and its index can be made."""


def translate(error: driver.DatabaseError, path: Path) -> StorageError:
    """Our error for a driver's error on a file; the primary result code decides."""
    code = getattr(error, "sqlite_errorcode", None)
    kind = _MEANING.get(code & 0xFF if isinstance(code, int) else -1, StorageError)
    if code == driver.SQLITE_IOERR and not _room(path):
        kind = DiskFull  # SQLite finds no room for the log's index and calls it an I/O error
    default = " ".join((kind.__doc__ or "").split())
    return kind(f"{path}: {error}. {default}")


def _room(path: Path) -> bool:
    import shutil  # with its archive formats too dear for every process that only opens a file

    try:
        return shutil.disk_usage(path.parent).free > ROOM
    except OSError:
        return True
