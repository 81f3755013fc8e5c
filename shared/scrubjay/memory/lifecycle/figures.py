"""Figures of a project's memories: growth, what holds or leads nowhere, the newest, duplicates, passes over them."""

from scrubjay.memory.store.rows import Q, citation_of
from scrubjay.memory.store.scopes import Scopes
from scrubjay.memory.store.writing import WriteContext
from scrubjay.model.clock import iso
from scrubjay.model.evidence import CitationResult
from scrubjay.model.frozen import dataclass, field
from scrubjay.model.grade import Grade
from scrubjay.storage.driver import Connection

KEPT = 400
"""Days of which passes are kept."""


@dataclass(frozen=True, slots=True)
class ConsolidationPass:
    """A day's pass: whether it ran to its end, how much each of its steps changed, and which are done."""

    day: str
    ended: bool = False
    steps: dict[str, int] = field(default_factory=dict)
    done: frozenset[str] = frozenset()


def is_due(connection: Connection, place: WriteContext, *, has_more: bool = False) -> bool:
    """Whether a daily pass is due: none ended today, and there are memories, or `has_more` to look at."""
    today = _pass_of_day(connection, place.now[:10])
    if today is not None and today.ended:
        return False
    return has_more or bool(connection.execute(Q.any_memory, {"project": place.owner}).fetchone()[0])


def pass_of_today(connection: Connection, place: WriteContext) -> ConsolidationPass | None:
    """The pass of today, where one began."""
    return _pass_of_day(connection, place.now[:10])


def last_pass(connection: Connection, place: WriteContext) -> ConsolidationPass | None:
    """The newest pass that ran to its end."""
    day = connection.execute(Q.last_consolidation).fetchone()["day"]
    return _pass_of_day(connection, day) if day else None


def begin_pass(connection: Connection, place: WriteContext) -> str:
    """Begin today's pass, or go on with it; returns its day."""
    connection.execute(Q.begin_consolidation, {"day": place.now[:10], "at": place.now})
    connection.execute(Q.drop_old_consolidations, {"kept": KEPT})
    return place.now[:10]


def note_step(
    connection: Connection, place: WriteContext, day: str, name: str, changed: int, *, done: bool = False
) -> None:
    """Note how much a step of a pass changed, or that it is done."""
    params = {"day": day, "name": name, "changed": changed, "done": done, "at": place.now}
    connection.execute(Q.add_consolidation_step, params)


def end_pass(connection: Connection, place: WriteContext, day: str) -> None:
    """Note that all steps of a day's pass have run."""
    connection.execute(Q.end_consolidation, {"day": day, "at": place.now})


def _pass_of_day(connection: Connection, day: str) -> ConsolidationPass | None:
    row = connection.execute(Q.consolidation, {"day": day}).fetchone()
    if row is None:
        return None
    steps = connection.execute(Q.consolidation_steps, {"day": day}).fetchall()
    done = frozenset(step["name"] for step in steps if step["done"])
    return ConsolidationPass(day, bool(row["ended_at"]), {step["name"]: step["changed"] for step in steps}, done)


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
        return tuple(
            Growth(row["day"], row["kind"], _grade_word(row["kind"], row["rank"]), row["number"]) for row in rows
        )

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


def _grade_word(kind: str, rank: int) -> str:
    if rank < 0:
        return HELD
    return NO_GRADE if kind == "question" else str(Grade(rank))


def missing(connection: Connection, place: WriteContext) -> dict[str, tuple[CitationResult, ...]]:
    """The citations of current memories that led nowhere, by memory id, the newest memory first."""
    citations: dict[str, tuple[CitationResult, ...]] = {}
    for row in connection.execute(Q.missing, {"project": place.owner, "at": place.now}).fetchall():
        citations[row["id"]] = (*citations.get(row["id"], ()), citation_of(row))
    return citations


@dataclass(frozen=True, slots=True)
class DuplicateCounts:
    """Counts of repeated, reworded and merged claims of one project, or of the user.

    `blocked` claims were taken for a memory that is there, `reworded` of them in other words; of those `wrong` were
    stored after all by who was told so: a false merge. Of all `memories`, `merged` were made one by a person: a false
    split.
    """

    blocked: int
    reworded: int
    wrong: int
    memories: int
    merged: int


def count_duplicates(connection: Connection, place: WriteContext) -> DuplicateCounts:
    """Count repeated, reworded and merged claims of one project, or of the user."""
    row = connection.execute(Q.likenesses, {"project": place.owner}).fetchone()
    return DuplicateCounts(row["known"], row["reworded"], row["distinct_ones"], row["memories"], row["merged"])


def newest_told(connection: Connection, place: WriteContext, limit: int) -> list[str]:
    """Ids of current memories that a person stands behind, newest first."""
    return _ids(connection, Q.newest_told, place, limit)


def newest_only_said(connection: Connection, place: WriteContext, limit: int) -> list[str]:
    """Ids of current memories with nothing but an agent's word behind them, newest first."""
    return _ids(connection, Q.newest_only_said, place, limit)


def count_only_said(connection: Connection, place: WriteContext) -> int:
    """How many current memories have nothing but an agent's word behind them."""
    return int(connection.execute(Q.only_said_in_all, {"project": place.owner}).fetchone()[0])


def newest_said(connection: Connection, place: WriteContext, since: str, limit: int) -> list[str]:
    """Ids of memories since a moment that rest on a person's typed words, and that nobody confirmed yet."""
    return _ids(connection, Q.newest_said, place, limit, since)


def newest_captured(connection: Connection, place: WriteContext, since: str, limit: int) -> list[str]:
    """Ids of memories since a moment that were kept from what was said in sessions, though nobody asked for it."""
    return _ids(connection, Q.newest_captured, place, limit, since)


def acts_since(connection: Connection, _: WriteContext, since: str) -> tuple[int, str]:
    """How often since a moment somebody acted as a person where an agent's process could have, and when last."""
    row = connection.execute(Q.acts_since, {"since": since}).fetchone()
    return int(row["acts"]), str(row["last"])


def last_act(memories: Scopes) -> str:
    """When somebody last acted as a person, in the project's or the user's memories; empty where nobody did."""
    return max(memories.once(scope, acts_since, "")[1] for scope in memories.scopes())


def _ids(connection: Connection, sql: str, place: WriteContext, limit: int, since: str = "") -> list[str]:
    params = {"project": place.owner, "at": place.now, "since": since, "limit": limit}
    return [row["id"] for row in connection.execute(sql, params)]
