"""What happened in a session: what its tools were asked, what they answered, and what a person typed. Values only."""

from dataclasses import dataclass
from enum import StrEnum

UNRECORDED = "not recorded"
"""The exit status of a command whose client doesn't tell it."""


class Does(StrEnum):
    """What a tool does, as far as it matters here."""

    RUNS = "runs a command here"
    READS = "reads a file here"
    OTHER = "anything else"


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """What a tool was asked. `inputs` is every text of its input, a line each; `folder` where it was asked.

    `file` is set where the tool's input names exactly one file, as an editor's does.
    """

    id: str
    tool: str
    does: Does
    inputs: str
    command: str = ""
    file: str = ""
    folder: str = ""


@dataclass(frozen=True, slots=True)
class ToolResult:
    """What a tool answered; only commands that ran and reads that worked have one. `status`: "0", … or UNRECORDED."""

    call: str
    text: str
    status: str = UNRECORDED


@dataclass(frozen=True, slots=True)
class Typed:
    """What a person typed, as the client recorded it; `record` names the client's record."""

    record: str
    text: str


@dataclass(frozen=True, slots=True)
class SessionEvent:
    """One of them, and when it was: ISO 8601 in UTC."""

    occurred_at: str
    what: Call | ToolResult | Typed


@dataclass(frozen=True, slots=True)
class RecordedSession:
    """The events of a session in their order. `complete`: its beginning was read, too.

    `beside` is what tools were asked in other sessions of the same client's process.
    """

    name: str
    events: tuple[SessionEvent, ...]
    complete: bool = True
    beside: tuple[Call, ...] = ()

    def answers(self) -> tuple[tuple[int, SessionEvent, Call, ToolResult], ...]:
        """Each answer with its place among the events and the call that it answers."""
        calls = {event.what.id: event.what for event in self.events if isinstance(event.what, Call)}
        return tuple(
            (place, event, calls[event.what.call], event.what)
            for place, event in enumerate(self.events)
            if isinstance(event.what, ToolResult) and event.what.call in calls
        )

    def calls(self, before: int | None = None) -> tuple[Call, ...]:
        """What tools were asked, as far as the event at a place."""
        return tuple(event.what for event in self.events[:before] if isinstance(event.what, Call))
