"""Reader for the file that binds a clone: it follows no links, and trusts only files of our own account."""

import errno
import os
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path

from scrubjay.identity.projects.ids import valid_id


def sha256_hex(data: bytes) -> str:
    """The digest in hexadecimal."""
    try:
        module = import_module("_sha2" if sys.version_info >= (3, 12) else "_sha256")
    except ImportError:  # other implementations of Python lack the module
        module = import_module("hashlib")
    return str(module.sha256(data).hexdigest())


FOLDER = "scrubjay"
SECRET_BYTES = 32
MAX_BYTES = 1024

NO_LINK = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)
_PLAIN = os.O_RDONLY | NO_LINK | getattr(os, "O_NONBLOCK", 0)
_DIRECTORY = os.O_RDONLY | NO_LINK | getattr(os, "O_DIRECTORY", 0)


class UntrustedFile(Exception):
    """The untrusted path, and what is wrong with it."""


def read_file(common_dir: Path, home_id: str) -> tuple[str, str] | None:
    """The project and the hash of the secret; None without a file of this home. Raises Disbelieved.

    For hooks: it imports none of the decision's classes, which cost milliseconds to build.
    """
    file = common_dir / FOLDER / home_id
    if not home_id:
        return None
    try:
        with open_folder(common_dir) as folder:
            descriptor = os.open(home_id, _PLAIN, dir_fd=folder)
            try:
                why = _distrusted(os.fstat(descriptor))
                if not why:
                    _tighten(descriptor, 0o600)
                    _tighten(folder, 0o700 if is_single_account(common_dir) else 0o7777)
                raw = b"" if why else os.read(descriptor, MAX_BYTES)
            finally:
                os.close(descriptor)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise UntrustedFile(*untrusted_path(file, error)) from error
    if why:
        raise UntrustedFile(str(file), why)
    words = raw.decode("ascii", "replace").split()
    if len(words) == 4 and words[0] == "project" and words[2] == "secret" and valid_id(words[1]):
        try:
            secret = bytes.fromhex(words[3])
        except ValueError:
            secret = b""
        if len(secret) == SECRET_BYTES:
            return words[1], sha256_hex(secret)
    raise UntrustedFile(str(file), "doesn't hold a project and a secret")


def is_single_account(common_dir: Path) -> bool:
    """Whether a clone belongs to our account alone: git's folder is ours, and others can't write into it."""
    status = common_dir.stat()
    return not stat.S_IMODE(status.st_mode) & 0o022 and (not hasattr(os, "geteuid") or status.st_uid == os.geteuid())


def exposed_paths(common_dir: Path, home_id: str) -> tuple[str, ...]:
    """Paths that are still open to other accounts: this home's file, or the folder in a clone of our account alone."""
    folder = common_dir / FOLDER
    most = {folder / home_id: 0o600} | ({folder: 0o700} if is_single_account(common_dir) else {})
    return tuple(str(path) for path, mode in most.items() if path.exists() and path.lstat().st_mode & 0o777 & ~mode)


def _tighten(descriptor: int, most: int) -> None:
    """Remove other accounts' permissions: what they could read was a copy, so no new secret is needed."""
    status = os.fstat(descriptor)
    mode = stat.S_IMODE(status.st_mode)
    if mode & ~most and (not hasattr(os, "geteuid") or status.st_uid == os.geteuid()):
        with suppress(OSError):  # a disk that can't be written: `doctor` reports it
            os.fchmod(descriptor, mode & most)


def device_and_inode(common_dir: Path) -> tuple[int, int]:
    """Device and inode of a directory. SQLite integers are signed 64-bit, so larger numbers wrap."""
    status = common_dir.stat()
    return _signed(status.st_dev), _signed(status.st_ino)


def _signed(number: int) -> int:
    return number - (1 << 64) if number >= 1 << 63 else number


def untrusted_path(file: Path, error: OSError) -> tuple[str, str]:
    """The path at fault, and what is wrong with it."""
    for path in (file.parent, file):
        if path.is_symlink():
            return str(path), "is a link"
    if error.errno == errno.ENOTDIR:
        return str(file.parent), "is not a folder"
    return str(file), os.strerror(error.errno or 0)


def _distrusted(status: os.stat_result) -> str:
    if not stat.S_ISREG(status.st_mode):
        return "is not a regular file"
    if hasattr(os, "geteuid") and status.st_uid != os.geteuid():
        return f"belongs to another user (uid {status.st_uid})"
    return ""


@contextmanager
def open_folder(common_dir: Path) -> Iterator[int]:
    """File descriptor of the folder with the bindings; never opened through a link."""
    descriptor = os.open(common_dir / FOLDER, _DIRECTORY)
    try:
        yield descriptor
    finally:
        os.close(descriptor)
