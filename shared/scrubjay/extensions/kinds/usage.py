"""Protocol of what counts how much a team's server is used; the default are the server's sums of days."""

from typing import Protocol

from scrubjay.model.acting import Acting


class UsageTracker(Protocol):
    """Counts calls. Thread-safe; told of each call that was answered, once, for 250 ms.

    Ours sums by member and day in the call's own transaction. Those of extensions are told beside it, behind the call's
    work. One that is late or fails is named and left out, and no call is refused for it.
    """

    def count(self, caller: Acting, called: str) -> None:
        """Note that a caller did something: a tool (`remember`) or a route (`POST /memories`), nothing of its words."""
        ...
