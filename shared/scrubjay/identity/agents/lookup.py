"""The id of a client's own agent in a project, by as little as a hook can afford."""

from scrubjay.storage.database import Database
from scrubjay.storage.driver import load

Q = load(__package__)


def agent_of(home: Database, project: str, type: str) -> str:
    """The agent of a type without a name; empty where none has called yet."""
    row = home.read(lambda c: c.execute(Q.nameless, {"project": project, "type": type}).fetchone())
    return "" if row is None else str(row["id"])
