"""Validated filters of a memory list. No I/O."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import Literal, get_args

from scrubjay.errors import UsageError
from scrubjay.freshness.graded import GradeResult
from scrubjay.freshness.wording import grade_word
from scrubjay.memories.kinds import MEMORY_KINDS
from scrubjay.memories.request import SCOPES
from scrubjay.model.grade import Grade
from scrubjay.model.memory import Memory

State = Literal["", "stale", "faded", "waiting", "lost", "contradicted", "published"]
"""States that a list can be filtered by; empty means any.

stale: a source changed; faded: its time is over; waiting: held for a person; lost: no branch shows it; contradicted:
another memory or source contradicts it; published: a document of this branch is shown in its place.
"""

Sort = Literal["newest", "oldest", "grade", "kind", "rank"]

MAX_LISTED = 1_000
"""Memories in one list."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListFilters:
    """The filters of a list; empty means no filter. `since` is a day, `session` a session id's prefix.

    `everywhere`: also what HEAD doesn't show.
    """

    kinds: tuple[str, ...] = ()
    grades: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    scope: str = ""
    author: str = ""
    session: str = ""
    since: str = ""
    state: State = ""
    sort: Sort = "newest"
    limit: int = 100
    everywhere: bool = False

    def check(self) -> None:
        """Raises UsageError for an invalid value; the message names the valid ones."""
        _among("kind", self.kinds, MEMORY_KINDS)
        _among("grade", self.grades, tuple(Grade))
        _among("scope", (self.scope,) if self.scope else (), SCOPES)
        _among("state", (self.state,), get_args(State))
        _among("sort", (self.sort,), get_args(Sort))
        if not 1 <= self.limit <= MAX_LISTED:
            raise UsageError(f"limit {self.limit} is out of bounds: 1 to {MAX_LISTED:,}.")
        try:
            _ = self.since and date.fromisoformat(self.since)
        except ValueError:
            raise UsageError(f"since {self.since[:40]!r} is no date. Write it as 2026-03-01.") from None

    @property
    def needs_grades(self) -> bool:
        """Whether a filter needs a memory's grade or sources."""
        return bool(self.grades) or self.state in ("stale", "contradicted")

    @property
    def is_narrow(self) -> bool:
        """Whether any filter is set."""
        narrowing = (self.kinds, self.grades, self.tags, self.scope, self.author, self.session, self.since, self.state)
        return any(narrowing)

    def matches(self, memory: Memory, graded: GradeResult) -> bool:
        """Whether a memory passes the filters that need its grade or its sources."""
        if self.grades and grade_word(memory, graded) not in self.grades:
            return False
        if self.state == "stale":
            return bool(graded.standing.moved)
        return self.state != "contradicted" or bool(memory.contradicts)


def _among(name: str, values: Iterable[str], choices: Iterable[str]) -> None:
    allowed = tuple(choices)
    for value in values:
        if value not in allowed:
            raise UsageError(f"{name} {value[:40]!r} is unknown. There are: {', '.join(filter(None, allowed))}.")
