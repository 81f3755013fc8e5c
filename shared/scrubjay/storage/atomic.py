"""Atomic replacement of a file: written beside it, synced and renamed, so that readers see the old or the new."""

import os
import tempfile
from pathlib import Path

NAME = 40
"""Characters of the file's name that the temporary file's name begins with."""


def replace_atomically(path: Path, data: bytes, mode: int = 0o600) -> None:
    """Replace a file atomically, synced, with the permissions `mode`; a failure leaves no trace. Raises OSError."""
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
