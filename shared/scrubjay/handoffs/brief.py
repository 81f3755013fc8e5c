"""Whether a project has handoffs at all: what each start of a session asks, so nothing else is imported for it."""

from scrubjay.storage.database import Database
from scrubjay.storage.queries import load

Q = load(__package__)


def has_any(database: Database) -> bool:
    """Whether there has been a handoff in a project."""
    return bool(database.read(lambda c: c.execute(Q.any).fetchone())["found"])
