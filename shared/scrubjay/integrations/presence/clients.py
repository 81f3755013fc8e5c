"""Sessions of client processes, as their own hooks reported them; no tool argument can choose one."""

from collections.abc import Callable, Iterable

from scrubjay.model.clock import Clock, iso
from scrubjay.model.frozen import dataclass
from scrubjay.person.lineage import Process
from scrubjay.storage.database import Database
from scrubjay.storage.driver import Connection
from scrubjay.storage.queries import load

Q = load(__package__)

MAX_REPORTS = 1000
"""Reports kept at most, the newest."""

MAX_ID = 256


@dataclass(frozen=True, slots=True)
class ReportedSession:
    """A session of a client's process: its transcript, the commit where it began (empty: none), when that was told.

    `nested`: the hook that reported it had a second agent program among its ancestors.
    """

    session: str
    transcript: str
    began: str
    nested: bool = False
    at: str = ""


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
        rows = self._home.read(lambda c: c.execute(Q.of_session, {"session": session}).fetchall())
        began = rows[0]["began"] if rows else head()
        values = {**key, "transcript": transcript, "began": began, "nested": nested, "at": iso(self._clock())}
        compared = ("process", "started", "transcript", "nested")
        if not moved and any(all(row[name] == values[name] for name in compared) for row in rows):
            return  # fast path: already recorded

        def put(connection: Connection) -> None:
            if moved:
                connection.execute(Q.end_others, key)
            connection.execute(Q.put_client, values)
            connection.execute(Q.drop_old_clients, {"kept": MAX_REPORTS})

        self._home.write(put)

    def leave(self, client: Process, session: str) -> None:
        """Record that a client's process left a session."""
        key = {"process": client.id, "started": client.started, "session": session}
        self._home.write(lambda c: c.execute(Q.end_client, key))

    def of_session(self, session: str) -> ReportedSession | None:
        """The report of a session, running or ended; None where hooks named two transcripts for it.

        Nested as soon as one report was; it began where the first of them saw it.
        """
        rows = self._home.read(lambda c: c.execute(Q.of_session, {"session": session}).fetchall())
        if len({row["transcript"] for row in rows}) != 1:
            return None
        return ReportedSession(
            session, rows[0]["transcript"], rows[0]["began"], any(row["nested"] for row in rows), rows[0]["at"]
        )

    def of(self, ancestors: Iterable[Process]) -> tuple[ReportedSession, ...]:
        """The sessions reported for some processes: a server's ancestors."""
        sessions: dict[str, ReportedSession] = {}
        for process in ancestors:
            key = {"process": process.id, "started": process.started}
            rows = self._home.read(lambda c, k=key: c.execute(Q.of_process, k).fetchall())  # type: ignore[misc]
            for row in rows:
                sessions[row["session"]] = ReportedSession(
                    row["session"], row["transcript"], row["began"], bool(row["nested"]), row["at"]
                )
        return tuple(sessions.values())
