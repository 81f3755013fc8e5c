"""Files that an import may read: regular ones within bounds, and in a folder only those that lie inside it."""

import json
import os
import stat
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from scrubjay.errors import LimitExceeded, UsageError
from scrubjay.model.counted import counted
from scrubjay.model.record import Skipped

MAX_BYTES = 50_000_000
"""Of one file of text."""

MAX_NOTE = 1_000_000
"""Of one Markdown file."""

LONGEST_LINE = 1_000_000
MAX_FILES = 10_000
MAX_RECORDS = 100_000


def read_text(path: Path, most: int = MAX_BYTES) -> str:
    """The text of a regular file. Raises UsageError, LimitExceeded."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError as error:
        raise UsageError(f"{path} can't be read: {error.strerror}.") from error
    with os.fdopen(descriptor, "rb") as stream:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise UsageError(f"{path} is no regular file. Give a file or a folder that a program wrote.")
        data = stream.read(most + 1)
    if len(data) > most:
        raise LimitExceeded(f"{path} is larger than {counted(most, 'byte')}. Import a part of it.")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UsageError(f"{path} isn't encoded in UTF-8. Nothing was imported.") from error


def files_below(folder: Path, *endings: str) -> tuple[Path, ...]:
    """The regular files of a folder with these endings, in order of their names; links that lead out are left out.

    Raises LimitExceeded.
    """
    top = folder.resolve()
    found: list[Path] = []
    for here, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if name not in (".git", ".obsidian", ".trash", "node_modules"))
        for name in sorted(names):
            file = Path(here, name)
            if name.endswith(endings) and file.resolve().is_relative_to(top) and file.is_file():
                found.append(file)
        if len(found) > MAX_FILES:
            raise LimitExceeded(f"{folder} has more than {MAX_FILES:,} files. Import a part of it.")
    return tuple(sorted(found))


def note_text(file: Path, folder: Path) -> str | Skipped:
    """The text of a note; one in a folder that can't be read is skipped with the reason, and the others are read.

    Raises UsageError, LimitExceeded for a file that was named itself.
    """
    try:
        return read_text(file, MAX_NOTE)
    except (UsageError, LimitExceeded) as error:
        if file == folder:
            raise
        name = str(file.relative_to(folder))
        return Skipped(name, str(error).removeprefix(f"{file} ").removesuffix(" Nothing was imported."))


def fits_one(folder: Path, fits: Callable[[str], Any]) -> bool:
    """Whether one of the first Markdown files below a folder has a form."""
    texts = (note_text(file, folder) for file in files_below(folder, ".md")[:1000])
    return any(fits(text) for text in texts if isinstance(text, str))


def json_value(text: str) -> Any:
    """The value of a JSON text; None for a text that is no JSON, or is nested too deeply."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def json_file(path: Path) -> Any:
    """The value of a file of JSON. Raises UsageError, LimitExceeded."""
    text = read_text(path)
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        where = "breaks off" if not text[error.pos :].strip() else "is no JSON"
        raise UsageError(
            f"{path} {where} at line {error.lineno}, character {error.colno}. Nothing was imported; write it anew."
        ) from error
    except (ValueError, RecursionError) as error:
        raise UsageError(f"{path} is no JSON that can be read. Nothing was imported; write it anew.") from error


def json_lines(path: Path) -> Iterator[tuple[int, Any]]:
    """The number and value of each line that isn't empty; None for one that is no JSON or too long."""
    for number, line in enumerate(read_text(path).split("\n"), 1):
        if line.strip():
            yield number, json_value(line) if len(line) <= LONGEST_LINE else None


def text_of(value: Any) -> str:
    """The value if it is a text, else an empty one."""
    return value if isinstance(value, str) else ""


def texts_of(value: Any) -> list[str]:
    """The texts of a list, without its other items; none where the value is no list."""
    return [item for item in value if isinstance(item, str)] if isinstance(value, list) else []
