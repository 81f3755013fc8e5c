"""Values of conversations: turns, cut where they are too long, titles and the result of an import."""

import hashlib
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any

from scrubjay.model.clock import iso
from scrubjay.model.counted import counted
from scrubjay.model.frozen import dataclass
from scrubjay.model.pattern import pattern
from scrubjay.privacy.secrets.masking import find_secrets, mask

MAX_TURN = 24_000
"""Characters of a person's or a model's turn."""

MAX_TOOL = 1_200
"""Characters of a tool's output: its first lines and its last ones, where an error stands."""

MAX_PASTE = 1_500
"""Characters of a fenced block in a person's turn; a longer one is a pasted file, and the file is in git."""

MASK_MARGIN = 8_000
"""Characters beyond a cut that are scanned for secrets, so that half of one isn't taken for a word."""

_FENCES = ("```", "~~~")


def with_margin(text: str, most: int) -> str:
    """A text cut to what `keep_ends` keeps and a margin at each end, so that masking sees whole secrets."""
    return keep_ends(text, 2 * (most + MASK_MARGIN))


def keep_ends(text: str, most: int) -> str:
    """The beginning (two thirds) and end (one third) of an overlong text, with a line that says how much is omitted."""
    if len(text) <= most:
        return text
    first = most * 2 // 3
    last = most - first
    return f"{text[:first]}\n[… {counted(len(text) - most, 'character')} …]\n{text[-last:]}"


def cut_pastes(text: str) -> str:
    """A person's text with long fenced blocks cut; a fence that is never closed runs to the end."""
    if len(text) <= MAX_PASTE:
        return text
    result: list[str] = []
    block: list[str] = []
    fence = ""
    for line in text.split("\n"):
        mark = line.lstrip()[:3]
        if not fence and mark in _FENCES:
            fence, block = mark, [line]
        elif fence:
            block.append(line)
            if line.strip() == fence:
                result.append(keep_ends("\n".join(block), MAX_PASTE))
                fence, block = "", []
        else:
            result.append(line)
    return "\n".join([*result, *([keep_ends("\n".join(block), MAX_PASTE)] if block else [])])


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
    """A title for a session; the one with the highest `rank` counts, of equal ones the later.

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


MAX_NAME = 200
"""Characters of a session's id, a role or a speaker."""

_PLAIN = pattern(r"[A-Za-z]{0,12}[\d:./_-]{0,20}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
"""Keys that can't hold a secret and skip the scan: numbers, D1:3, turn_17, UUIDs."""


@lru_cache(maxsize=4096)
def clean_name(text: str) -> str:
    """A name on one line without secrets; the same name always gives the same result."""
    return " ".join(mask(text[: 2 * MAX_NAME]).text.split())[:MAX_NAME]


def clean_key(text: str) -> str:
    """The key of a turn as stored: a digest where it is long or holds a secret, else unchanged."""
    if _PLAIN.fullmatch(text) or (len(text) <= MAX_NAME and not find_secrets(text)):
        return text
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:32]


MILLISECONDS = 100_000_000_000
"""A number above it counts milliseconds since 1970: as seconds it would be the year 5138."""


def parse_timestamp(value: Any) -> str:
    """ISO 8601 in UTC of an ISO text or of a number of seconds or milliseconds since 1970; empty for anything else.

    A text without an offset is read as UTC.
    """
    try:
        if isinstance(value, bool):
            return ""
        if isinstance(value, int | float):
            return iso(datetime.fromtimestamp(value / 1000 if value > MILLISECONDS else value, UTC))
        if isinstance(value, str):
            parsed = datetime.fromisoformat(value.strip())
            return iso(parsed if parsed.tzinfo else parsed.replace(tzinfo=UTC))
    except (ValueError, OverflowError, OSError):
        return ""
    return ""


RECENT_TURNS = 4
"""The newest turns of a session, which a prompt holds whole: no point is made of them."""


@dataclass(frozen=True, slots=True)
class SummaryPoint:
    """A point of a summary: a decision, an outcome or an open question, in a sentence."""

    kind: str
    text: str


@dataclass(frozen=True, slots=True)
class HistorySummary:
    """A model's summary of a session's turns up to a turn's number; no points where its answer was unreadable."""

    model: str
    read_to: int
    points: tuple[SummaryPoint, ...]
    at: str = ""
