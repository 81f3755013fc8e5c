"""Files and folders of the home: private to the user, on a disk where WAL works, locked, and still the same ones."""

import errno
import os
import stat
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING

from scrubjay.errors import DiskFailed, DiskFull, StorageError, StorageForbidden
from scrubjay.model.disk import KEPT, REFUSED
from scrubjay.model.frozen import dataclass
from scrubjay.model.pattern import pattern
from scrubjay.storage.files import NOWHERE, Looks, Mark

if TYPE_CHECKING:
    from scrubjay.storage.driver import Access


_TOO_MANY = f"{{}}. {KEPT} close what keeps files open, or raise the limit (`ulimit -n`)."

FileId = tuple[int, int]
"""Device and inode."""

State = tuple[int, int]
"""Size and mtime."""


class FileState(Enum):
    """The state of a connection's files: in place, only the log missing or replaced, another file there, or none."""

    HERE = "here"
    LOG_GONE = "log gone"
    LOG_REPLACED = "log replaced"
    REPLACED = "replaced"
    GONE = "gone"


@dataclass(frozen=True, slots=True)
class OpenFiles:
    """The identities of a connection's open files, by path, the database first; None for a missing file.

    `state` is kept by readers without locks, for whom a changed file is another file.
    """

    marks: tuple[tuple[str, FileId | None], ...]
    state: State | None = None

    def are_unchanged(self, looks: Looks | None = None) -> bool:
        """Whether all files are still in place; tested before and after each transaction."""
        looks = Looks() if looks is None else looks
        try:
            for path, mark in self.marks:
                if looks[path][:2] != mark:
                    return False
        except OSError:
            return False
        return self.state is None or self.state == _state(self.marks[0][0])


def folder_state(folder: Path, looks: Looks) -> Mark | None:
    """A mark of a folder: while equal, its names lead to the same files. None where a change might not show."""
    try:
        mark = looks[str(folder)]
    except OSError:
        return None
    return mark if mark is not NOWHERE and looks.are_settled([mark]) else None


def identify_files(path: Path, *, log: bool, changes: bool = False) -> OpenFiles:
    """The identities of the files at a path, with or without the log; with `changes` also size and time."""
    names = (str(path), f"{path}-wal", f"{path}-shm") if log else (str(path),)
    return OpenFiles(tuple((name, _file_id(name)) for name in names), _state(str(path)) if changes else None)


def file_state(opened: OpenFiles) -> FileState:
    """Compare the open files with those now at the path."""
    if opened.are_unchanged():
        return FileState.HERE
    now = [_file_id(name) for name, _ in opened.marks]
    was = [mark for _, mark in opened.marks]
    if now[0] is None:
        return FileState.GONE
    if now[0] != was[0] or opened.state is not None:
        return FileState.REPLACED
    if now == was:
        return FileState.HERE  # an index of the log that didn't exist before either
    fresh = any(after not in (None, before) for after, before in zip(now, was, strict=True))
    return FileState.LOG_REPLACED if fresh else FileState.LOG_GONE


def _file_id(path: str) -> FileId | None:
    """The device and inode of a file; None where there is none."""
    try:
        info = os.stat(path)  # noqa: PTH116
    except OSError:
        return None
    return info.st_dev, info.st_ino


def _state(path: str) -> State | None:
    """The size and modification time of a file; None where there is none."""
    try:
        info = os.stat(path)  # noqa: PTH116
    except OSError:
        return None
    return info.st_size, info.st_mtime_ns


if sys.platform == "win32":
    import msvcrt

    def _acquire(descriptor: int, wait: bool, shared: bool = False) -> bool:
        try:
            msvcrt.locking(descriptor, msvcrt.LK_LOCK if wait else msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True
else:
    import fcntl

    def _acquire(descriptor: int, wait: bool, shared: bool = False) -> bool:
        try:
            fcntl.flock(descriptor, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | (0 if wait else fcntl.LOCK_NB))
        except BlockingIOError:
            return False
        return True


PAUSE_S = 0.002
ASKING_S = 0.1
"""Seconds to wait out processes that only test the lock: each holds it for microseconds."""


@contextmanager
def file_lock(path: Path, *, wait: bool = False, patience_s: float = 0.0) -> Iterator[bool]:
    """Hold an exclusive lock on a file, created if missing; yields False when another process has it.

    `patience_s`: how long to try before giving up; ASKING_S where others may be testing it. The kernel drops the lock
    when the process ends, however it ends.
    """
    descriptor = _open_lock(path)
    try:
        until = time.monotonic() + patience_s
        while not (acquired := _acquire(descriptor, wait)) and time.monotonic() < until:
            time.sleep(PAUSE_S)
        yield acquired
    finally:
        os.close(descriptor)


def is_locked(path: Path) -> bool:
    """Whether some process holds the lock. Creates nothing, and needs no right to write."""
    try:
        descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_CLOEXEC", 0))
    except FileNotFoundError:
        return False
    try:
        return not _acquire(descriptor, wait=False, shared=True)
    finally:
        os.close(descriptor)


def _open_lock(path: Path) -> int:
    """Open a lock file, created if missing; returns the descriptor."""
    return os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o600)


_REMOTE = pattern(r"nfs\d?|cifs|smb\w*|9p|fuse\.\w+|vboxsf|virtiofs|afs|ceph|lustre|glusterfs|drvfs")
"""File systems without the shared memory or locks that WAL needs: network, bind and host mounts."""


def private_folder(path: Path) -> Path:
    """Create a folder that only its owner can enter (0700). Raises StorageForbidden for another user's folder."""
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
        info = path.stat()
    except OSError as error:
        raise file_error(path, error) from error
    if hasattr(os, "geteuid") and info.st_uid != os.geteuid():
        raise StorageForbidden(
            f"{path} belongs to another user (uid {info.st_uid}). "
            "A home is for one account: set SCRUBJAY_HOME to a folder of your own."
        )
    if info.st_mode & 0o077:
        try:
            path.chmod(0o700)
        except OSError as error:
            raise file_error(path, error) from error
    return path


def private_file(path: Path) -> None:
    """Create an empty file with mode 0600 unless it exists; restrict the mode of a file that others may read.

    An existing file isn't opened: closing it would drop the locks that SQLite holds on it in this process, and then
    another process would take its log over.
    """
    try:
        info = path.lstat()
    except FileNotFoundError:
        info = None
    except OSError as error:
        raise file_error(path, error) from error
    try:
        if info is None:
            _set_log_aside(path)
            os.close(os.open(path, os.O_WRONLY | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o600))
        elif stat.S_ISLNK(info.st_mode):
            raise StorageForbidden(f"{path} is a link, and a home holds files of its own. Put the file in its place.")
        elif os.name == "posix" and info.st_mode & 0o077:
            path.chmod(0o600)
    except OSError as error:
        raise file_error(path, error) from error


def _set_log_aside(path: Path) -> None:
    """Rename the log of a deleted database, which SQLite would otherwise apply to a new file of that name."""
    path.with_name(f"{path.name}-shm").unlink(missing_ok=True)
    if not log_is_empty(path):
        path.with_name(f"{path.name}-wal").replace(path.with_name(f"{path.name}-wal.left"))


def read_only(path: Path) -> bool:
    """Whether a file exists and can't be written: by its mode, or since its disk is read-only."""
    return path.is_file() and not (os.access(path.parent, os.W_OK) and os.access(path, os.W_OK))


def access_to(path: Path) -> "Access":
    """The way to open a file: for writing, read-only through its log, or as immutable."""
    if not read_only(path):
        return "write"
    return "immutable" if log_is_empty(path) else "read"


def log_is_empty(path: Path) -> bool:
    """Whether the log of a database is missing or empty, so that the file has all committed data."""
    try:
        return path.with_name(f"{path.name}-wal").stat().st_size == 0
    except FileNotFoundError:
        return True


def has_orphan_log(path: Path) -> bool:
    """Whether a database file is empty but its log isn't: SQLite would delete that log."""
    try:
        return path.stat().st_size == 0 and not log_is_empty(path)
    except OSError:
        return False


def file_error(path: Path, error: OSError) -> StorageError:
    """The StorageError for a failed file operation in the home."""
    return write_error(path, error.errno or 0, error.strerror or str(error))


def supports_wal(path: Path, mounts: Path = Path("/proc/self/mountinfo")) -> bool:
    """Whether the disk of a path is local, as WAL needs; True where the system doesn't tell."""
    try:
        lines = mounts.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return True
    target, best, kind = str(path.resolve()), "", ""
    for line in lines:
        fields = line.split(" ")
        separator = fields.index("-") if "-" in fields else 0
        if not separator or len(fields) <= separator + 1:
            continue
        point = fields[4].replace("\\040", " ")
        inside = point == "/" or target == point or target.startswith(point + "/")
        if inside and len(point) >= len(best):
            best, kind = point, fields[separator + 1]
    return not _REMOTE.fullmatch(kind)


def write_error(path: Path | str, number: int, text: str = "") -> StorageError:
    """The StorageError for a write that the system refused with an error number."""
    text = text or os.strerror(number)
    if number in REFUSED:
        return (StorageForbidden if number == errno.EROFS else DiskFull)(f"{path}: {REFUSED[number]}")
    if number in (errno.EMFILE, errno.ENFILE):
        return DiskFailed(f"{path}: {_TOO_MANY.format(text)}")
    return StorageForbidden(
        f"{path}: {text}. scrubjay needs a writable home: set SCRUBJAY_HOME to a folder of your own."
    )
