"""Forgetting a session: a page that says what goes, and the form that asks."""

from typing import TYPE_CHECKING

from scrubjay.model.counted import counted
from scrubjay_ui.times import shown
from scrubjay_ui.views.sessions.queries import MAX_MEMORIES, found, session

if TYPE_CHECKING:
    from starlette.responses import Response

    from scrubjay_ui.visit import Visit

LATER = " Its text leaves the write-ahead log when the other processes that read it end."


def to_forget(visit: "Visit") -> "Response":
    """What would go."""
    visit.may("forget a session", f"scrubjay forget --session {found(visit).session}")
    parts = visit.workspace.session_forgetting.found(found(visit).session)
    return visit.page(
        "sessions/forget.html",
        title="Forget a session",
        entry=found(visit),
        parts=parts,
        memories=session(visit).memories,
        most=MAX_MEMORIES,
        shown=shown,
    )


def forget(visit: "Visit") -> "Response":
    """Forget it."""
    entry, service = found(visit), visit.workspace.session_forgetting
    parts = service.found(entry.session)
    clean = service.forget(parts)
    visit.record("forget session", entry.session)
    gone = f"Session {entry.session[:12]} is forgotten: {counted(sum(part.turns for part in parts), 'turn')}, "
    gone += f"{counted(sum(part.told for part in parts), 'text')} that it was told."
    return visit.redirect(visit.link("sessions"), gone + ("" if clean else LATER))
