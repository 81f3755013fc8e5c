"""What a session has taken stays its own while it is at work: each of its calls and of its client's hooks says so."""

from scrubjay.storage.driver import Connection
from scrubjay_agents.handoffs.settling import Q


def renew(connection: Connection, session: str, now: str) -> None:
    """Renew every lease of a session, within a transaction."""
    for row in connection.execute(Q.held_by, {"session": session}).fetchall():
        connection.execute(Q.renew, {"id": row["id"], "lease": row["lease"], "now": now})
