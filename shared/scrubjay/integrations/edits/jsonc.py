"""JSON with comments, as text and as a file of a client.

VS Code, Zed, Gemini CLI and opencode read their settings so. Positions in one text are positions in the other.
"""

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Self

from scrubjay.errors import ConfigError
from scrubjay.model.frozen import dataclass
from scrubjay.model.pattern import pattern

BOM = "\ufeff"

_STRING = r'"(?:[^"\\]|\\.)*"'
_COMMENT = pattern(rf"{_STRING}|//[^\r\n]*|/\*.*?\*/", re.DOTALL)
_LAST_COMMA = pattern(rf"{_STRING}|[{{\[,][ \t\r\n]*,|,(?=[ \t\r\n]*[}}\]])", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Jsonc:
    """A JSON text with comments: `text` is what stands in the file, `bare` has no comments, `plain` is strict JSON."""

    text: str
    bare: str
    plain: str

    @classmethod
    def of(cls, text: str) -> Self:
        """Parse a text. Raises ValueError for what isn't JSON but for comments, RecursionError for too deep a one.

        So it does where a name stands in an object twice.
        """
        try:
            _load_unique(text)
        except ValueError:
            bare = _COMMENT.sub(_blank_comment, text.replace(BOM, " ", 1) if text.startswith(BOM) else text)
            plain = _LAST_COMMA.sub(lambda match: " " if match[0] == "," else match[0], bare)
            _load_unique(plain)
            return cls(text, bare, plain)
        return cls(text, text, text)

    def value(self) -> object:
        """The value that the text says."""
        return json.loads(self.plain)


def _load_unique(text: str) -> object:
    return json.loads(text, object_pairs_hook=_unique)


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """An object. Which of two members of one name counts depends on the reader, so there may be one."""
    members = dict(pairs)
    if len(members) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"{json.dumps(twice, ensure_ascii=False)} stands in one object twice")
    return members


def _blank_comment(match: re.Match[str]) -> str:
    """A comment as blanks of its length; a string as it is."""
    found = match[0]
    return found if found.startswith('"') else re.sub(r"[^\r\n]", " ", found)


def unix(data: bytes) -> bytes:
    """The bytes with `\\n` where every line ends with `\\r\\n`; mixed ones stay as they are."""
    return data.replace(b"\r\n", b"\n") if _has_windows_ends(data) else data


def as_in(before: bytes | None, after: bytes) -> bytes:
    """Bytes that were edited as `unix(before)`, with the line ends of `before`."""
    return after.replace(b"\n", b"\r\n") if _has_windows_ends(before or b"") else after


def _has_windows_ends(data: bytes) -> bool:
    ends = data.count(b"\n")
    return ends > 0 and ends == data.count(b"\r\n")


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
