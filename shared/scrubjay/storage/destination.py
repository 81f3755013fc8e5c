"""Output file that the user names: written completely or not at all, through links; a stream is written directly."""

import errno
import os
import stat
import tempfile
from contextlib import suppress
from pathlib import Path

from scrubjay.errors import StorageError, UsageError
from scrubjay.model.frozen import dataclass

NAME = 40
"""Characters of the file's name that the temporary file's name begins with."""


def replace_atomically(path: Path, data: bytes, mode: int = 0o600) -> None:
    """Replace a file atomically, synced, with the permissions `mode`; a failure leaves no trace. Raises OSError.

    One that its owner made read-only is left alone: the system asks the folder alone, and root for nothing.
    """
    if path.exists() and not path.stat().st_mode & stat.S_IWUSR:
        raise OSError(errno.EACCES, os.strerror(errno.EACCES), str(path))
    descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name[:NAME]}.scrubjay-")
    try:
        with os.fdopen(descriptor, "wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        Path(name).chmod(mode)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


_NO_FILE = {
    stat.S_IFDIR: "a folder", stat.S_IFBLK: "a device", stat.S_IFCHR: "a device", stat.S_IFSOCK: "a socket",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Destination:
    """A place to write output to. `exists`: a file is there; `stream`: it is a pipe or device."""

    path: Path
    exists: bool = False
    stream: bool = False


def destination(path: Path) -> Destination:
    """Resolve a path through links before anything is written. Raises UsageError where nothing can be written."""
    try:
        info = path.stat()
    except FileNotFoundError:
        target = Path(os.path.realpath(path))  # also for a dangling link
        if not target.parent.is_dir():
            raise UsageError(f"{path} can't be written: there is no folder {target.parent}. Make it first.") from None
        return Destination(target)
    except OSError as error:
        raise UsageError(f"{path} can't be written: {error.strerror}. Name a file in a folder that exists.") from error
    if stat.S_ISFIFO(info.st_mode) or _is_own_output(info):
        return Destination(path, stream=True)
    if not stat.S_ISREG(info.st_mode):
        kind = _NO_FILE.get(stat.S_IFMT(info.st_mode), "no file")
        raise UsageError(f"{path} can't be written: it is {kind}. Name a file in a folder that exists.")
    return Destination(Path(os.path.realpath(path)), exists=True)


def write_output(place: Destination, data: bytes) -> None:
    """Write all data with mode 0600, or leave the destination unchanged. Raises OSError, StorageError."""
    try:
        if place.stream:
            _write_through(place.path, data)
        else:
            replace_atomically(place.path, data)
    except BrokenPipeError:
        raise StorageError(f"{place.path}: its reader went before all was written. Write it again.") from None
    except OSError as error:
        raise OSError(error.errno or errno.EIO, os.strerror(error.errno or errno.EIO), str(place.path)) from error


def _write_through(path: Path, data: bytes) -> None:
    """Append data to a pipe or device."""
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_APPEND), "wb") as stream:
        stream.write(data)


def _is_own_output(info: os.stat_result) -> bool:
    """Whether a file is this process's own standard output, such as /dev/stdout."""
    for number in (1, 2):
        with suppress(OSError):
            if os.path.samestat(info, os.fstat(number)):
                return True
    return False
