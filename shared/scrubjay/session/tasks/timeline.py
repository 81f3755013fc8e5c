"""The timeline of a project's sessions: which there were, where they worked, and how they met and left the work."""

import json
from collections.abc import Iterable, Sequence

from scrubjay.model.frozen import dataclass
from scrubjay.privacy.secrets.shown_names import shown
from scrubjay.session.tasks import points
from scrubjay.session.tasks.point import SessionPoint
from scrubjay.session.tasks.quarantined import names
from scrubjay.session.tasks.reading import save_from, task_from_state, withheld_save, without_quarantined
from scrubjay.session.tasks.task import PastSave, Task, empty_task
from scrubjay.storage.database import Database
from scrubjay.storage.driver import Connection, Row

Q = points.Q


@dataclass(frozen=True, slots=True, kw_only=True)
class TimelineFilters:
    """What narrows a timeline; empty values don't. `day` is a date in UTC."""

    worktree: str = ""
    branch: str = ""
    client: str = ""
    day: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TimelineEntry:
    """A session with its sub-agents. `title` is its transcript's title; `told` and `saves` are counts."""

    session: str
    began: str
    last: str
    branches: tuple[str, ...]
    worktrees: tuple[str, ...]
    clients: tuple[str, ...]
    title: str = ""
    told: int = 0
    saves: int = 0


@dataclass(frozen=True, slots=True)
class BranchWork:
    """What a session did on a branch: its position there, and the working set as it found and left it.

    `before` is None where it isn't known.
    """

    point: SessionPoint
    before: Task | None
    after: Task


class Timeline:
    """Reads the sessions of one project, in its session.db."""

    def __init__(self, session_database: Database) -> None:
        self._database = session_database

    def page(self, filters: TimelineFilters, limit: int, offset: int = 0) -> tuple[tuple[TimelineEntry, ...], int]:
        """Some sessions, the one active last first, and how many there are in all."""
        params = {name: getattr(filters, name) for name in ("worktree", "branch", "client", "day")}
        folders = self._read_choices()["worktree"] if filters.worktree else ()
        params["worktree"] = next((one for one in folders if shown(one) == filters.worktree), filters.worktree)
        return self._database.read(lambda c: _entries(c, params | {"session": "", "limit": limit, "offset": offset}))

    def entry(self, session: str) -> TimelineEntry | None:
        """One session by its whole id; None where there is none."""
        params = {"session": session, "worktree": "", "branch": "", "client": "", "day": "", "limit": 1, "offset": 0}
        found, _ = self._database.read(lambda c: _entries(c, params))
        return next(iter(found), None) if session else None

    def known(self, sessions: Iterable[str]) -> frozenset[str]:
        """The session ids among some that the timeline has."""
        params = {"sessions": json.dumps(sorted(set(sessions)))}
        rows = self._database.read(lambda c: c.execute(Q.known_of, params).fetchall())
        return frozenset(row["session"] for row in rows)

    def choices(self) -> dict[str, tuple[str, ...]]:
        """The worktrees, branches and clients of sessions, as values for the filters."""
        return {what: tuple(map(shown, values)) for what, values in self._read_choices().items()}

    def _read_choices(self) -> dict[str, list[str]]:
        """The distinct worktrees, branches and clients of sessions, as stored."""
        found: dict[str, list[str]] = {"worktree": [], "branch": [], "client": []}
        for row in self._database.read(lambda c: c.execute(Q.timeline_choices).fetchall()):
            if row["value"]:
                found[row["what"]].append(row["value"])
        return found

    def is_quarantined(self, session: str) -> bool:
        """Whether a session is quarantined, so that no answer shows what it wrote."""
        return session in self._database.read(names)

    def work(self, session: str) -> tuple[BranchWork, ...]:
        """The work of a session and its sub-agents, one entry a branch."""
        return self._database.read(lambda c: _work_of(c, session))

    def saves(self, session: str) -> tuple[PastSave, ...]:
        """The saves of a session and its sub-agents, in order."""
        params = {"session": session}
        return self._database.read(
            lambda c: tuple(withheld_save(c, save_from(row)) for row in c.execute(Q.saves_of_session, params))
        )


def _entries(connection: Connection, params: dict[str, object]) -> tuple[tuple[TimelineEntry, ...], int]:
    """Some entries of the timeline, and how many there are in all."""
    found = connection.execute(Q.timeline, params).fetchall()
    listed = {"sessions": json.dumps([row["session"] for row in found])}
    titles = {row["session"]: row["title"] for row in connection.execute(Q.titles, listed)}
    told, saves = (
        {row["session"]: row["number"] for row in connection.execute(sql, listed)}
        for sql in (Q.told_counts, Q.save_counts)
    )
    entries = tuple(
        TimelineEntry(
            session=row["session"],
            began=row["began"] or row["last"],
            last=row["last"],
            branches=_sorted_texts(row["branches"]),
            worktrees=tuple(map(shown, _sorted_texts(row["worktrees"]))),
            clients=_sorted_texts(row["clients"]),
            title=titles.get(row["session"], ""),
            told=told.get(row["session"], 0),
            saves=saves.get(row["session"], 0),
        )
        for row in found
    )
    return entries, found[0]["total"] if found else 0


def _work_of(connection: Connection, session: str) -> tuple[BranchWork, ...]:
    """The work of a session and its sub-agents, one entry a branch."""
    met = {(row["session"], row["branch"]): row["state"] for row in connection.execute(Q.met_by, {"session": session})}
    return tuple(
        BranchWork(
            points.point_from(row),
            _state(connection, met[row["session"], _branch_name(row)], _branch_name(row))
            if (row["session"], _branch_name(row)) in met
            else None,
            _state(connection, row["seen"], _branch_name(row)),
        )
        for row in connection.execute(Q.points_of_session, {"session": session}).fetchall()
    )


def _state(connection: Connection, state: str, branch: str) -> Task:
    """A stored working set without entries that only quarantined sessions wrote; empty if none is stored."""
    return without_quarantined(connection, task_from_state(state)) if state else empty_task(branch)


def _branch_name(row: Row) -> str:
    """The branch in a row, without the mark of a merged one."""
    return str(row["branch"]).removeprefix("merged:")


def _sorted_texts(array: str) -> tuple[str, ...]:
    """The texts of a JSON array, sorted, without empty ones."""
    values: Sequence[str | None] = json.loads(array)
    return tuple(sorted(value for value in values if value))
