"""What does a file hold, if it is one? Read without following a link and without waiting, as on a pipe."""

import os
import stat
from pathlib import Path

_FLAGS = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)


def read_regular(path: Path, most: int) -> bytes | None:
    """The bytes of a regular file; None where there is none, where it has more than `most`, or can't be read."""
    try:
        descriptor = os.open(path, _FLAGS)
    except (OSError, ValueError):
        return None
    try:
        said = os.fstat(descriptor)
        if not stat.S_ISREG(said.st_mode) or said.st_size > most:
            return None
        with os.fdopen(descriptor, "rb", closefd=False) as stream:
            return stream.read(most)
    except OSError:
        return None
    finally:
        os.close(descriptor)
