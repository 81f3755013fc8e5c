"""A hook of a session renews what the session has taken from other agents; one that has taken nothing reads one row."""

from scrubjay.integrations.client_hooks.context import BUSY_TIMEOUT_MS, HookContext
from scrubjay.model.clock import Clock
from scrubjay.storage.database import Database
from scrubjay_agents.handoffs.brief import holds_any

REPORTED = frozenset({"Stop", "PreCompact", "SessionEnd"})
"""Events whose checkpoint is a sign of life by itself, or the end."""


def renew(place: HookContext, session: str, clock: Clock) -> None:
    """Renew the session's leases. Raises ScrubjayError."""
    with Database(place.folder / "session.db", "session", busy_ms=BUSY_TIMEOUT_MS) as database:
        if not holds_any(database, session):
            return
        from scrubjay_agents.handoffs import renewal  # late: few sessions hold one
        from scrubjay_agents.handoffs.settling import current_time

        database.write(lambda c: renewal.renew(c, session, current_time(c, clock).steady))
