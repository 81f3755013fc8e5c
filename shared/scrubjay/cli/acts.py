"""Leaves a trace of what only a person may do to projects: who did it, at which terminal, below which programs."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scrubjay.app import App
    from scrubjay.person import Permit


def record(home: "App", permitted: "Permit", action: str, resource: str) -> None:
    """Add the act to the user's own chain, which `scrubjay audit show --scope user` shows: a project's goes with it."""
    from scrubjay.audit import AuditLogger, Event
    from scrubjay.model.clock import iso

    database = home.user_database()
    audit, at = AuditLogger(database.path.parent / "audit"), iso(home.clock())
    actor = home.settings.user_id
    database.write(lambda c: audit.add(c, at, Event.PROJECT, actor, resource, action, "done", permitted.trace))
