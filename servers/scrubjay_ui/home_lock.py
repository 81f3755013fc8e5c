"""The one page of a home: who holds its lock, and the socket beside it, whose path may be longer than a socket's."""

import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from scrubjay.storage.filesystem import file_lock

LOCK = "ui.lock"
DOOR = "ui.sock"


@contextmanager
def only_page(home: Path, patience_s: float = 0.0) -> Iterator[bool]:
    """Be the page of a home; yields False where another is. The kernel gives the place back at its end."""
    with file_lock(home / LOCK, patience_s=patience_s) as mine:
        yield mine


def listen(home: Path) -> socket.socket:
    """The socket (0600) of the page, in place of one that a killed page left. Only for who holds the lock.

    To be called before the first thread starts: the working directory is the home meanwhile, because a socket's path
    has at most 107 bytes.
    """
    door = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    with _inside(home):
        Path(DOOR).unlink(missing_ok=True)
        before = os.umask(0o177)
        try:
            door.bind(DOOR)
        finally:
            os.umask(before)
    door.listen(8)
    return door


def connect(home: Path) -> socket.socket:
    """A connection to the page of a home. Raises OSError where none listens. As `listen`, before the first thread."""
    line = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        with _inside(home):
            line.connect(DOOR)
    except OSError:
        line.close()
        raise
    return line


@contextmanager
def _inside(folder: Path) -> Iterator[None]:
    before = os.open(".", os.O_RDONLY)
    try:
        os.chdir(folder)
        yield
    finally:
        os.fchdir(before)
        os.close(before)
