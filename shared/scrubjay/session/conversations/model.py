"""Value types of conversations: turns, titles and the result of an import."""

from dataclasses import dataclass

TOOL = "tool"
"""The role of tool calls and their results."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """One turn of a session.

    `key` is unique within the session and makes imports idempotent; `said_at` is ISO 8601 in UTC, empty where it isn't
    known. `text` is verbatim: it is masked and cut when it is stored. `speaker` is the author in the source's own word;
    `number` its position in the session, -1 for after the last one.
    """

    session: str
    key: str
    role: str
    text: str
    said_at: str = ""
    speaker: str = ""
    number: int = -1


@dataclass(frozen=True, slots=True)
class Title:
    """A session's title; the one of the highest `rank` counts, of equals the later one.

    `leaf` names a turn that the session must hold, where the source may speak of another session.
    """

    session: str
    text: str
    rank: int
    leaf: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportReport:
    """The result of an import: new sessions and turns, known turns, and what was skipped.

    `unreadable` counts invalid lines; `elsewhere` turns of other projects' folders; `old` turns beyond the retention;
    `own` answers of scrubjay itself; `forgotten` turns of sessions that were forgotten.
    """

    files: int = 0
    sessions: int = 0
    turns: int = 0
    existing: int = 0
    masked: int = 0
    unreadable: int = 0
    elsewhere: int = 0
    old: int = 0
    own: int = 0
    forgotten: int = 0

    def __add__(self, other: "ImportReport") -> "ImportReport":
        names = self.__slots__
        return ImportReport(**{name: getattr(self, name) + getattr(other, name) for name in names})
