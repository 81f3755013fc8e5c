"""Ids of projects and homes: their format, and this home's own id."""

import os
import re
from contextlib import suppress
from pathlib import Path

from scrubjay.storage.filesystem import file_error, private_folder
from scrubjay.text.hexadecimal import OWN_ID

HOME_FILE = "id"
_ID = re.compile(OWN_ID)


def valid_id(text: str) -> bool:
    """Whether a text has the form of a project's or a home's id."""
    return _ID.fullmatch(text) is not None


def home_id(home: Path) -> str:
    """This home's id, which names its file in each clone; empty where it has none yet."""
    try:
        with (home / HOME_FILE).open("rb") as stream:
            text = stream.read(100).decode("ascii", "replace").strip()
    except OSError:
        return ""
    return text if valid_id(text) else ""


def made_home_id(home: Path) -> str:
    """This home's id, generated if there is none. Raises StorageForbidden, DiskFull."""
    id = home_id(home)
    if id:
        return id
    fresh = private_folder(home) / f".{HOME_FILE}.{os.urandom(8).hex()}"
    try:
        descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w", encoding="ascii") as stream:
            stream.write(f"{os.urandom(16).hex()}\n")
            stream.flush()
            os.fsync(stream.fileno())
        if (home / HOME_FILE).exists() and not home_id(home):
            fresh.replace(home / HOME_FILE)  # damaged: no file of any clone has this name
        else:
            with suppress(FileExistsError):  # another process was first
                os.link(fresh, home / HOME_FILE)
    except OSError as error:
        raise file_error(home / HOME_FILE, error) from error
    finally:
        with suppress(OSError):
            fresh.unlink()
    return home_id(home)
