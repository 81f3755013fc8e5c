"""Files of this account alone, such as one with a secret: no link and no open mode decides what is read or written."""

import errno
import os
import stat
from pathlib import Path
from typing import Final

from scrubjay.errors import UsageError
from scrubjay.model.counted import counted
from scrubjay.storage.filesystem import file_error

OTHERS: Final = 0o077
"""Bits of a mode that let the group and others in."""

OTHERS_OF_ROOTS: Final = 0o037
"""The same of root's file that this process may read: a container's secret, or systemd's credential, which lets one
account in, by its group or by an access list whose mask a mode shows as the group's bits."""

PLAIN: Final = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0)
"""Flags with which a file is opened: through no link, and waiting for no pipe."""


def read_own(file: Path, what: str, longest: int) -> str | None:
    """The text of a file that holds a secret; None where there is none. `what` says which, `longest` is in bytes.

    It may be root's, where root lets this account or its group read it. Raises UsageError where others may read it, or
    it is a link, no text, or longer.
    """
    try:
        descriptor = os.open(file, os.O_RDONLY | PLAIN)
        with os.fdopen(descriptor, "rb") as stream:
            info = os.fstat(descriptor)
            if not stat.S_ISREG(info.st_mode) or not is_private(info):
                raise UsageError(f"{file}, {what}, must be a plain file that only you can read: `chmod 600 {file}`.")
            data = stream.read(longest + 1)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise UsageError(f"{file}, {what}, can't be read: {why(error)}.") from error
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
        descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL | PLAIN, 0o600)
        with os.fdopen(descriptor, "w", encoding="utf-8") as stream:
            stream.write(f"{text}\n")
            stream.flush()
            os.fsync(stream.fileno())
        part.replace(file)
    except OSError as error:
        raise file_error(file, error) from error


def is_private(info: os.stat_result, account: int | None = None) -> bool:
    """Whether nobody else reads or writes a file: the account's own, or root's that root lets it read."""
    if is_ours(info, account):
        return not bits(info) & OTHERS
    return info.st_uid == 0 and not bits(info) & OTHERS_OF_ROOTS


def is_ours(info: os.stat_result, account: int | None = None) -> bool:
    """Whether a file or folder belongs to an account: this process's, unless another one is given."""
    return not hasattr(os, "geteuid") or info.st_uid == (os.geteuid() if account is None else account)


def bits(info: os.stat_result) -> int:
    """The bits of a mode, where the system has them."""
    return info.st_mode if hasattr(os, "geteuid") else 0


def why(error: OSError) -> str:
    """Why a file wasn't opened."""
    return "it is a link" if error.errno == errno.ELOOP else error.strerror or "the system refused it"
