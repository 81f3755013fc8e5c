"""Steps of an extension at the events of a client, within the hook's process."""

from typing import Protocol

from scrubjay.model.hook_news import HookNews, StartingSession


class HookStep(Protocol):
    """Made anew for an event, of what its parameters name: `home`, `project_id`, `session_database`, `clock`.

    A client waits for it: its module imports next to nothing, each method reads one row first and ends where that says
    that there is nothing to do, and all else is imported late. Methods raise ScrubjayError at most.
    """

    def seen(self, session: str) -> None:
        """A session did something: what is held for it stays its own."""
        ...

    def at_start(self, start: StartingSession) -> HookNews | None:
        """What a session that starts is told; None for nothing. An error of its own is nothing to tell."""
        ...
