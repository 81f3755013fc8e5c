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


def translate(error: driver.DatabaseError, path: Path) -> StorageError:
    """Our error for a driver's error on a file; the primary result code decides."""
    code = getattr(error, "sqlite_errorcode", None)
    kind = _MEANING.get(code & 0xFF if isinstance(code, int) else -1, StorageError)
    if code == driver.SQLITE_IOERR_SHMSIZE:
        kind = DiskFull
    default = " ".join((kind.__doc__ or "").split())
    return kind(f"{path}: {error}. {default}")
