"""Values of archives: a part of a conversation as it comes, an archive as it is listed, a turn as it is found."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID

from scrubjay.model.frozen import dataclass

MOST_PARTS: Final = 200
"""Parts of one conversation."""

MOST_TURNS: Final = 5_000
"""Turns of one part."""

MOST_FOUND: Final = 20
"""Turns of one answer."""

MOST_READ: Final = 8
"""Objects that one question reads."""

ANSWER_S: Final = 3.0
"""Seconds after which a question reads no further object."""

SETTLED: Final = timedelta(seconds=60)
"""How long after its beginning a write may still bring its object."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ArchivedTurn:
    """A turn: its number in the conversation, when it was said (ISO), by which role, and its text."""

    number: int
    at: str
    role: str
    text: str

    @classmethod
    def of(cls, line: Mapping[str, Any]) -> "ArchivedTurn":
        """The turn of an object's line."""
        return cls(number=int(line["number"]), at=str(line["at"]), role=str(line["role"]), text=str(line["text"]))


@dataclass(frozen=True, slots=True, kw_only=True)
class ArchivePart:
    """A part of a conversation as a member's home sends it; `session` is the home's id of the conversation."""

    session: str
    part: int
    parts: int
    project: str
    client: str
    branch: str
    started_at: datetime
    ended_at: datetime
    turns: tuple[ArchivedTurn, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptPart:
    """Where a part went; `known`: the same text was there already."""

    archive: UUID
    part: int
    known: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedArchive:
    """An archive of the caller; `project` is the repository's name, empty where it is of none."""

    id: UUID
    session: str
    project: str
    client: str
    branch: str
    started_at: datetime
    ended_at: datetime
    parts: int
    turns: int
    bytes: int
    expires_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundTurn:
    """A turn that was found, in its archive."""

    archive: UUID
    session: str
    project: str
    client: str
    branch: str
    expires_at: datetime
    turn: ArchivedTurn
    score: float


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundTurns:
    """What a question found, best first, and what couldn't be read."""

    turns: tuple[FoundTurn, ...]
    degraded: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ForgottenArchives:
    """How many archives were hidden, and how many objects still wait to be deleted."""

    forgotten: int
    going: int
