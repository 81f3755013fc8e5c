"""Files and folders of this account alone: nobody else's link, file or bit of a mode decides what is read or written.

A server's data folder has one account. Another one's, be this process root's, would leave files behind that its server
can't read; and whoever may write into the folder could put a link where root is about to write.
"""

import errno
import os
import stat
from pathlib import Path
from typing import Final

from scrubjay.errors import StorageForbidden, UsageError
from scrubjay.model.counted import counted
from scrubjay.storage.filesystem import file_error

OTHERS_WRITE: Final = 0o022
OTHERS: Final = 0o077
"""Bits of a mode that let the group and others in."""

ENGINE: Final = "postgres"
"""How what the embedded PostgreSQL has in a data folder begins; root's runs as another account."""

_PLAIN: Final = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0)


def own_folder(folder: Path) -> Path:
    """A data folder, made where it is missing (0700); the mode of one that is there stays. Raises StorageForbidden."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise StorageForbidden(
            f"The data folder {folder} can't be written: {error.strerror}. Give its owner the right, or choose another "
            "folder: `team.data` in config.yaml."
        ) from None
    refuse_shared(folder)
    return folder


def refuse_shared(folder: Path) -> None:
    """Raise StorageForbidden where a data folder that is there, or a thing in it, isn't this account's alone."""
    try:
        info = folder.stat()
    except FileNotFoundError:
        return
    except OSError as error:
        raise file_error(folder, error) from error
    if not _is_ours(info):
        owner = _owner(folder, info)
        raise StorageForbidden(
            f"The data folder {folder} belongs to the account {owner}, and scrubjay runs as another one: neither could "
            f"use what the other writes. Run it as {owner}, or choose another folder: `team.data` in config.yaml."
        )
    if _bits(info) & OTHERS_WRITE:
        raise StorageForbidden(
            f"Other accounts may write into the data folder {folder}, so a file in it could be theirs. Look what is in "
            f"it, then close it: `chmod go-w {folder}`."
        )
    stranger = next((one for one in folder.iterdir() if not (one.name.startswith(ENGINE) or _trusted(one))), None)
    if stranger is not None:
        raise StorageForbidden(
            f"{stranger}, in the data folder, belongs to another account. Look what it is, then remove it: a file "
            "of the server's would be written there."
        )


def own_file(file: Path) -> Path:
    """A file of the data folder, made empty (0600) where it is missing. Raises StorageForbidden."""
    try:
        descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | _PLAIN, 0o600)
    except OSError as error:
        raise StorageForbidden(_no_plain(file, _why(error))) from None
    info = os.fstat(descriptor)
    os.close(descriptor)
    if not stat.S_ISREG(info.st_mode) or not _is_ours(info) or _bits(info) & OTHERS_WRITE:
        raise StorageForbidden(_no_plain(file, "others may write it"))
    return file


def read_own(file: Path, what: str, longest: int) -> str | None:
    """The text of a file that holds a secret; None where there is none. `what` says which, `longest` is in bytes.

    Raises UsageError where others may read it, or it is a link, no text, or longer.
    """
    try:
        descriptor = os.open(file, os.O_RDONLY | _PLAIN)
        with os.fdopen(descriptor, "rb") as stream:
            info = os.fstat(descriptor)
            if not stat.S_ISREG(info.st_mode) or not _is_ours(info) or _bits(info) & OTHERS:
                raise UsageError(f"{file}, {what}, must be a plain file that only you can read: `chmod 600 {file}`.")
            data = stream.read(longest + 1)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise UsageError(f"{file}, {what}, can't be read: {_why(error)}.") from error
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        text = "\0"
    if len(data) > longest or "\0" in text:
        raise UsageError(f"{file}, {what}, holds no text, or more than {counted(longest, 'byte')} of it.")
    return text


def write_own(file: Path, text: str) -> None:
    """Write a line into a file that only this account reads (0600), whole or not at all. Raises StorageError."""
    part = file.with_name(f"{file.name}.{os.getpid()}")
    try:
        part.unlink(missing_ok=True)
        descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _PLAIN, 0o600)
        with os.fdopen(descriptor, "w", encoding="utf-8") as stream:
            stream.write(f"{text}\n")
            stream.flush()
            os.fsync(stream.fileno())
        part.replace(file)
    except OSError as error:
        raise file_error(file, error) from error


def _is_ours(info: os.stat_result) -> bool:
    return not hasattr(os, "geteuid") or info.st_uid == os.geteuid()


def _trusted(path: Path) -> bool:
    """Whether a thing is this account's or root's, such as a disk's `lost+found`; what went meanwhile is."""
    try:
        info = path.lstat()
    except FileNotFoundError:
        return True
    return info.st_uid == 0 or _is_ours(info)


def _bits(info: os.stat_result) -> int:
    """The bits of a mode, where the system has them."""
    return info.st_mode if hasattr(os, "geteuid") else 0


def _owner(path: Path, info: os.stat_result) -> str:
    """The name of the account that has a folder, or its number where it has none."""
    try:
        return path.owner()
    except KeyError:
        return f"number {info.st_uid}"


def _why(error: OSError) -> str:
    """Why a file wasn't opened."""
    return "it is a link" if error.errno == errno.ELOOP else error.strerror or "the system refused it"


def _no_plain(file: Path, why: str) -> str:
    return f"{file} must be a plain file that this account alone writes: {why}. Look what it is, then remove it."
