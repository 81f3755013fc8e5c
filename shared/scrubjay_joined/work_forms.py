"""What a server says of handoffs and pools: checked, bounded, each text safe, as values of `scrubjay_agents`. Pure."""

from datetime import datetime
from typing import Annotated, Final

from pydantic import AfterValidator, Field

from scrubjay.memory.grounding.injection import find_marks
from scrubjay_agents.api import (
    CurrentState,
    FarAct,
    FarHandoff,
    FarHandoffs,
    FarPool,
    FarPooled,
    Handoff,
    HandoffContext,
    HandoffResult,
    HandoffState,
    Lease,
    ResultNote,
    Uncommitted,
    Without,
)
from scrubjay_joined.answers import Digits, Name, Text, WireModel, first

MOST_ENTRIES: Final = 200
"""Entries of a list of a handoff."""

MOST_LISTED: Final = 200
"""Handoffs, memories and notes of an answer."""

MOST_POOLS: Final = 10_000

WITHHELD: Final = "(left out: it speaks to its reader)"


def _quiet(text: str) -> str:
    """A text of another's, unless it would instruct its reader."""
    return WITHHELD if any(True for _ in find_marks(text)) else text


def _moment(text: str) -> str:
    """A moment as ISO 8601 with its zone; empty for none. Raises ValueError for anything else."""
    if text and datetime.fromisoformat(text).tzinfo is None:
        raise ValueError("a moment has a zone")
    return text


Said = Annotated[Text, AfterValidator(_quiet)]
SaidName = Annotated[Name, AfterValidator(_quiet)]
Entries = Annotated[list[Said], first(MOST_ENTRIES), Field(default_factory=list)]
Names = Annotated[list[SaidName], first(MOST_ENTRIES), Field(default_factory=list)]
Moment = Annotated[str, Field(max_length=40), AfterValidator(_moment)]
Count = Annotated[int, Field(ge=0, le=2**31 - 1)]


class WireStanding(WireModel):
    """How far the work is."""

    completed: Entries
    in_progress: Entries
    blocked_on: Entries
    next_steps: Entries

    def value(self) -> CurrentState:
        """The same for home."""
        return CurrentState(**{name: tuple(getattr(self, name)) for name in type(self).model_fields})


class WireFile(WireModel):
    """An uncommitted path there."""

    path: SaidName
    blob: Digits = ""
    without: Name = ""
    renamed_to: SaidName = ""

    def value(self) -> Uncommitted:
        """The same for home; a reason that isn't known there is one that can't be compared."""
        known = self.without in [one.value for one in Without]
        return Uncommitted(self.path, self.blob, Without(self.without) if known else Without.NAME, self.renamed_to)


class WireTask(WireModel):
    """What the receiver has to know."""

    task_description: Said
    current_state: Annotated[WireStanding, Field(default_factory=WireStanding)]
    relevant_memories: Annotated[list[Digits], first(MOST_ENTRIES), Field(default_factory=list)]
    relevant_files: Names
    branch: SaidName = ""
    commit: Digits = ""
    worktree: SaidName = ""
    uncommitted: Annotated[list[WireFile], first(MOST_ENTRIES), Field(default_factory=list)]
    left_out: Count = 0

    def value(self) -> HandoffContext:
        """The same for home."""
        return HandoffContext(
            task_description=self.task_description,
            current_state=self.current_state.value(),
            relevant_memories=tuple(self.relevant_memories),
            relevant_files=tuple(self.relevant_files),
            branch=self.branch,
            commit=self.commit,
            uncommitted=tuple(one.value() for one in self.uncommitted),
            left_out=self.left_out,
            worktree=self.worktree,
        )


class WireResult(WireModel):
    """A result, and whose."""

    status: Name
    notes: Said = ""
    files_modified: Names
    lease: Count = 0
    by: SaidName = ""
    at: Moment = ""

    def value(self) -> HandoffResult:
        """The result alone."""
        return HandoffResult(status=self.status, notes=self.notes, files_modified=tuple(self.files_modified))

    def note(self) -> ResultNote:
        """The same as a note."""
        return ResultNote(lease=self.lease, label=self.by, at=self.at, result=self.value())


class WireHandoff(WireModel):
    """A handoff as the server shows it to the member."""

    id: Annotated[str, Field(pattern=r"^[0-9a-f]{32}$")]
    state: Annotated[str, Field(pattern="^(" + "|".join(HandoffState) + ")$")]
    yours: Annotated[str, Field(pattern="^(|for you|held by you|left by you)$")] = ""
    target: SaidName
    project: SaidName = ""
    project_id: Digits = ""
    context: WireTask
    sender: SaidName
    sender_client: SaidName = ""
    created_at: Moment
    expires_at: Moment
    changed_at: Moment
    lease: Count = 0
    taker: SaidName = ""
    taken_at: Moment = ""
    lease_until: Moment = ""
    result: WireResult | None = None
    notes: Annotated[list[WireResult], first(MOST_LISTED), Field(default_factory=list)]
    reason: Said = ""

    def value(self, now: str, here: str, called: str) -> FarHandoff:
        """The same for home, at a moment of the server's clock; `here` is the id there of this worktree's project."""
        until = self.lease_until or self.expires_at
        left = datetime.fromisoformat(until) - datetime.fromisoformat(now) if until else None
        return FarHandoff(
            handoff=self._handoff(called),
            yours=self.yours,
            repository=self.project,
            here=not self.project_id or self.project_id == here,
            seconds=max(0, int(left.total_seconds())) if left is not None else 0,
        )

    def _handoff(self, called: str) -> Handoff:
        by = f" ({self.sender_client})" if self.sender_client else ""
        lease = Lease(
            number=self.lease, agent="", label=self.taker, session="", taken_at=self.taken_at, renewed_at="",
            result=self.result.value() if self.result else None,
        )  # fmt: skip
        return Handoff(
            id=self.id, state=HandoffState(self.state), target=f"team:{self.target}", context=self.context.value(),
            sender="", sender_label=f"{self.sender}{by}", sender_session=f"{called}/{self.sender}",
            created_at=self.created_at, expires_at=self.expires_at, changed_at=self.changed_at, number=self.lease,
            lease=lease if self.lease else None, notes=tuple(one.note() for one in self.notes), reason=self.reason,
        )  # fmt: skip


class WireAct(WireModel):
    """A handoff after an act, at a moment of the server's clock."""

    handoff: WireHandoff
    now: Moment
    late: bool = False
    alone: bool = False

    def value(self, here: str, called: str) -> FarAct:
        """The same for home."""
        return FarAct(far=self.handoff.value(self.now, here, called), late=self.late, alone=self.alone)


class WireList(WireModel):
    """Handoffs at a moment of the server's clock."""

    handoffs: Annotated[list[WireHandoff], first(MOST_LISTED)]
    ended: Annotated[list[WireHandoff], first(MOST_LISTED), Field(default_factory=list)]
    now: Moment

    def value(self, here: str, called: str) -> FarHandoffs:
        """The same for home."""
        listed, ended = (
            tuple(one.value(self.now, here, called) for one in some) for some in (self.handoffs, self.ended)
        )
        return FarHandoffs(listed, ended)


class WirePool(WireModel):
    """A pool of the team."""

    id: Digits
    name: SaidName
    by: SaidName = ""
    permission: Annotated[str, Field(pattern="^(|read|write|admin)$")] = ""

    def value(self, permission: str = "") -> FarPool:
        """The same for home, with what was given just now."""
        return FarPool(id=self.id, name=self.name, by=self.by, permission=permission or self.permission)


class WirePools(WireModel):
    """The pools of the team."""

    pools: Annotated[list[WirePool], first(MOST_POOLS)]


class WirePoolAct(WireModel):
    """A pool after an act."""

    pool: WirePool
    permission: Annotated[str, Field(pattern="^(|read|write|admin)$")] = ""
    others: Names


class WirePooled(WireModel):
    """A memory in a pool."""

    id: Digits
    kind: Name = ""
    content: Said
    grade: Annotated[str, Field(pattern="^(|told|quoted|said)$")] = ""
    author: SaidName = ""
    project: SaidName = ""
    recorded_at: Moment = ""
    tags: Names
    grounds: Names

    def value(self) -> FarPooled:
        """The same for home."""
        return FarPooled(
            id=self.id, kind=self.kind, content=self.content, grade=self.grade, author=self.author,
            repository=self.project, at=self.recorded_at, tags=tuple(self.tags), grounds=tuple(self.grounds),
        )  # fmt: skip


class WireFound(WireModel):
    """What a pool has."""

    pool: WirePool
    memories: Annotated[list[WirePooled], first(MOST_LISTED)]
    cut: Said = ""
