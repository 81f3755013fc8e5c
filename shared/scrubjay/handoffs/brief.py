"""Whether a project has handoffs, and a session holds one: what hooks ask, so nothing else is imported for it."""

from scrubjay.storage.database import Database
from scrubjay.storage.queries import load

Q = load(__package__)


def has_any(database: Database) -> bool:
    """Whether there has been a handoff in a project."""
    return bool(database.read(lambda c: c.execute(Q.any).fetchone())["found"])


def holds_any(database: Database, session: str) -> bool:
    """Whether a session has taken a handoff and not finished it."""
    return database.read(lambda c: c.execute(Q.held_by, {"session": session}).fetchone()) is not None
