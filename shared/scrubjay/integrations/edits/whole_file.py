"""A file that isn't there or says nothing: given its first text, and taken back to what it was.

The receipt notes which of both it was, and every object that was made on the way to an entry.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from scrubjay.integrations.edits import splice
from scrubjay.integrations.edits.json_file import read_text
from scrubjay.integrations.edits.receipt import Receipt


class Cutting(Protocol):
    """A language of settings from which a value is removed."""

    def cut(self, text: str, path: Sequence[str], *, only_if_empty: bool = False) -> str:
        """The text without the value at a path."""


BLANK = ("(blank)",)
"""In a note: the file was there, and said nothing."""


def note(file: Path, container: Sequence[str] = ()) -> str:
    """The receipt's entry for an object that was made in a file; without one, for the file."""
    return f"json {file} {'/'.join(container)}"


def started(file: Path, before: bytes | None, blank: str = "{}") -> tuple[str, tuple[str, ...]]:
    """The text to edit, and what is noted of the file. `blank` is what an empty one says. Raises ConfigError."""
    text = read_text(file, before or b"")
    if text.strip():
        return text, ()
    if before is None:
        return blank + "\n" * bool(blank), (note(file),)
    return text + blank, (note(file, BLANK),)


def ended(file: Path, text: str, receipt: Receipt, blank: str = "{}") -> str | None:
    """`started` undone where nothing else was written since: None where there was no file."""
    if "".join(text.split()) != blank:
        return text
    if note(file) in receipt:
        return None
    return text.replace(blank, "", 1) if note(file, BLANK) in receipt else text


def emptied(file: Path, text: str, container: Sequence[str], receipt: Receipt, syntax: Cutting = splice) -> str:
    """The text without an object or list that was made in it and holds nothing; null where null was."""
    if note(file, container) in receipt:
        return syntax.cut(text, container, only_if_empty=True)
    if note(file, (*container, splice.NULL)) in receipt and splice.get(text, container) in ({}, []):
        return splice.put(text, container, None)[0]
    return text
