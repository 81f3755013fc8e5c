"""What the commands of `scrubjay team` show: moments, JSON of values, and secrets that are handed out once."""

from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any
from uuid import UUID

from scrubjay.cli.output import on_terminal, say
from scrubjay.model.clock import iso
from scrubjay.model.frozen import dataclass, field_names
from scrubjay.storage.filesystem import private_folder
from scrubjay.storage.own import write_own

HANDED_OUT = "handed-out"
"""The folder of secrets that were made where nobody reads a terminal."""


def minute(moment: datetime | None, never: str = "never") -> str:
    """A moment to the minute, in UTC."""
    return never if moment is None else iso(moment)[:16].replace("T", " ")


def as_object(value: Any) -> dict[str, Any]:
    """The JSON form of one of our values: every field, moments as ISO 8601."""
    return {name: _plain(getattr(value, name)) for name in field_names(type(value))}


def _plain(value: Any) -> Any:
    match value:
        case UUID():
            return str(value)
        case datetime():
            return iso(value)
        case tuple() | list():
            return [_plain(one) for one in value]
        case Mapping():
            return {name: _plain(one) for name, one in value.items()}
    return value


@dataclass(frozen=True, slots=True)
class HandedOut:
    """A secret on its way to whom it was made for: its text on a terminal, else the file that holds it."""

    text: str
    file: Path | None

    @classmethod
    def of(cls, text: str, folder: Path, id: UUID) -> "HandedOut":
        """Keep a secret in a 0600 file below the server's folder, unless a person reads stdout.

        It is called before what the secret opens is stored: where this fails, nothing was made. Raises StorageError.
        """
        if on_terminal():
            return cls(text, None)
        place = folder / HANDED_OUT / str(id)
        private_folder(place.parent)
        write_own(place, text)
        return cls(text, place)

    @staticmethod
    def drop(folder: Path, id: UUID) -> None:
        """Delete the file of a secret that opens nothing any more, where it is still there."""
        (folder / HANDED_OUT / str(id)).unlink(missing_ok=True)

    @property
    def as_object(self) -> dict[str, str]:
        """The JSON form: the text only where a person reads it."""
        return {"text": self.text} if self.file is None else {"file": str(self.file)}

    def say(self) -> None:
        """Print it once, or tell the file that holds it."""
        if self.file is None:
            say(f"  {self.text}")
            say("  It is shown this once, and kept nowhere.")
        else:
            say(f"  It is in {self.file}, which only you can read. Hand it on, and delete the file.")
