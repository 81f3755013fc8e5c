"""Sessions of client processes, as their own hooks reported them; no tool argument can choose one."""

from collections.abc import Callable, Iterable

from scrubjay.identity.person.lineage import Process
from scrubjay.model.clock import Clock, iso
from scrubjay.model.frozen import dataclass, replace
from scrubjay.storage.database import Database
from scrubjay.storage.driver import Connection, Row, load

Q = load(__package__)

MAX_REPORTS = 1000
"""Reports kept at most, the newest."""

MAX_ID = 256


@dataclass(frozen=True, slots=True)
class ReportedSession:
    """A session of a client's process: its transcript, the commit where it began (empty: none), when that was told.

    `nested`: the hook that reported it had a second agent program among its ancestors. `beside` are the other sessions
    that the same process ever reported.
    """

    session: str
    transcript: str
    began: str
    nested: bool = False
    at: str = ""
    beside: "tuple[SessionBeside, ...]" = ()


@dataclass(frozen=True, slots=True)
class SessionBeside:
    """Another session of the same process: `since` is when that process reported it, `ours` when it reported ours."""

    session: ReportedSession
    since: str
    ours: str


class ClientSessions:
    """Reports of hooks, in home.db."""

    def __init__(self, home: Database, clock: Clock) -> None:
        self._home = home
        self._clock = clock

    def report(
        self, client: Process, session: str, transcript: str, head: Callable[[], str], *, nested: bool, moved: bool
    ) -> None:
        """Record the session of a client's process; `head` is called only for a new session.

        `moved`: the process left its previous session.
        """
        if not session or len(session) > MAX_ID:
            return
        key = {"process": client.id, "started": client.started, "session": session}
        rows = self._rows_of_session(session)
        began = rows[0]["began"] if rows else head()
        values = {**key, "transcript": transcript, "began": began, "nested": nested, "at": iso(self._clock())}
        compared = ("process", "started", "transcript", "nested", "left_at")
        wanted = {**values, "left_at": ""}
        if not moved and any(all(row[name] == wanted[name] for name in compared) for row in rows):
            return  # fast path: already recorded

        def put(connection: Connection) -> None:
            if moved:
                connection.execute(Q.end_others, values)
            connection.execute(Q.put_client, values)
            connection.execute(Q.drop_old_clients, {"kept": MAX_REPORTS})

        self._home.write(put)

    def leave(self, client: Process, session: str) -> None:
        """Record that a client's process left a session."""
        key = {"process": client.id, "started": client.started, "session": session, "at": iso(self._clock())}
        self._home.write(lambda c: c.execute(Q.end_client, key))

    def of_session(self, session: str) -> ReportedSession | None:
        """The report of a session, running or ended; None where hooks named two transcripts for it.

        Nested as soon as one report was; it began where the first of them saw it.
        """
        rows = self._rows_of_session(session)
        if len({row["transcript"] for row in rows}) != 1:
            return None
        reports = [self._report_with_beside(row) for row in rows]
        beside = tuple(one for report in reports for one in report.beside)
        return replace(reports[0], nested=any(report.nested for report in reports), beside=beside)

    def of(self, ancestors: Iterable[Process]) -> tuple[ReportedSession, ...]:
        """The sessions that some processes, a server's ancestors, are in now."""
        rows = [row for process in ancestors for row in self._rows_of_process(process.id, process.started)]
        return tuple({row["session"]: self._report_with_beside(row) for row in rows if not row["left_at"]}.values())

    def have_reported(self, processes: Iterable[Process]) -> bool:
        """Whether one of some processes was ever in a session."""
        return any(self._rows_of_process(process.id, process.started) for process in processes)

    def _report_with_beside(self, row: Row) -> ReportedSession:
        """The report of a row, with the other sessions of its process."""
        rows = self._rows_of_process(row["process"], row["started"])
        others = (other for other in rows if other["session"] != row["session"])
        beside = tuple(SessionBeside(_reported(other), other["at"], row["at"]) for other in others)
        return replace(_reported(row), beside=beside)

    def _rows_of_process(self, process: int, started: str) -> list[Row]:
        key = {"process": process, "started": started}
        return self._home.read(lambda c: c.execute(Q.of_process, key).fetchall())

    def _rows_of_session(self, session: str) -> list[Row]:
        return self._home.read(lambda c: c.execute(Q.of_session, {"session": session}).fetchall())


def _reported(row: Row) -> ReportedSession:
    return ReportedSession(row["session"], row["transcript"], row["began"], bool(row["nested"]), row["at"])
