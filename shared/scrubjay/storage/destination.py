"""Where does a file that the user names get written? A file whole or not at all, through links; a stream as it is."""

import errno
import os
import stat
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from scrubjay.errors import StorageError, UsageError
from scrubjay.storage.whole import replace_whole

_NO_FILE = {
    stat.S_IFDIR: "a folder", stat.S_IFBLK: "a device", stat.S_IFCHR: "a device", stat.S_IFSOCK: "a socket",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Destination:
    """A place that can be written. `taken`: a file stands there; `stream`: what is written there goes to a reader."""

    path: Path
    taken: bool = False
    stream: bool = False


def destination(path: Path) -> Destination:
    """What a path leads to, through links, before anything is written. Raises UsageError for what is no such place."""
    try:
        info = path.stat()
    except FileNotFoundError:
        target = Path(os.path.realpath(path))  # also where a link leads that has no file yet
        if not target.parent.is_dir():
            raise UsageError(f"{path} can't be written: there is no folder {target.parent}. Make it first.") from None
        return Destination(target)
    except OSError as error:
        raise UsageError(f"{path} can't be written: {error.strerror}. Name a file in a folder that exists.") from error
    if stat.S_ISFIFO(info.st_mode) or _is_own_output(info):
        return Destination(path, stream=True)
    if not stat.S_ISREG(info.st_mode):
        what = _NO_FILE.get(stat.S_IFMT(info.st_mode), "no file")
        raise UsageError(f"{path} can't be written: it is {what}. Name a file in a folder that exists.")
    return Destination(Path(os.path.realpath(path)), taken=True)


def deliver(place: Destination, data: bytes) -> None:
    """Write all of it for the owner's eyes alone (0600), or leave the place as it was. Raises OSError, StorageError."""
    try:
        if place.stream:
            _through(place.path, data)
        else:
            replace_whole(place.path, data)
    except BrokenPipeError:
        raise StorageError(f"{place.path}: its reader went before all was written. Write it again.") from None
    except OSError as error:
        raise OSError(error.errno or errno.EIO, os.strerror(error.errno or errno.EIO), str(place.path)) from error


def _through(path: Path, data: bytes) -> None:
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_APPEND), "wb") as stream:
        stream.write(data)


def _is_own_output(info: os.stat_result) -> bool:
    """Whether it is what this process prints to, such as /dev/stdout."""
    for number in (1, 2):
        with suppress(OSError):
            if os.path.samestat(info, os.fstat(number)):
                return True
    return False
