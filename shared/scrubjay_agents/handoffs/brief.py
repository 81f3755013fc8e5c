"""Whether a project has handoffs, who holds one and whose was completed; light: hooks ask, too."""

from scrubjay.storage.database import Database
from scrubjay.storage.driver import load

Q = load(__package__)


def has_any(database: Database) -> bool:
    """Whether there has been a handoff in a project."""
    return bool(database.read(lambda c: c.execute(Q.any).fetchone())["found"])


def holds_any(database: Database, session: str) -> bool:
    """Whether a session has taken a handoff and not finished it."""
    return database.read(lambda c: c.execute(Q.held_by, {"session": session}).fetchone()) is not None


def completed_sessions(database: Database) -> frozenset[str]:
    """The sessions whose handoff was completed: who left it, and who finished it."""
    rows = database.read(lambda c: c.execute(Q.completed_sessions).fetchall())
    return frozenset(row["session"] for row in rows) - {""}
