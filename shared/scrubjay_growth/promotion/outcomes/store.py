"""What is known of sessions: read from their transcripts, reported by scripts, looked up in git."""

from collections.abc import Callable, Collection, Iterable
from datetime import datetime, timedelta
from typing import Final

from scrubjay.context.briefing.had import forget_had, had_since, note_had
from scrubjay.errors import UsageError
from scrubjay.git.process import Git
from scrubjay.memory.transcript.session import RecordedSession
from scrubjay.model.clock import Clock, iso
from scrubjay.storage import Connection, Database, load
from scrubjay_growth.promotion.outcomes.cited import cited, named_ids
from scrubjay_growth.promotion.outcomes.commits import Worked, commits_of
from scrubjay_growth.promotion.outcomes.ended import Outcomes, SessionEvidence, ended_well
from scrubjay_growth.promotion.outcomes.tests_run import last_tests

Q = load(__package__)

WINDOW: Final = timedelta(days=90)
"""Sessions of so many days are compared."""

AT_WORK: Final = timedelta(hours=1)
"""A session that was heard of so lately may still be at work: it has not ended yet."""

MAX_ID: Final = 256
REPORTS: Final = ("well", "badly")


class SessionOutcomes:
    """The outcomes of one project's sessions. `handed_over` names those whose handoff was completed."""

    def __init__(
        self,
        database: Database,
        git: Git,
        clock: Clock,
        commands: Iterable[str],
        handed_over: Callable[[], Collection[str]] = frozenset,
    ) -> None:
        self._database = database
        self._git = git
        self._clock = clock
        self._commands = tuple(commands)
        self._handed_over = handed_over

    def hear(
        self, session: str, recorded: RecordedSession | None, ids: Callable[[Collection[str]], Collection[str]]
    ) -> None:
        """Note what a session's transcript shows; None: it can't be read.

        `ids` gives the full ids of the memories whose ids begin as some texts do.
        """
        tests = last_tests(recorded, self._commands) if recorded else ""
        named = named_ids(recorded) if recorded else ()
        memories = cited(named, ids(named)) if named else ()
        now = iso(self._clock())
        row = {"session": session, "readable": recorded is not None, "tests": tests, "at": now}

        def write(connection: Connection) -> None:
            connection.execute(Q.put_transcript, row)
            note_had(connection, session, memories, "cited", now)

        self._database.write(write)

    def report(self, session: str, ended: str, why: str = "", memory: str = "") -> bool:
        """Note what a script says of a session, and perhaps a memory that it had. Raises UsageError.

        Returns whether anything was known of that session before: a client without hooks tells nothing else, and a
        mistyped id looks the same.
        """
        if ended not in REPORTS:
            raise UsageError(f"A session ended {' or '.join(REPORTS)}, not {ended[:40]!r}.")
        if not session.strip() or len(session) > MAX_ID:
            raise UsageError(f"Give the client's id of the session, at most {MAX_ID} characters.")
        now = iso(self._clock())

        def write(connection: Connection) -> bool:
            known = bool(connection.execute(Q.is_known, {"session": session}).fetchone()[0])
            connection.execute(Q.put_report, {"session": session, "reported": ended, "why": why[:500], "at": now})
            note_had(connection, session, [memory] if memory else [], "reported", now)
            return known

        return self._database.write(write)

    def outcomes(self) -> Outcomes:
        """How the sessions of the last 90 days ended, as git and handoffs stand now."""
        now = self._clock()
        since = iso(now - WINDOW)
        rows, points, had = self._database.read(
            lambda c: (
                c.execute(Q.outcomes, {"since": since}).fetchall(),
                c.execute(Q.points, {"since": since}).fetchall(),
                had_since(c, since),
            )
        )
        worked: dict[str, list[Worked]] = {}
        for row in points:
            point = Worked(**{key: row[key] for key in ("session", "began_head", "began_at", "head", "at")})
            worked.setdefault(point.session, []).append(point)
        handed_over = self._handed_over() if rows else ()
        well: dict[str, bool] = {}
        for row in rows:
            session = row["session"]
            if not row["reported"] and self._is_at_work([row["at"], *(p.at for p in worked.get(session, ()))], now):
                continue
            looks = row["readable"] and not row["reported"]
            evidence = SessionEvidence(
                session=session,
                readable=bool(row["readable"]),
                tests=row["tests"],
                reported=row["reported"],
                commits=commits_of(self._git, worked.get(session, ()) if looks else (), now),
                handed_over=session in handed_over,
            )
            ended = ended_well(evidence)
            if ended is not None:
                well[session] = ended
        badly = {row["session"] for row in rows if row["reported"] == "badly"}
        failed: dict[str, int] = {}
        sessions: dict[str, set[str]] = {}
        for session, memory, how in had:
            sessions.setdefault(memory, set()).add(session)
            if how == "reported" and session in badly:
                failed[memory] = failed.get(memory, 0) + 1
        return Outcomes(
            well=well,
            had={memory: frozenset(names) for memory, names in sessions.items()},
            failed=failed,
            unreadable=sum(not row["readable"] and not row["reported"] for row in rows),
        )

    def forget(self, session: str) -> None:
        """Delete how a session ended, what a script reported of it, and which memories it had."""

        def delete(connection: Connection) -> None:
            connection.execute(Q.forget_outcome, {"session": session})
            forget_had(connection, session)

        self._database.write(delete)

    def expire(self) -> None:
        """Drop what is known of sessions that count no more."""
        before = {"before": iso(self._clock() - 2 * WINDOW)}
        self._database.write(lambda c: c.execute(Q.drop_old_outcomes, before))

    @staticmethod
    def _is_at_work(moments: Iterable[str], now: datetime) -> bool:
        return max((datetime.fromisoformat(moment) for moment in moments), default=now) > now - AT_WORK
