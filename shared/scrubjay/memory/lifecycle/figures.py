"""Figures about a project's memories: how they grew, how long claims wait, which of them hold."""

from scrubjay.memory.store.rows import Q
from scrubjay.memory.store.scopes import Scopes
from scrubjay.model.clock import iso
from scrubjay.model.frozen import dataclass
from scrubjay.model.grade import Grade

HELD = "held"
"""Stands for the grade of what waits for a person."""

NO_GRADE = "none"
"""Stands for the grade of a question."""


@dataclass(frozen=True, slots=True)
class Growth:
    """How many memories of a kind and a grade were made on a day (ISO 8601, UTC)."""

    day: str
    kind: str
    grade: str
    number: int


class MemoryFigures(Scopes):
    """Counts the memories of one project. What was forgotten, or is quarantined, is left out."""

    def growth(self, since: str) -> tuple[Growth, ...]:
        """The memories made since a day, by day, kind and the best grade that their evidence earned."""
        rows = self.reading(
            "project", lambda c, at: c.execute(Q.growth, {"project": at.owner, "since": since}).fetchall()
        )
        return tuple(Growth(row["day"], row["kind"], _grade(row["kind"], row["rank"]), row["number"]) for row in rows)

    def waiting_since(self) -> tuple[str, ...]:
        """The moments (ISO 8601, UTC) from which claims of the project wait for a person, the longest first."""
        rows = self.reading("project", lambda c, at: c.execute(Q.waiting_since, {"project": at.owner}).fetchall())
        return tuple(row["since"] for row in rows)

    def holding(self) -> frozenset[str]:
        """The ids of the project's memories that hold now."""
        now = iso(self._stores.clock())
        rows = self.reading(
            "project", lambda c, at: c.execute(Q.ids_holding, {"at": now, "project": at.owner}).fetchall()
        )
        return frozenset(row["id"] for row in rows)


def _grade(kind: str, rank: int) -> str:
    if rank < 0:
        return HELD
    return NO_GRADE if kind == "question" else str(Grade(rank))
