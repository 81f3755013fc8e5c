"""Store of sessions' outcomes: read from their transcripts, reported by scripts, looked up in git."""

from collections.abc import Callable, Collection, Iterable, Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import TYPE_CHECKING, Final

from scrubjay.context.briefing.hearers import forget_had, had_since, note_had
from scrubjay.errors import UsageError
from scrubjay.git.process import Git
from scrubjay.memory.transcript.session import UNRECORDED, Does, RecordedSession
from scrubjay.memory.transcript.shell import parse
from scrubjay.model.clock import Clock, iso
from scrubjay.model.pattern import pattern
from scrubjay.settings.schema import Settings
from scrubjay.storage.database import Database
from scrubjay.storage.driver import Connection, load
from scrubjay_growth.promotion.facts import Outcomes, SessionEvidence, ended_well
from scrubjay_growth.promotion.outcomes.commits import Worked, commits_of

_ASSIGNMENT: Final = pattern(r"[A-Za-z_]\w*=")
_BEFORE: Final = frozenset({"cd", "source", ".", "export", "set"})
"""Commands before a test command that hardly fail: the status of the line is the test's."""

if TYPE_CHECKING:
    from scrubjay.wiring.workspace import Workspace


def last_tests(session: RecordedSession, commands: Iterable[str]) -> str:
    """How tests ended last: "passed" if each command succeeded, "failed" if one failed; empty if none is known.

    A result that the client didn't record, or that another command of a pipe hides, takes the place of an earlier one:
    then nothing is known of that command.
    """
    named = [tuple(command.split()) for command in commands if command.strip()]
    last: dict[tuple[str, ...], str] = {}
    for _, _, call, answer in session.answers():
        if call.does is not Does.RUNS:
            continue
        last |= dict(_statuses(call.command, answer.status, named))
    known = {status for status in last.values() if status != UNRECORDED}
    if not known:
        return ""
    return "passed" if known == {"0"} and UNRECORDED not in last.values() else "failed" if known != {"0"} else ""


def _statuses(text: str, status: str, named: Sequence[tuple[str, ...]]) -> Iterable[tuple[tuple[str, ...], str]]:
    """The test commands in a line, each with its own exit status as far as the line's tells it."""
    line = parse(text)
    if line is None:
        return
    ran = [next((name for name in named if _is_test_command(words, name)), None) for words in line.commands]
    plain = not line.fed and not set(line.joins) - {"&&", ";"}
    for place, name in enumerate(ran):
        if name is None:
            continue
        is_last = place == len(ran) - 1
        alone = all(words[0] in _BEFORE for words in line.commands[:place])
        whole = "&&" in line.joins and ";" not in line.joins
        if plain and ((is_last and (alone or status == "0")) or (whole and status == "0")):
            yield name, status
        else:
            yield name, UNRECORDED


def _is_test_command(words: Sequence[str], name: Sequence[str]) -> bool:
    """Whether a simple command is a test command: its first words, the program by its name or path."""
    start = next((place for place, word in enumerate(words) if not _ASSIGNMENT.match(word)), len(words))
    own = list(words[start : start + len(name)])
    if len(own) < len(name):
        return False
    program = own[0] if "/" in name[0] else own[0].rpartition("/")[2]
    return [program, *own[1:]] == list(name)


_ID: Final = pattern(r"(?<![0-9A-Za-z_-])[0-9a-f]{8,32}(?![0-9A-Za-z_-])")

MOST: Final = 1_000
"""Ids of one session that are looked at."""

SHORTEST: Final = 8
"""Digits of an id by which a text names a memory."""


def named_ids(session: RecordedSession) -> tuple[str, ...]:
    """Words in the inputs of calls that may be a memory's id, each once; ids of commits are among them."""
    found = dict.fromkeys(id for call in session.calls() for id in _ID.findall(call.inputs))
    return tuple(found)[:MOST]


def cited_ids(named: Iterable[str], ids: Iterable[str]) -> tuple[str, ...]:
    """The memory ids that a session's texts name, whole or by their beginning."""
    texts = {text[:SHORTEST]: text for text in named}
    return tuple(id for id in ids if (text := texts.get(id[:SHORTEST])) is not None and id.startswith(text))


Q = load(__package__)

WINDOW: Final = timedelta(days=90)
"""Sessions of so many days are compared."""

AT_WORK: Final = timedelta(hours=1)
"""A session that was heard of so lately may still be at work: it has not ended yet."""

MAX_ID: Final = 256
REPORTS: Final = ("well", "badly")


class SessionOutcomes:
    """The outcomes of one project's sessions. `handed_over` names those whose handoff was completed.

    `merged` gives the last commits of pull requests that were approved and merged.
    """

    def __init__(
        self,
        database: Database,
        git: Git,
        clock: Clock,
        commands: Iterable[str],
        handed_over: Callable[[], Collection[str]] = frozenset,
        merged: Callable[[], Collection[str]] = frozenset,
    ) -> None:
        self._database = database
        self._git = git
        self._clock = clock
        self._commands = tuple(commands)
        self._handed_over = handed_over
        self._merged = merged

    def hear(
        self, session: str, recorded: RecordedSession | None, ids: Callable[[Collection[str]], Collection[str]]
    ) -> None:
        """Note what a session's transcript shows; None if it can't be read.

        `ids` gives the full ids of the memories whose ids begin as some texts do.
        """
        tests = last_tests(recorded, self._commands) if recorded else ""
        named = named_ids(recorded) if recorded else ()
        memories = cited_ids(named, ids(named)) if named else ()
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
        handed_over, merged = (self._handed_over(), self._merged()) if rows else ((), ())
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
                commits=commits_of(self._git, worked.get(session, ()) if looks else (), now, merged),
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

    def heard(self) -> dict[str, str]:
        """When something was last heard of each session of the last 90 days, ISO 8601 in UTC."""
        since = {"since": iso(self._clock() - WINDOW)}
        return {
            row["session"]: row["at"] for row in self._database.read(lambda c: c.execute(Q.heard, since).fetchall())
        }

    def forget(self, session: str) -> None:
        """Delete how a session ended, what a script reported of it, and which memories it had."""
        forget_outcome(self._database, session)

    def expire(self) -> None:
        """Delete what is known of sessions that are too old to count."""
        before = {"before": iso(self._clock() - 2 * WINDOW)}
        self._database.write(lambda c: c.execute(Q.drop_old_outcomes, before))

    @staticmethod
    def _is_at_work(moments: Iterable[str], now: datetime) -> bool:
        """Whether a session was seen so lately that it may still be at work."""
        return max((datetime.fromisoformat(moment) for moment in moments), default=now) > now - AT_WORK


def forget_outcome(database: Database, session: str) -> None:
    """Delete how a session ended, what a script reported of it, and which memories it had."""

    def delete(connection: Connection) -> None:
        connection.execute(Q.forget_outcome, {"session": session})
        forget_had(connection, session)

    database.write(delete)


def session_outcomes(
    session_database: Database, git: Git, clock: Clock, user_settings: Settings, services: "Workspace"
) -> SessionOutcomes:
    """The outcomes of a project's sessions."""

    def completed() -> frozenset[str]:
        return frozenset().union(*(one(services) for one in services.provided("completed_session")))

    def merged() -> frozenset[str]:
        return frozenset().union(*(one(services) for one in services.provided("merged_head")))

    commands = user_settings.promotion.test_commands
    return SessionOutcomes(session_database, git, clock, commands, completed, merged)


def forgotten(database: Database) -> tuple[Callable[[str], None], ...]:
    """The function that deletes how a session ended and which memories it had."""
    return (partial(forget_outcome, database),)
