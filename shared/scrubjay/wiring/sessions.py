"""Makers of what sessions are told, and of what is read of them."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from scrubjay.identity.presence.clients import ClientSessions
from scrubjay.settings.schema import Settings

if TYPE_CHECKING:
    from scrubjay.memory.listing.needs import Need
    from scrubjay.model.clock import Clock
    from scrubjay.model.view import View
    from scrubjay.session.conversations.summaries import Summaries
    from scrubjay.storage.database import Database
    from scrubjay.wiring.workspace import Workspace


def session_seen(services: "Workspace") -> Callable[[str], None]:
    """A function that tells extensions that a session made a call."""

    def seen(session: str) -> None:
        for hear in services.provided("session_seen"):
            hear(services, session)

    return seen


def briefing_needs(services: "Workspace") -> "Callable[[View], Sequence[Need]]":
    """A function that gives what needs a person at a view; what counts it is made only then."""
    return lambda view: services.needs(view)


def briefing_line(services: "Workspace") -> Callable[[], tuple[str, str] | None]:
    """A function that gives the key and text of a line about what waits to be told to others, if any."""
    return lambda: next(filter(None, (line(services) for line in services.provided("briefing_line"))), None)


def has_captured_sessions(client_sessions: ClientSessions) -> Callable[[str], bool]:
    """A function that says whether a session's client tells, by its hooks, what the session did."""
    return lambda session: client_sessions.of_session(session) is not None


def shown_summaries(session_database: "Database", clock: "Clock", user_settings: Settings) -> "Summaries | None":
    """The summaries that a model made of sessions, where the user lets it; None where rules sum up."""
    if user_settings.history.summary != "model":
        return None
    from scrubjay.session.conversations.summaries import Summaries

    return Summaries(session_database, clock)


def forget_elsewhere(services: "Workspace", sessions: Sequence[str]) -> tuple[str, ...]:
    """Forget sessions beyond this home, before they are forgotten in it; sentences on what isn't gone there yet."""
    told = (forget(services, sessions) for forget in services.provided("session_forgotten")) if sessions else ()
    return tuple(sentence for sentence in told if sentence)


def extracts_nothing(user_settings: Settings) -> bool:
    """Whether the user wants no memory to be read from turns."""
    return user_settings.extraction.by == "off"
