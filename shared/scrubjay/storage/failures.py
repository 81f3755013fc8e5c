"""Translation of driver errors into ours, by SQLite's result code, never by the message text."""

import errno
import os
from pathlib import Path

from scrubjay.errors import DiskFailed, StorageBusy, StorageCorrupt, StorageError, StorageForbidden, StorageReplaced
from scrubjay.storage import driver
from scrubjay.storage.filesystem import write_error

ROOM = 65_536
"""Bytes that the smallest write-ahead log and its index need."""


def probe_errno(path: Path, room: int = ROOM) -> int:
    """The error number that a write of `room` bytes to a database would now get; 0 if it would succeed.

    Called after SQLite failed, which reports an exceeded quota or a process limit as an I/O error.
    """
    folder = path.parent
    if not folder.is_dir():
        return errno.ENOENT
    if hasattr(os, "statvfs") and os.statvfs(folder).f_flag & os.ST_RDONLY:
        return errno.EROFS
    if not os.access(folder, os.W_OK) or (path.exists() and not os.access(path, os.W_OK)):
        return errno.EACCES
    largest = max(_file_size(path), _file_size(path.with_name(f"{path.name}-wal")))
    if largest + room > _file_limit():
        return errno.EFBIG
    return errno.ENOSPC if room > _free_bytes(folder) else _probe_write(folder)


def _probe_write(folder: Path) -> int:
    """Write a temporary file as large as a log; returns the error number, 0 for none."""
    probe = folder / f".room-{os.getpid()}"
    try:
        descriptor = os.open(probe, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        try:
            written = os.write(descriptor, bytes(ROOM))
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
            probe.unlink()
    except OSError as error:
        return error.errno or errno.EIO
    return 0 if written == ROOM else errno.ENOSPC


def _free_bytes(folder: Path) -> float:
    """The bytes that this user may still use on a folder's disk."""
    if not hasattr(os, "statvfs"):
        return float("inf")
    disk = os.statvfs(folder)
    return disk.f_bavail * disk.f_frsize


def _file_size(path: Path) -> int:
    """The size of a file in bytes; 0 if it can't be read."""
    try:
        return path.stat().st_size
    except OSError:
        return 0


def _file_limit() -> float:
    """The largest file that this process may write, in bytes."""
    try:
        import resource
    except ImportError:
        return float("inf")  # Windows has no such limit
    (limit, _) = resource.getrlimit(resource.RLIMIT_FSIZE)
    return float("inf") if limit == resource.RLIM_INFINITY else limit


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
    """The StorageError for a driver's exception on a file, by its primary result code.

    A disk that refuses is never damage of the file.
    """
    if isinstance(error, _DAMAGE):
        return _error_of(StorageCorrupt, path, error)
    code = getattr(error, "sqlite_errorcode", None)
    if code is None:  # the driver's own check: text that isn't UTF-8
        return _error_of(StorageCorrupt if isinstance(error, driver.OperationalError) else StorageError, path, error)
    if code == driver.SQLITE_READONLY_DBMOVED:
        return StorageReplaced()
    primary = code & 0xFF
    if primary in _BUSY:
        return _error_of(StorageBusy, path, error)
    if primary in _UNUSABLE:
        return _error_of(StorageCorrupt, path, error)
    if primary in _WRITING or primary == driver.SQLITE_IOERR:
        met = probe_errno(path) or (errno.ENOSPC if primary == driver.SQLITE_FULL else 0)
        if met:
            return write_error(path, met)
        return _error_of(StorageForbidden if primary in _WRITING else DiskFailed, path, error)
    return _error_of(StorageError, path, error)


def _error_of(kind: type[StorageError], path: Path, error: BaseException) -> StorageError:
    """An error of some class, with the path, the driver's words and the class's advice."""
    default = " ".join((kind.__doc__ or "").split())
    return kind(f"{path}: {error or type(error).__name__}. {default}")
