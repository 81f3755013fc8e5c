"""What binds a clone to a project? `<git common dir>/scrubjay/<home id>`: the project's id and 32 random bytes."""

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path

from scrubjay.errors import BindingRefused
from scrubjay.projects.identity import Absent, Binding, Folder, Held, Unusable
from scrubjay.projects.ids import valid_id

FOLDER = "scrubjay"
SECRET_BYTES = 32
MAX_BYTES = 1024

_NO_LINK = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)
_PLAIN = os.O_RDONLY | _NO_LINK | getattr(os, "O_NONBLOCK", 0)
_DIRECTORY = os.O_RDONLY | _NO_LINK | getattr(os, "O_DIRECTORY", 0)


def folder_of(common_dir: Path) -> Folder:
    """Which directory a git common directory is. SQLite keeps signed numbers of 64 bits, so larger ones wrap."""
    seen = common_dir.stat()
    return Folder(str(common_dir), _signed(seen.st_dev), _signed(seen.st_ino))


def lies_there(folder: Folder) -> bool:
    """Whether this very directory is still reached by its path."""
    try:
        return folder_of(Path(folder.common_dir)) == folder
    except OSError:
        return False


def _signed(number: int) -> int:
    return number - (1 << 64) if number >= 1 << 63 else number


def read(common_dir: Path, home_id: str) -> Binding:
    """This home's binding in a clone. Never raises: what can't be believed is named."""
    file = common_dir / FOLDER / home_id
    if not home_id:
        return Absent()
    try:
        with _opened(common_dir) as folder:
            descriptor = os.open(home_id, _PLAIN, dir_fd=folder)
            try:
                why = _distrusted(os.fstat(descriptor))
                raw = b"" if why else os.read(descriptor, MAX_BYTES)
            finally:
                os.close(descriptor)
    except FileNotFoundError:
        return Absent()
    except OSError as error:
        return Unusable(*_named(file, error))
    return Unusable(str(file), why) if why else _parsed(file, raw)


def _named(file: Path, error: OSError) -> tuple[str, str]:
    """The path that is at fault, and what is wrong with it."""
    for path in (file.parent, file):
        if path.is_symlink():
            return str(path), "is a link"
    if error.errno == errno.ENOTDIR:
        return str(file.parent), "is not a folder"
    return str(file), os.strerror(error.errno or 0)


def _distrusted(seen: os.stat_result) -> str:
    if not stat.S_ISREG(seen.st_mode):
        return "is not a regular file"
    if hasattr(os, "geteuid") and seen.st_uid != os.geteuid():
        return f"belongs to another user (uid {seen.st_uid})"
    return ""


def _parsed(file: Path, raw: bytes) -> Binding:
    words = raw.decode("ascii", "replace").split()
    if len(words) == 4 and words[0] == "project" and words[2] == "secret" and valid_id(words[1]):
        with suppress(ValueError):
            secret = bytes.fromhex(words[3])
            if len(secret) == SECRET_BYTES:
                return Held(words[1], sha256(secret).hexdigest())
    return Unusable(str(file), "doesn't hold a project and a secret")


class Prepared:
    """A binding that is written beside its place and waits for `put`: first the home knows it, then it is there."""

    def __init__(self, common_dir: Path, home_id: str, project: str) -> None:
        """Write it aside. Raises BindingRefused where nothing can be written, or what is there can't be believed."""
        there = read(common_dir, home_id)
        if isinstance(there, Unusable):
            raise BindingRefused(f"{there.path} {there.why}, so scrubjay binds nothing there. Remove it and run again.")
        secret = os.urandom(SECRET_BYTES)
        self.secret_sha256 = sha256(secret).hexdigest()
        self._common_dir, self._home_id = common_dir, home_id
        self._aside = f".{home_id}.{os.urandom(8).hex()}"
        try:
            _make_folder(common_dir)
            with _opened(common_dir) as folder:
                descriptor = os.open(self._aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _NO_LINK, 0o600, dir_fd=folder)
                with os.fdopen(descriptor, "w", encoding="ascii") as stream:
                    stream.write(f"project {project}\nsecret {secret.hex()}\n")
                    stream.flush()
                    os.fsync(stream.fileno())
        except OSError as error:
            raise _refused(common_dir, error) from error

    def put(self) -> None:
        """Move it to its place. Raises BindingRefused."""
        try:
            with _opened(self._common_dir) as folder:
                os.rename(self._aside, self._home_id, src_dir_fd=folder, dst_dir_fd=folder)
        except OSError as error:
            self.drop()
            raise _refused(self._common_dir, error) from error

    def drop(self) -> None:
        """Forget it."""
        with suppress(OSError), _opened(self._common_dir) as folder:
            os.unlink(self._aside, dir_fd=folder)


def remove(common_dir: Path, home_id: str) -> None:
    """Take this home's binding out of a clone, and the folder where no other home has one. Links are left alone."""
    with suppress(OSError), _opened(common_dir) as folder:
        os.unlink(home_id, dir_fd=folder)
    with suppress(OSError):
        (common_dir / FOLDER).rmdir()


@contextmanager
def _opened(common_dir: Path) -> Iterator[int]:
    descriptor = os.open(common_dir / FOLDER, _DIRECTORY)
    try:
        yield descriptor
    finally:
        os.close(descriptor)


def _make_folder(common_dir: Path) -> None:
    """Make the folder, open to whom git's own folder is open: another account's home keeps its file there, too."""
    folder = common_dir / FOLDER
    with suppress(FileExistsError):
        folder.mkdir()
        folder.chmod(stat.S_IMODE(common_dir.stat().st_mode))


def _refused(common_dir: Path, error: OSError) -> BindingRefused:
    path, why = _named(common_dir / FOLDER / "binding", error)
    named = path if why in ("is a link", "is not a folder") else f"{common_dir / FOLDER}"
    return BindingRefused(
        f"{named}: {why}. scrubjay keeps what binds this clone there; make it writable, and run `scrubjay init` again."
    )
