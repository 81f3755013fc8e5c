"""The seam between a home's handoffs and pools and the server of its team: who acts there, and whether there is one.

A manifest provides `far_work`: a function of the worktree, which gives what `handoffs.far` and `pools.far` ask for.
Nothing else of a membership is known to this package.
"""

from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeVar

from scrubjay.errors import UsageError
from scrubjay.model.agent import Caller
from scrubjay.model.frozen import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class FarSession:
    """Who acts there: a session by a name that no other machine has, and its client."""

    session: str
    client: str

    @classmethod
    def of(cls, caller: Caller) -> "FarSession":
        """That of a caller: an agent's id is random, so that of another home differs."""
        return cls(session=f"{caller.agent}/{caller.session}"[:256], client=caller.type.value.replace("_", "-"))


class FarTeam(Protocol):
    """A server that the home has joined. Thread-safe."""

    def called(self) -> str:
        """What it is called, such as "team acme"; empty where the home has left. Raises ConfigError, NotJoined."""
        ...

    def member(self) -> str:
        """The name of the member whose home it is; empty where the home has left. Raises ConfigError, NotJoined."""
        ...


NOT_JOINED = "This home is in no team, so nothing was done. `scrubjay team join URL` joins one."

Far = TypeVar("Far", bound=FarTeam)


class Provides(Protocol):
    """Services of a worktree, with what extensions provide for it."""

    def provided(self, kind: str) -> Sequence[Callable[..., Any]]:
        """The functions of a kind."""
        ...


def far_team(services: Provides) -> Any | None:
    """The far side of a worktree's home; None where it joined nothing."""
    return next((make(services) for make in services.provided("far_work")), None)


def required(far: Far | None) -> Far:
    """The far side. Raises UsageError where there is none."""
    if far is None or not far.called():
        raise UsageError(NOT_JOINED)
    return far
