"""Lists of a team's memories by filters, the newest first."""

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Final

from scrubjay.errors import LimitExceeded, UsageError
from scrubjay.knowledge.retrieval.scope import Filters
from scrubjay.memory.store.claim import MEMORY_KINDS
from scrubjay.model.frozen import dataclass
from scrubjay.model.grade import Grade
from scrubjay.model.memory import MemoryStatus
from scrubjay_team.database.queries import load
from scrubjay_team.memories.filters import filter_params
from scrubjay_team.memories.memory import TeamMemory
from scrubjay_team.memories.store import MemoryStore

if TYPE_CHECKING:
    from scrubjay_team.database.connecting import Entered

Q = load(__package__)

MOST_LISTED: Final = 1_000
MOST_COUNTED: Final = 20_000
"""Memories in one list, and that are counted for one."""

STATUSES: Final = (
    "current", "all", MemoryStatus.HELD, MemoryStatus.ACTIVE, MemoryStatus.SUPERSEDED, MemoryStatus.RETRACTED,
    MemoryStatus.EXPIRED,
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryFilters:
    """What a list shows; empty lets everything through. `repo` and `author` are names, `status` one of STATUSES.

    A memory bears all of `tags`; `since` is a day or the beginning of one.
    """

    repo: str = ""
    kinds: tuple[str, ...] = ()
    grades: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    author: str = ""
    session: str = ""
    since: str = ""
    status: str = "current"
    mine: bool = False

    def check(self, limit: int) -> None:
        """Raises UsageError, LimitExceeded for a value that isn't one."""
        if unknown := [kind for kind in self.kinds if kind not in MEMORY_KINDS]:
            raise UsageError(f"kind {unknown[0][:40]!r} is unknown. There are: {', '.join(MEMORY_KINDS)}.")
        if self.status not in STATUSES:
            raise UsageError(f"status {self.status[:40]!r} is unknown. There are: {', '.join(STATUSES)}.")
        if not 1 <= limit <= MOST_LISTED:
            raise LimitExceeded(f"limit {limit} is out of bounds: 1 to {MOST_LISTED:,}.")


@dataclass(frozen=True, slots=True)
class ListedMemories:
    """The newest memories that filters let through; `total` is how many there are, `more`: at least so many."""

    memories: tuple[TeamMemory, ...]
    total: int
    more: bool = False


def listed(entered: "Entered", store: MemoryStore, filters: MemoryFilters, limit: int, now: datetime) -> ListedMemories:
    """The memories that filters let through. Raises UsageError, LimitExceeded."""
    filters.check(limit)
    params: dict[str, object] = {
        "project": store.project(filters.repo) if filters.repo else None, "kinds": list(filters.kinds) or None,
        "author": filters.author, "session": filters.session, "status": str(filters.status), "mine": filters.mine,
        "grounded": bool(filters.grades) and str(Grade.SAID) not in filters.grades, "at": now,
    }  # fmt: skip
    params |= filter_params(Filters(tags=filters.tags, since=filters.since))
    if filters.grades:
        return _of_grades(entered, store, filters.grades, limit, params)
    rows = entered.connection.execute(Q.listed, params | {"before": 0, "limit": limit}).fetchall()
    total = len(rows)
    if total == limit:
        row = entered.connection.execute(Q.count_listed, params | {"limit": MOST_COUNTED + 1}).fetchone()
        total = max(total, row["memories"] if row else 0)
    return ListedMemories(tuple(store.standing(rows)), min(total, MOST_COUNTED), total > MOST_COUNTED)


def _of_grades(
    entered: "Entered", store: MemoryStore, grades: Collection[str], limit: int, params: Mapping[str, object]
) -> ListedMemories:
    """The memories of some grades, which their sources give as they stand now: read page by page, to a limit."""
    chosen: list[TeamMemory] = []
    total = before = 0
    for _ in range(MOST_COUNTED // MOST_LISTED):
        rows = entered.connection.execute(Q.listed, {**params, "before": before, "limit": MOST_LISTED}).fetchall()
        fitting = [one for one in store.standing(rows) if str(one.grade) in grades]
        chosen += fitting[: limit - len(chosen)]
        total += len(fitting)
        if len(rows) < MOST_LISTED:
            return ListedMemories(tuple(chosen), total)
        before = rows[-1]["number"]
    return ListedMemories(tuple(chosen), total, more=True)
