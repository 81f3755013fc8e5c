"""An index of our own: a copy of a worktree's beside it, which git may refresh. The repository's is never written.

A clone's index doesn't vouch for files of the second in which it was written, nor a copied clone's for any file: git
reads all those again at each comparison, until it may write down what it saw.
"""

import binascii
import os
import stat
import time
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

from scrubjay.storage.files import is_racy

MAX_BYTES = 64 << 20
"""Bytes of an index that is copied; 100,000 files take 10 MB."""

KEPT_S = 60
"""Seconds that a copy stays which was followed by another, and a lock file: no call of git lasts as long."""

KEPT_UNUSED_S = 7 * 86_400
"""Seconds that a copy stays whose worktree may be gone."""

_HASH_BYTES = (20, 32)
_READING = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
_FOLDERS = b"sdir"
"""The extension of an index in which folders stand for their files; in full it may be a hundred times larger."""


def index_copy(folder: Path, index: Path) -> Path | None:
    """The path of a copy of an index, made if missing; None where git is to read the index itself.

    Without that folder there is no copy: who takes it away wants none.

    The name tells which state of which index is copied and where to, so that a copy never stands for anything else. Its
    time is that of the index: git trusts no entry of that second. That time means the same on one file system alone.
    """
    try:
        with os.fdopen(os.open(index, _READING), "rb") as stream:
            return _copied(stream, folder, os.fsencode(index))
    except OSError:
        return None


def _copied(stream: BinaryIO, folder: Path, index: bytes) -> Path | None:
    """Copy an open index unless a copy is there; None where git is to read the index itself. Raises OSError."""
    info, place = os.fstat(stream.fileno()), folder.lstat()
    fits = max(_HASH_BYTES) < info.st_size <= MAX_BYTES
    if not (stat.S_ISREG(info.st_mode) and stat.S_ISDIR(place.st_mode) and fits and info.st_dev == place.st_dev):
        return None
    stream.seek(-max(_HASH_BYTES), os.SEEK_END)
    end = stream.read()
    if not any(end[-min(_HASH_BYTES) :]) and is_racy(info):  # git wrote no hash, so a further change might not show
        return None
    own = f"{binascii.crc32(index):08x}"
    state = (info.st_ino, info.st_size, info.st_mtime_ns, info.st_ctime_ns, place.st_ino)
    copy = folder / f"{own}.{'-'.join(f'{number:x}' for number in state)}-{end.hex()}"
    names = os.listdir(folder)  # noqa: PTH208 - names alone
    if (lock := f"{copy.name}.lock") in names:  # a git that was killed may have left it
        _remove_unused(folder, [lock], KEPT_S)
    if copy.name not in names:
        stream.seek(0)
        data = stream.read(MAX_BYTES)
        if len(data) != info.st_size or is_sparse(data):
            return None
        _remove_unused(folder, [name for name in names if name.startswith(own)], KEPT_S)
        _remove_unused(folder, names, KEPT_UNUSED_S)
        _write_copy(copy, data, info)
    return copy


def is_sparse(index: bytes) -> bool:
    """Whether an index has entries of folders in place of the files below them.

    Extensions stand between the entries and the hash: a name of four letters and the length of what follows. A path
    may look like one, but no chain of them leads from there to the hash.
    """
    at = index.find(_FOLDERS)
    while at >= 0 and not _leads_to_hash(index, at):
        at = index.find(_FOLDERS, at + 1)
    return at >= 0


def _leads_to_hash(index: bytes, at: int) -> bool:
    """Whether the extensions from a position on end where an index has its hash."""
    ends = [len(index) - length for length in _HASH_BYTES]
    while at < ends[0]:
        if at in ends:
            return True
        at += 8 + int.from_bytes(index[at + 4 : at + 8], "big")
    return at == ends[0]


def _remove_unused(folder: Path, names: list[str], kept_s: float) -> None:
    """Remove files that weren't written for some seconds."""
    for name in names:
        with suppress(OSError):
            info = (folder / name).stat()
            if max(info.st_ctime, info.st_mtime) + kept_s < time.time():
                (folder / name).unlink()


def _write_copy(copy: Path, data: bytes, info: os.stat_result) -> None:
    """Write a copy of an index, with the times of the original."""
    fresh = copy.with_name(f"{copy.name}.{os.getpid()}.{time.monotonic_ns()}")
    try:
        descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o600)
        with os.fdopen(descriptor, "wb") as stream:
            stream.write(data)
        os.utime(fresh, ns=(info.st_atime_ns, info.st_mtime_ns))
        fresh.replace(copy)
    finally:
        fresh.unlink(missing_ok=True)
