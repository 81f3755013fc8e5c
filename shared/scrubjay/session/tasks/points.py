"""Positions of sessions on branches: what each has read of the working set, and its client's last hook event."""

import json

from scrubjay.model.clock import Clock, iso
from scrubjay.model.frozen import dataclass, field_names
from scrubjay.session.tasks import sent
from scrubjay.session.tasks.point import SessionPoint
from scrubjay.storage.database import Database
from scrubjay.storage.driver import Connection, Row

Q = sent.Q  # a hook needs both modules, and reads the file once

MAX_POINTS = 1000
"""Rows kept at most, one per session and branch."""

MAX_FILES = 50
MAX_CANDIDATES = 50
"""Sessions of a branch that are searched for the last one that did something."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HookReport:
    """What a client's hook reports about a session at one moment."""

    session: str
    branch: str
    head: str
    event: str
    worktree: str
    transcript: str = ""
    position: int = 0
    files: tuple[str, ...] = ()


class SessionPoints:
    """Reads and writes where sessions stand on branches, in a project's session.db; light enough for a hook."""

    def __init__(self, session_database: Database, clock: Clock) -> None:
        self._database = session_database
        self._clock = clock

    def report(self, report: HookReport) -> None:
        """Store what a hook reports."""
        row = {name: getattr(report, name) for name in field_names(HookReport)}
        files = json.dumps(list(report.files[:MAX_FILES]), ensure_ascii=False)

        def put(connection: Connection) -> None:
            _put_point(connection, Q.report, row | {"files": files, "at": iso(self._clock())})

        self._database.write(put)

    def of(self, session: str, branch: str) -> SessionPoint | None:
        """A session's position on a branch."""
        key = {"session": session, "branch": branch}
        row = self._database.read(lambda c: c.execute(Q.point, key).fetchone())
        return None if row is None else point_from(row)

    def forget(self, session: str) -> None:
        """Delete a session's positions, with the path of its transcript and the files it touched."""

        def delete(connection: Connection) -> None:
            connection.execute(Q.forget_points, {"session": session})
            connection.execute(Q.forget_met, {"session": session})

        self._database.write(delete)

    def last_unsaved(self, branch: str, excluded: str, commit: str) -> SessionPoint | None:
        """The session that last worked on a branch, if it saved nothing; `commit` is the branch's tip.

        A session that only read doesn't hide the one before it.
        """

        def find(connection: Connection) -> SessionPoint | None:
            params = {"branch": branch, "but": excluded, "limit": MAX_CANDIDATES}
            row = next((row for row in connection.execute(Q.last_here, params) if _did_something(row, commit)), None)
            if row is None:
                return None
            last = connection.execute(Q.saves, params | {"limit": 1}).fetchone()
            if last is not None and (last["saved_at"] >= row["at"] or last["session"] == row["session"]):
                return None
            return point_from(row)

        return self._database.read(find)

    def others(self, branch: str, excluded: str = "", limit: int = 20) -> tuple[SessionPoint, ...]:
        """The sessions that worked on a branch, the latest first, without `excluded`."""
        params = {"branch": branch, "but": excluded, "limit": limit}
        rows = self._database.read(lambda c: c.execute(Q.points_of, params).fetchall())
        return tuple(point_from(row) for row in rows)

    def by_day(self, since: str) -> dict[str, int]:
        """How many sessions were reported first or last on each day since one (ISO 8601)."""
        rows = self._database.read(lambda c: c.execute(Q.sessions_by_day, {"since": since}).fetchall())
        return {row["day"]: row["sessions"] for row in rows}


@dataclass(frozen=True, slots=True)
class LastReport:
    """The last report of a session on any branch: when, which event, and the transcript if known."""

    at: str
    event: str
    transcript: str


def last_report(connection: Connection, session: str) -> LastReport | None:
    """The last report of a session, read within a transaction; None without any."""
    row = connection.execute(Q.last_report, {"session": session}).fetchone()
    return None if row is None else LastReport(row["at"], row["event"], row["transcript"])


def mark_read(connection: Connection, session: str, branch: str, head: str, now: str, transcript: str = "") -> None:
    """Record, within a transaction, that a session has read the working set of a branch, and its transcript."""
    row: dict[str, object] = {"session": session, "branch": branch, "head": head, "at": now, "transcript": transcript}
    before = connection.execute(Q.has_seen, row).fetchone()
    if before["set_back"]:
        connection.execute(Q.bring_back, row)
    connection.execute(Q.look, row)
    if not before["known"]:
        connection.execute(Q.drop_old_points, {"kept": MAX_POINTS})
        connection.execute(Q.meet, row)
        connection.execute(Q.drop_old_met, {"kept": MAX_POINTS})


def mark_written(connection: Connection, session: str, branch: str, head: str, now: str, seen: str) -> None:
    """Record, within a transaction, which state of a working set a session knows after it wrote."""
    _put_point(connection, Q.know, {"session": session, "branch": branch, "head": head, "at": now, "seen": seen})


def _put_point(connection: Connection, sql: str, row: dict[str, object]) -> None:
    """Insert or update a position as the latest one; a new one beyond the limit replaces the oldest."""
    connection.execute(Q.bring_back, row)
    if connection.execute(sql, row).fetchone()["is_new"]:
        connection.execute(Q.drop_old_points, {"kept": MAX_POINTS})


def _did_something(row: Row, commit: str) -> bool:
    """Whether a session did something on a branch: it moved HEAD, touched files, or wrote to the working set last.

    A session that was killed within a turn reported none of its commits: unless it switched branches or ended, commits
    made before the next session began count as its own.
    """
    if row["head"] != row["began_head"] or row["files"] != "[]" or row["wrote"]:
        return True
    until = commit if row["next_head"] is None else row["next_head"]
    return bool(row["began_head"] != until and row["event"] != "SessionEnd" and not row["left_for_another"])


def point_from(row: Row) -> SessionPoint:
    """The position in a row of `session_point`."""
    values = {name: row[name] for name in field_names(SessionPoint)}
    return SessionPoint(**(values | {"files": tuple(json.loads(values["files"]))}))
