"""The content of a path in a folder: git's id of it, or why it has none."""

import hashlib
import os
import stat
from pathlib import Path

from scrubjay.git.differences import Difference
from scrubjay.git.printable import printable
from scrubjay.privacy.secrets.shown_names import shown
from scrubjay.storage.files import read_regular
from scrubjay_agents.handoffs.handoff import Uncommitted, Without

MAX_BYTES = 2_000_000


def noted(difference: Difference, folder: Path, object_format: str) -> Uncommitted:
    """A difference with what its file holds."""
    went = printable(difference.renamed_to)
    try:
        path = difference.path.decode()
    except UnicodeDecodeError:
        path = ""
    if not path or shown(path) != path:
        return Uncommitted(printable(difference.path), "", Without.NAME, went)
    if difference.nested:
        return Uncommitted(path, "", Without.NESTED)
    blob, without = content(folder / path, object_format)
    return Uncommitted(path, blob, without, went)


def content(file: Path, object_format: str) -> tuple[str, Without]:
    """git's id of a file as it lies there, or of where a link leads."""
    try:
        info = file.lstat()
    except (OSError, ValueError):
        return "", Without.GONE
    if stat.S_ISLNK(info.st_mode):
        try:
            link = os.readlink(file)  # noqa: PTH115 - a Path would leave out a "./" that git keeps
            return _blob(os.fsencode(link), object_format), Without.NOTHING
        except OSError:
            return "", Without.UNREADABLE
    if stat.S_ISREG(info.st_mode) and info.st_size > MAX_BYTES:
        return "", Without.LARGE
    found = read_regular(file, MAX_BYTES)
    return ("", Without.UNREADABLE) if found is None else (_blob(found, object_format), Without.NOTHING)


def _blob(content: bytes, object_format: str) -> str:
    data = b"blob %d\0" % len(content) + content
    if object_format == "sha256":
        return hashlib.sha256(data).hexdigest()
    return hashlib.sha1(data, usedforsecurity=False).hexdigest()
