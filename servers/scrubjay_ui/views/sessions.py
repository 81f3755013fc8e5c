"""The pages about sessions: all of them, one of them, and what was said in it."""

from starlette.responses import Response

from scrubjay.model.counted import counted
from scrubjay.session.tasks.timeline import TimelineEntry
from scrubjay.wiring.sessions import forget_elsewhere
from scrubjay_ui.rendering import moment_text
from scrubjay_ui.views.sessions_queries import MAX_MEMORIES, end_of_minute, found, session, sessions, told, turns
from scrubjay_ui.visit import Visit

LATER = " Its text leaves the write-ahead log when the other processes that read it end."


def to_forget(visit: Visit) -> Response:
    """The page that says what is deleted with a session."""
    visit.may("forget a session", f"scrubjay forget --session {found(visit).session}")
    parts = visit.workspace.session_forgetting.found(found(visit).session)
    return visit.page(
        "sessions/forget.html",
        title="Forget a session",
        entry=found(visit),
        parts=parts,
        memories=session(visit).memories,
        most=MAX_MEMORIES,
    )


def forget(visit: Visit) -> Response:
    """Forget the session of the address, with its turns and what it was told."""
    entry, service = found(visit), visit.workspace.session_forgetting
    parts = service.found(entry.session)
    left = forget_elsewhere(visit.workspace, [part.id for part in parts])
    clean = service.forget(parts)
    visit.record("forget session", entry.session)
    gone = f"Session {entry.session[:12]} is forgotten: {counted(sum(part.turns for part in parts), 'turn')}, "
    gone += f"{counted(sum(part.told for part in parts), 'text')} that it was told."
    return visit.redirect(visit.link("sessions"), " ".join([gone + ("" if clean else LATER), *left]))


MAX_SHOWN = 4_000
"""Characters of a turn that are shown."""


def listed(visit: Visit) -> Response:
    """The page of the timeline of sessions; `at` leads to what was told at a moment."""
    if moment := visit.text("at"):
        return _page_at_moment(visit, moment)
    return visit.page("sessions/page.html", title="Sessions", listed=sessions(visit), missing="")


def _page_at_moment(visit: Visit, moment: str) -> Response:
    """Redirect to the text that any session was told last up to a moment, on its session's page."""
    sent = visit.workspace.sent_texts
    end = end_of_minute(moment, visit.text("day") or sent.last_day())
    found = sent.session_at(end)
    if found is None:
        missing = f"Nothing was told on {end[:10]} up to {end[11:16]}."
        return visit.page("sessions/page.html", title="Sessions", listed=sessions(visit), missing=missing)
    name, at = found[0].partition("/")[0], found[1]
    place = next(
        (
            (number, text.anchor)
            for number, page in reversed([*enumerate(told(visit.workspace, name), 1)])
            for text in reversed(page)
            if text.sent.at == at
        ),
        (1, ""),
    )
    return visit.redirect(f"{visit.link('sessions', name, page=place[0] if place[0] > 1 else None)}#{place[1]}")


def one(visit: Visit) -> Response:
    """The page of everything that is kept of a session."""
    detail = session(visit)
    title = f"Session of {_session_title(detail.entry)}"
    return visit.page("sessions/session.html", title=title, detail=detail, people=visit.workspace.people)


def _session_title(entry: TimelineEntry) -> str:
    """A person's name for a session: when it began, and on which branch."""
    return f"{moment_text(entry.began)}{f' on {entry.branches[0]}' if entry.branches else ''}"


def said(visit: Visit) -> Response:
    """The page of what was said in a session."""
    entry, listed, page, last = turns(visit)
    title = f"Transcript of {_session_title(entry)}"
    return visit.page(
        "sessions/turns.html",
        title=title,
        entry=entry,
        turns=listed,
        page=page,
        last=last,
        most=MAX_SHOWN,
    )
