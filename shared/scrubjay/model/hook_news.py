"""What a hook tells a session that starts, beside its briefing."""

from collections.abc import Callable

from scrubjay.model.frozen import dataclass


@dataclass(frozen=True, slots=True)
class StartingSession:
    """A session that starts: its id, the client that reports it, and the branch it is on."""

    session: str
    host: str
    branch: str


@dataclass(frozen=True, slots=True)
class HookNews:
    """Lines to tell in one text, which may be empty; `told` is called once a session was told them."""

    text: str
    told: Callable[[], None]
