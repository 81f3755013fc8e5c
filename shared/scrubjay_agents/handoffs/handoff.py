"""Value types of handoffs: what is left, who takes it, what comes of it."""

from collections.abc import Mapping
from datetime import timedelta
from enum import StrEnum

from scrubjay.errors import VersionConflict
from scrubjay.model.frozen import dataclass

LEASE = timedelta(minutes=30)
"""How long a taker may be silent."""

DEFAULT_TTL = timedelta(days=7)
MAX_TTL = timedelta(days=30)


class HandoffState(StrEnum):
    """How far a handoff is: it waits, was taken, or has ended in some way."""

    PENDING = "PENDING"
    ACCEPTED = "ACCEPTED"
    COMPLETED = "COMPLETED"
    REJECTED = "REJECTED"
    EXPIRED = "EXPIRED"
    CANCELLED = "CANCELLED"


MOVES: Mapping[HandoffState, frozenset[HandoffState]] = {
    HandoffState.PENDING: frozenset(HandoffState) - {HandoffState.PENDING},
    HandoffState.ACCEPTED: frozenset({HandoffState.COMPLETED, HandoffState.PENDING, HandoffState.CANCELLED}),
}
"""What may follow a state. A pending one is completed only by who held it last and lost it to silence."""


def due_state(state: HandoffState, *, expired: bool, silent: timedelta | None) -> HandoffState | None:
    """The state that time puts a handoff into; None where it stays.

    `expired`: its time is over; `silent` is for how long its taker has been, None where the taker's session has ended.
    """
    if state is HandoffState.ACCEPTED and (silent is None or silent >= LEASE):
        return HandoffState.PENDING
    return HandoffState.EXPIRED if state is HandoffState.PENDING and expired else None


def finishes(state: HandoffState, current: int, lease: int) -> bool:
    """Whether a result under the lease `lease` finishes a handoff; `current` is its last lease. If not, it is a note.

    One that comes late finishes the work where nobody took it since.
    """
    return lease == current and state in (HandoffState.ACCEPTED, HandoffState.PENDING)


GIVEN_BACK = "given back"


@dataclass(frozen=True, slots=True)
class CurrentState:
    """How far the work is."""

    completed: tuple[str, ...] = ()
    in_progress: tuple[str, ...] = ()
    blocked_on: tuple[str, ...] = ()
    next_steps: tuple[str, ...] = ()


class Without(StrEnum):
    """Why a path has no content to compare."""

    NOTHING = ""
    GONE = "deleted"
    LARGE = "too large to compare"
    NESTED = "a repository with changes of its own"
    NAME = "its name isn't UTF-8 or holds a secret, so it isn't compared"
    UNREADABLE = "no readable file"


@dataclass(frozen=True, slots=True)
class Uncommitted:
    """A path that differs from the commit, and git's id of its content; empty where it is `without` one.

    `renamed_to` is where the file went.
    """

    path: str
    blob: str
    without: Without = Without.NOTHING
    renamed_to: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class HandoffContext:
    """What the receiver has to know. Never a file's content.

    `left_out` counts the uncommitted paths beyond those that are listed; `worktree` is the name of `folder`.
    """

    task_description: str
    current_state: CurrentState = CurrentState()
    relevant_memories: tuple[str, ...] = ()
    relevant_files: tuple[str, ...] = ()
    branch: str = ""
    commit: str = ""
    uncommitted: tuple[Uncommitted, ...] = ()
    left_out: int = 0
    worktree: str = ""
    folder: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class HandoffResult:
    """The result of a handoff; `status` is done, partial or failed, and GIVEN_BACK where a taker gives it back."""

    status: str = "done"
    files_modified: tuple[str, ...] = ()
    notes: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lease:
    """A lease of a handoff, by whoever took it. `result` is empty until it is finished.

    `process` is the server process that took it, empty where a command did.
    """

    number: int
    agent: str
    label: str
    session: str
    taken_at: str
    renewed_at: str
    process: str = ""
    result: HandoffResult | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultNote:
    """A result that a taker brought, under its lease, and that didn't finish a handoff."""

    lease: int
    label: str
    at: str
    result: HandoffResult


@dataclass(frozen=True, slots=True, kw_only=True)
class Handoff:
    """Work left by one agent. `lease` is who took it last; None: nobody did. Moments are ISO 8601 in UTC."""

    id: str
    state: HandoffState
    target: str
    context: HandoffContext
    sender: str
    sender_label: str
    sender_session: str
    created_at: str
    expires_at: str
    changed_at: str
    number: int
    lease: Lease | None
    notes: tuple[ResultNote, ...] = ()
    reason: str = ""
    renews: str = ""

    @property
    def version(self) -> str:
        """The handoff's version, which changes with each step: its state and the number of its last lease."""
        return f"{self.state.lower()}, lease {self.number}"

    def unchanged(self, seen: str) -> None:
        """Raises VersionConflict if the handoff's version isn't `seen` any more; an empty `seen` checks nothing."""
        if seen and seen != self.version:
            raise VersionConflict(
                f"Handoff {self.id[:12]} changed since you looked at it: it was {seen}, and is {self.version}. Nothing "
                f"was changed by you. `scrubjay handoff show {self.id[:12]}` shows it as it stands."
            )
