"""Registration of the client process of an event, so that servers of the same process know its session."""

from collections.abc import Callable, Sequence

from scrubjay.identity.person.lineage import Process, clients
from scrubjay.identity.presence.clients import ClientSessions
from scrubjay.integrations.client_hooks.message import Message
from scrubjay.model.clock import Clock
from scrubjay.storage.database import Database

LEAVING_SOURCES = frozenset({"clear", "resume", "fork", "compact"})
"""Sources of a session start that end another session of the same process."""


def note_client(
    home: Database, clock: Clock, message: Message, ancestors: Sequence[Process], head: Callable[[], str]
) -> None:
    """Record the session of the nearest client among a hook's ancestors; nothing where none is known.

    Raises ScrubjayError.
    """
    processes = clients(ancestors)
    if not processes:
        return
    sessions = ClientSessions(home, clock)
    if message.event == "SessionEnd":
        sessions.leave(processes[0], message.session)
        return
    moved = message.event == "SessionStart" and message.source in LEAVING_SOURCES
    above = ancestors[ancestors.index(processes[0]) + 1 :]
    nested = len(processes) > 1 or sessions.have_reported(above)  # one that bears its parent's name is no wrapper then
    sessions.report(processes[0], message.session, message.transcript, head, nested=nested, moved=moved)
