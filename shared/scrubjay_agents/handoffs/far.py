"""Handoffs that are kept on a server which the home has joined: what is asked there, and what comes back."""

from collections.abc import Collection
from typing import Protocol

from scrubjay.model.frozen import dataclass
from scrubjay_agents.far import FarSession, FarTeam
from scrubjay_agents.handoffs.handoff import Handoff, HandoffContext, HandoffResult


@dataclass(frozen=True, slots=True, kw_only=True)
class FarHandoff:
    """A handoff of the team; every text is bounded, visible, without secrets, and another's word.

    `yours` is "for you", "held by you", "left by you" or empty; `repository` is its name there, `here` says whether
    that is this worktree's. For `seconds` it still waits, or its lease lasts, by the server's clock.
    """

    handoff: Handoff
    yours: str
    repository: str
    here: bool
    seconds: int


@dataclass(frozen=True, slots=True, kw_only=True)
class FarAct:
    """A handoff after an act. `late`: the result is kept as a note. `alone`: nobody else can take it now."""

    far: FarHandoff
    late: bool = False
    alone: bool = False


@dataclass(frozen=True, slots=True)
class FarHandoffs:
    """Handoffs, and those of the caller's that ended and that they weren't told of yet."""

    listed: tuple[FarHandoff, ...]
    ended: tuple[FarHandoff, ...] = ()


class FarHandoffWork(FarTeam, Protocol):
    """Handoffs on a server that the home has joined. Thread-safe.

    A read waits for a moment and an act for a few seconds. Each raises ScrubjayError: UnknownHandoff,
    HandoffUnavailable, PermissionDenied, UsageError, LimitExceeded; what is raised without an answer says whether
    something may have been done. The same act again does it once.
    """

    def waiting(self, who: FarSession, limit: int, *, soon: bool = False) -> FarHandoffs:
        """What waits for a session's member and client; `soon`: within the time that a search waits."""
        ...

    def listed(self, who: FarSession, limit: int) -> FarHandoffs:
        """What the member may see, the newest first."""
        ...

    def told(self, ids: Collection[str]) -> None:
        """Say that the sender was told how some ended."""
        ...

    def renew(self, who: FarSession) -> None:
        """Let a session's leases go on."""
        ...

    def find(self, who: FarSession, id: str) -> FarAct:
        """One handoff."""
        ...

    def leave(self, who: FarSession, target: str, context: HandoffContext, ttl_seconds: int) -> FarAct:
        """Leave work of this worktree for a member's name, `any` or `any:CLIENT`."""
        ...

    def accept(self, who: FarSession, id: str) -> FarAct:
        """Take a handoff."""
        ...

    def complete(self, who: FarSession, id: str, result: HandoffResult, lease: int) -> FarAct:
        """Bring a result under a lease; 0 is the session's own."""
        ...

    def reject(self, who: FarSession, id: str, reason: str) -> FarAct:
        """Refuse a handoff, or give it back."""
        ...

    def cancel(self, who: FarSession, id: str) -> FarAct:
        """Withdraw a handoff."""
        ...
