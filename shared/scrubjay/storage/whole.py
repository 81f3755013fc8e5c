"""How is a file replaced? Its new bytes are written beside it and moved over it: a reader sees the old or the new."""

import os
import tempfile
from pathlib import Path

NAME = 40
"""Letters of a file's name that the one beside it begins with."""


def replace_whole(path: Path, data: bytes, mode: int = 0o600) -> None:
    """Replace a file, synced, with the permissions `mode`. What fails leaves nothing beside it. Raises OSError."""
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
