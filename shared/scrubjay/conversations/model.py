"""What is a turn, and what came of reading some? Values only."""

from dataclasses import dataclass

TOOL = "tool"
"""The role of what a tool was asked and of what it said."""


@dataclass(frozen=True, slots=True)
class Turn:
    """One thing that was said in a session.

    `key` tells it from the session's other turns, so that it is taken once; `at` is ISO 8601 in UTC, empty where it
    isn't known. `text` is as it was said: it is masked and cut when it is stored. `speaker` is who said it, in the
    source's own word; `number` its place in the session, -1 for after the last one.
    """

    session: str
    key: str
    role: str
    text: str
    at: str = ""
    speaker: str = ""
    number: int = -1


@dataclass(frozen=True, slots=True)
class Title:
    """What a session is called; of several the one of the higher `rank` counts, of equals the later one.

    `leaf` names a turn that the session must hold, where the source may speak of another session.
    """

    session: str
    text: str
    rank: int
    leaf: str = ""


@dataclass(frozen=True, slots=True)
class Reading:
    """What came of an import: sessions and turns that are new, turns that were known, and what was left out.

    `unreadable` counts lines that are no record; `elsewhere` turns of other projects' folders; `old` turns beyond the
    retention; `own` answers of scrubjay itself; `forgotten` turns of sessions that were forgotten.
    """

    files: int = 0
    sessions: int = 0
    turns: int = 0
    known: int = 0
    masked: int = 0
    unreadable: int = 0
    elsewhere: int = 0
    old: int = 0
    own: int = 0
    forgotten: int = 0

    def __add__(self, other: "Reading") -> "Reading":
        names = self.__slots__
        return Reading(**{name: getattr(self, name) + getattr(other, name) for name in names})
