"""Which sessions are quarantined in a project? Rows of its session.db, beside what the sessions wrote."""

from collections.abc import Iterable

from scrubjay.index.generation import bump
from scrubjay.storage.driver import Connection
from scrubjay.storage.queries import load

Q = load(__package__)


def impose(connection: Connection, who: str, sessions: Iterable[str]) -> None:
    """Keep what some sessions wrote out of every answer, and what was prepared while it was in."""
    rows = [{"session": session, "who": who} for session in sorted({who, *sessions})]
    connection.executemany(Q.add_quarantine, rows)
    _tell(connection)


def lift(connection: Connection, who: str) -> None:
    """Let what they wrote be shown again."""
    connection.execute(Q.drop_quarantine, {"who": who})
    _tell(connection)


def known_sessions(connection: Connection) -> frozenset[str]:
    """Every session that wrote or said something here."""
    return frozenset(row["session"] for row in connection.execute(Q.known_sessions)) - {""}


def shown_to(connection: Connection) -> tuple[tuple[str, str], ...]:
    """What each session was told, briefings and ids of memories, by session."""
    return tuple((row["session"], row["text"]) for row in connection.execute(Q.shown_to))


def _tell(connection: Connection) -> None:
    connection.execute(Q.bump_quarantines)
    bump(connection)
