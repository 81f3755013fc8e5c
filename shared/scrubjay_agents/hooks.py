"""Handoff part of a client's hook; handoffs are loaded only where there is one, because each start pays for it."""

from pathlib import Path

from scrubjay.errors import StorageError
from scrubjay.integrations.client_hooks.context import BUSY_TIMEOUT_MS
from scrubjay.model.clock import Clock
from scrubjay.model.of_extensions import HookNews, StartingSession
from scrubjay.storage.database import Database
from scrubjay_agents.handoffs.brief import has_any, holds_any


class HandoffStep:
    """A `hook_step`; most projects have no handoff, and few sessions hold one."""

    def __init__(self, home: Path, project_id: str, session_database: Database, clock: Clock) -> None:
        self._home = home
        self._project = project_id
        self._database = session_database
        self._clock = clock

    def seen(self, session: str) -> None:
        """Renew the leases of a session: an event is a sign of life. Raises ScrubjayError."""
        if not holds_any(self._database, session):
            return
        from scrubjay_agents.handoffs.settling import current_time, renew  # late: most events end above

        self._database.write(lambda c: renew(c, session, current_time(c, self._clock).steady))

    def at_start(self, start: StartingSession) -> HookNews | None:
        """News for a starting session: handoffs that wait for its agent, and results of its own; else None."""
        try:
            if not has_any(self._database):
                return None
            from scrubjay.identity.agents.lookup import agent_of  # late: most starts end above
            from scrubjay_agents.handoffs.notices import handoff_news, mark_told

            with Database(self._home / "home.db", "home", busy_ms=BUSY_TIMEOUT_MS) as home:
                agent = agent_of(home, self._project, start.host)
            news = handoff_news(
                self._database, self._clock, agent=agent, type=start.host, branch=start.branch, session=start.session
            )
        except StorageError:
            return None  # the briefing is worth more
        return HookNews(news.text, lambda: mark_told(self._database, news))
