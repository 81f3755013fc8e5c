"""Memory lists as values and as text: validated filters, memories with their grades, text and JSON forms. No I/O."""

from collections.abc import Callable, Collection, Iterable, Mapping
from datetime import date
from typing import Any, Literal, get_args

from scrubjay.errors import UsageError
from scrubjay.memory.freshness.graded import GradeResult
from scrubjay.memory.freshness.wording import (
    grade_text,
    grade_word,
    ground_object,
    grounds_line,
    grounds_of,
    reported_note,
)
from scrubjay.memory.store.claim import MEMORY_KINDS
from scrubjay.memory.store.request import SCOPES
from scrubjay.model.counted import counted
from scrubjay.model.frozen import dataclass, replace
from scrubjay.model.grade import WORDS
from scrubjay.model.memory import Memory, MemoryStatus

State = Literal["", "stale", "fallen", "faded", "waiting", "lost", "contradicted", "published", "unused"]
"""States that a list can be filtered by; empty means any.

stale: a ground changed or never was there; fallen: what it was quoted from changed, or a ground is gone or superseded;
faded: its time is over; waiting: held for a person; lost: no branch shows it; contradicted: by a rival that holds, or
as the user's model reads its ground; published: a document of this branch is shown in its place; unused: no session is
known to have been told it.
"""

Sort = Literal["newest", "oldest", "grade", "kind", "scope", "author", "used", "until", "fallen"]

MAX_LISTED = 1_000
"""Memories in one list."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListFilters:
    """The filters of a list; empty means no filter. `since` and `until` are days, `session` a session id's prefix.

    `words` must all stand in a memory, or begin its id. `fallen_since` is the day since which it fell. `reverse` turns
    the order around, `offset` rows of it are left out. `everywhere`: also what HEAD doesn't show.
    """

    kinds: tuple[str, ...] = ()
    grades: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    scope: str = ""
    author: str = ""
    session: str = ""
    since: str = ""
    until: str = ""
    words: tuple[str, ...] = ()
    fallen_since: str = ""
    state: State = ""
    sort: Sort = "newest"
    reverse: bool = False
    limit: int = 100
    offset: int = 0
    everywhere: bool = False

    def check(self) -> None:
        """Raises UsageError for an invalid value; the message names the valid ones."""
        _check_choices("kind", self.kinds, MEMORY_KINDS)
        _check_choices("grade", self.grades, WORDS)
        _check_choices("scope", (self.scope,) if self.scope else (), SCOPES)
        _check_choices("state", (self.state,), get_args(State))
        _check_choices("sort", (self.sort,), get_args(Sort))
        if not 1 <= self.limit <= MAX_LISTED:
            raise UsageError(f"limit {self.limit} is out of bounds: 1 to {MAX_LISTED:,}.")
        for name in ("since", "until", "fallen_since"):
            _check_day(name, getattr(self, name))

    @property
    def weighs(self) -> bool:
        """Whether filters or order need a memory's grade."""
        return bool(self.grades) or self.sort == "grade"

    @property
    def is_narrow(self) -> bool:
        """Whether any filter is set."""
        narrowing = (self.kinds, self.grades, self.tags, self.scope, self.author, self.session, self.since, self.state,
                     self.until, self.words, self.fallen_since)  # fmt: skip
        return any(narrowing)


def _check_day(name: str, day: str) -> None:
    try:
        _ = day and date.fromisoformat(day)
    except ValueError:
        raise UsageError(f"{name} {day[:40]!r} is no date. Write it as 2026-03-01.") from None


def _check_choices(name: str, values: Iterable[str], choices: Iterable[str]) -> None:
    allowed = tuple(choices)
    for value in values:
        if value not in allowed:
            raise UsageError(f"{name} {value[:40]!r} is unknown. There are: {', '.join(filter(None, allowed))}.")


def _no_moments(_: Collection[str] = ()) -> Mapping[str, str]:
    return {}


@dataclass(frozen=True, slots=True)
class ListFacts:
    """What a list may look up by id: when each memory fell, and when sessions were last told some (`used`).

    `detailed`: rows tell both, whatever was asked for.
    """

    fallen: Callable[[], Mapping[str, str]] = _no_moments
    used: Callable[[Collection[str]], Mapping[str, str]] = _no_moments
    detailed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedMemory:
    """A memory for a list: its grade at HEAD, its publication in the repository, and the ids of equal ones.

    `alike` are the ids of weaker ones that say the same and aren't listed. `fell_at` is when its source changed, `used`
    when a session last had it.
    """

    memory: Memory
    graded: GradeResult
    published: str = ""
    alike: tuple[str, ...] = ()
    fell_at: str = ""
    used: str = ""


@dataclass(frozen=True, slots=True)
class MemoryListing:
    """The memories of one list, and the total. `published`: how many more would be here, and are shown as documents."""

    memories: tuple[ListedMemory, ...]
    total: int
    published: int = 0


DIGITS = 12
MAX_CONTENT = 200
MAX_SOURCE = 160
NEAR = 3


def memory_line(listed: ListedMemory) -> str:
    """A memory as a line of a list: "- 1a2b3c4d5e6f fact: … · told by anna, 2026-11-02 · #ops"."""
    memory, graded = listed.memory, listed.graded
    whose = "your own " if memory.scope == "user" else ""
    grade = "held" if memory.status is MemoryStatus.HELD else grade_text(memory, graded)
    marks = [
        grade, reported_note(memory, graded), _short_source(grounds_line(graded)),
        f"applies: {memory.applies}" if memory.applies else "",
        " ".join(f"#{tag}" for tag in memory.tags),
        f"contradicts {', '.join(id[:DIGITS] for id in memory.contradicts)}" if memory.contradicts else "",
        f"also said as {', '.join(id[:DIGITS] for id in listed.alike)}" if listed.alike else "",
        f"fell {listed.fell_at[:10]}" if listed.fell_at else "", memory.elsewhere, listed.published,
    ]  # fmt: skip
    content = _shortened(_one_line(memory.content), MAX_CONTENT)
    return f"- {memory.id[:DIGITS]} {whose}{memory.kind}: {content} · {' · '.join(filter(None, marks))}"


def as_object(listed: ListedMemory) -> dict[str, Any]:
    """A listed memory as JSON has it."""
    memory, graded = listed.memory, listed.graded
    return {
        "id": memory.id, "scope": memory.scope, "kind": memory.kind, "content": memory.content,
        "status": str(memory.status), "grade": grade_word(memory, graded), "told": grade_text(memory, graded),
        "grounds": [ground_object(ground) for ground in grounds_of(graded)], "tags": list(memory.tags),
        "applies": memory.applies, "author": memory.author, "origin": str(memory.origin), "agent": memory.agent,
        "session": memory.session,
        "branch": memory.branch, "commit": memory.commit, "at": memory.recorded_at, "valid_until": memory.valid_until,
        "contradicts": list(memory.contradicts), "elsewhere": memory.elsewhere, "alike": list(listed.alike),
        "published": listed.published, "fell_at": listed.fell_at,
        "used": listed.used,
    }  # fmt: skip


def omitted_note(count: int, total: int) -> str:
    """What a list omitted, and how to see it; empty where it omitted nothing."""
    if count >= total:
        return ""
    return (
        f"{count:,} of {total:,}; `--limit {min(total, MAX_LISTED)}` shows {'all' if total <= MAX_LISTED else 'more'}"
    )


def published_line(count: int, ask: str) -> str:
    """A line on memories that are shown as documents instead; empty for none. `ask`: how to list them."""
    return f"{counted(count, 'published memory')} shown as documents: {ask}" if count else ""


def beside_dates(filters: ListFilters, listed: Callable[[ListFilters], MemoryListing]) -> list[str]:
    """Lines on the newest memories of other days, for a list of some days that is empty; none without days."""
    if not (filters.since or filters.until):
        return []
    near = listed(replace(filters, since="", until="", limit=NEAR, offset=0)).memories
    return ["of other days:", *map(memory_line, near)] if near else []


def _short_source(words: str) -> str:
    return _shortened(_one_line(words), MAX_SOURCE)


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _shortened(text: str, longest: int) -> str:
    return text if len(text) <= longest else f"{text[:longest]} …"
