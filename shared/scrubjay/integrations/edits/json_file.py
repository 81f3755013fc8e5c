"""Reader of clients' JSON files: as an object for information, as exact text for changes."""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from scrubjay.errors import ConfigError
from scrubjay.integrations.edits.line_ends import unix

MAX_BYTES = 64 * 1024 * 1024
"""Bytes that are read; the largest ~/.claude.json seen had a few megabytes."""


def read_object(file: Path) -> Mapping[str, object]:
    """The object in a file; empty for a missing file or any other content."""
    try:
        with file.open("rb") as stream:
            value = json.loads(stream.read(MAX_BYTES))
    except (OSError, ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}


def read_text(file: Path, data: bytes) -> str:
    """The text of a file that will be changed, with the line ends of `unix`. Raises ConfigError."""
    try:
        return unix(data).decode("utf-8")
    except UnicodeDecodeError as error:
        raise ConfigError(f"{file} is not UTF-8, so scrubjay leaves it alone. Repair it and run again.") from error


@contextmanager
def explain_errors(file: Path, client: str, otherwise: str, language: str = "JSON") -> Iterator[None]:
    """Convert an edit's errors into a ConfigError that names whose file it is; `otherwise` says what can be done."""
    try:
        yield
    except (ValueError, RecursionError) as error:
        raise ConfigError(
            f"{file} is not the {language} that {client} writes ({error}), so scrubjay leaves it alone. {otherwise}"
        ) from error
