"""Files and folders of the home: private to the user, and on a disk where WAL works."""

import os
import re
import stat
from pathlib import Path

from scrubjay.errors import StorageError, StorageForbidden
from scrubjay.storage.driver import Access
from scrubjay.storage.failures import write_error

_REMOTE = re.compile(r"nfs\d?|cifs|smb\w*|9p|fuse\.\w+|vboxsf|virtiofs|afs|ceph|lustre|glusterfs|drvfs")
"""File systems without the shared memory or locks that WAL needs: network, bind and host mounts."""


def private_folder(path: Path) -> Path:
    """Create a folder that only its owner can enter (0700); refuse one that belongs to somebody else."""
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
    """Create an empty file with mode 0600 unless it exists; repair the mode of one that is open to others.

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
    """Move the log of a deleted file out of the way: SQLite would apply it to the new file of that name."""
    path.with_name(f"{path.name}-shm").unlink(missing_ok=True)
    if not log_is_empty(path):
        path.with_name(f"{path.name}-wal").replace(path.with_name(f"{path.name}-wal.left"))


def read_only(path: Path) -> bool:
    """Whether a file exists and can't be written in place: a read-only disk, or its mode."""
    return path.is_file() and not (os.access(path.parent, os.W_OK) and os.access(path, os.W_OK))


def access_to(path: Path) -> Access:
    """How a file can be opened. A read-only one is read through its log, if that has content."""
    if not read_only(path):
        return "write"
    return "immutable" if log_is_empty(path) else "read"


def log_is_empty(path: Path) -> bool:
    """Whether all committed data is in the database file, and none in its log."""
    try:
        return path.with_name(f"{path.name}-wal").stat().st_size == 0
    except FileNotFoundError:
        return True


def has_orphan_log(path: Path) -> bool:
    """Whether a file is empty but its log isn't: SQLite would delete the log."""
    try:
        return path.stat().st_size == 0 and not log_is_empty(path)
    except OSError:
        return False


def file_error(path: Path, error: OSError) -> StorageError:
    """Our error for a failed file operation in the home."""
    return write_error(path, error.errno or 0, error.strerror or str(error))


def supports_wal(path: Path, mounts: Path = Path("/proc/self/mountinfo")) -> bool:
    """Whether the disk of `path` is local enough for WAL; True where the system doesn't tell."""
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
