"""Translation of driver errors into ours, by SQLite's result code, never by the message text."""

import errno
from pathlib import Path

from scrubjay.errors import (
    DiskFailed,
    StorageBusy,
    StorageCorrupt,
    StorageError,
    StorageForbidden,
    StorageReplaced,
)
from scrubjay.storage import driver
from scrubjay.storage.write_errors import probe_errno, write_error

_BUSY = frozenset({driver.SQLITE_BUSY, driver.SQLITE_LOCKED, driver.SQLITE_PROTOCOL})
_WRITING = frozenset({driver.SQLITE_FULL, driver.SQLITE_READONLY, driver.SQLITE_PERM, driver.SQLITE_CANTOPEN})
_UNUSABLE = frozenset(
    {driver.SQLITE_CORRUPT, driver.SQLITE_NOTADB, driver.SQLITE_TOOBIG, driver.SQLITE_NOMEM, driver.SQLITE_MISMATCH,
     driver.SQLITE_FORMAT, driver.SQLITE_INTERNAL}
)  # fmt: skip
"""Codes that an undamaged file never causes: a test compiles every statement against the schema."""

_DAMAGE = (UnicodeDecodeError, MemoryError, OverflowError)
"""Further exceptions of a driver, raised when a file's bytes aren't valid text or claim to be larger than they are."""

FAILURES = (driver.DatabaseError, *_DAMAGE)
"""The exceptions that `translate` accepts."""


def translate(error: BaseException, path: Path) -> StorageError:
    """Our error for a driver's exception on a file; the primary result code decides.

    A disk that refuses is never damage of the file.
    """
    if isinstance(error, _DAMAGE):
        return _of(StorageCorrupt, path, error)
    code = getattr(error, "sqlite_errorcode", None)
    if code is None:  # the driver's own check: text that isn't UTF-8
        return _of(StorageCorrupt if isinstance(error, driver.OperationalError) else StorageError, path, error)
    if code == driver.SQLITE_READONLY_DBMOVED:
        return StorageReplaced()
    primary = code & 0xFF
    if primary in _BUSY:
        return _of(StorageBusy, path, error)
    if primary in _UNUSABLE:
        return _of(StorageCorrupt, path, error)
    if primary in _WRITING or primary == driver.SQLITE_IOERR:
        met = probe_errno(path) or (errno.ENOSPC if primary == driver.SQLITE_FULL else 0)
        if met:
            return write_error(path, met)
        return _of(StorageForbidden if primary in _WRITING else DiskFailed, path, error)
    return _of(StorageError, path, error)


def _of(kind: type[StorageError], path: Path, error: BaseException) -> StorageError:
    default = " ".join((kind.__doc__ or "").split())
    return kind(f"{path}: {error or type(error).__name__}. {default}")
