"""Lists of a team's memories by filters, the newest first."""

from datetime import datetime
from typing import TYPE_CHECKING, Final

from scrubjay.errors import LimitExceeded, UsageError
from scrubjay.memory.store.claim import MEMORY_KINDS
from scrubjay.model.frozen import dataclass
from scrubjay.model.memory import MemoryStatus
from scrubjay_team.database.queries import load
from scrubjay_team.memories.memory import TeamMemory
from scrubjay_team.memories.store import MemoryStore

if TYPE_CHECKING:
    from scrubjay_team.database.connecting import Entered

Q = load(__package__)

MOST_LISTED: Final = 1_000

STATUSES: Final = (
    "current", "all", MemoryStatus.HELD, MemoryStatus.ACTIVE, MemoryStatus.SUPERSEDED, MemoryStatus.RETRACTED,
    MemoryStatus.EXPIRED,
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryFilters:
    """What a list shows; empty lets everything through. `repo` and `author` are names, `status` one of STATUSES."""

    repo: str = ""
    kind: str = ""
    tag: str = ""
    author: str = ""
    status: str = "current"
    mine: bool = False

    def check(self, limit: int) -> None:
        """Raises UsageError, LimitExceeded for a value that isn't one."""
        if self.kind and self.kind not in MEMORY_KINDS:
            raise UsageError(f"kind {self.kind[:40]!r} is unknown. There are: {', '.join(MEMORY_KINDS)}.")
        if self.status not in STATUSES:
            raise UsageError(f"status {self.status[:40]!r} is unknown. There are: {', '.join(STATUSES)}.")
        if not 1 <= limit <= MOST_LISTED:
            raise LimitExceeded(f"limit {limit} is out of bounds: 1 to {MOST_LISTED:,}.")


def listed(
    entered: "Entered", store: MemoryStore, filters: MemoryFilters, limit: int, now: datetime
) -> tuple[TeamMemory, ...]:
    """The memories that filters let through. Raises UsageError, LimitExceeded."""
    filters.check(limit)
    params = {
        "project": store.project(filters.repo) if filters.repo else None, "kind": filters.kind,
        "tag": filters.tag.removeprefix("#").lower(), "author": filters.author, "status": str(filters.status),
        "mine": filters.mine, "at": now, "limit": limit,
    }  # fmt: skip
    return tuple(store.standing(entered.connection.execute(Q.listed, params).fetchall()))
