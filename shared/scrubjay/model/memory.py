"""What is a memory? A claim somebody made, what is believed of it and since when, and what became of a request."""

from dataclasses import dataclass, field
from enum import StrEnum

from scrubjay.model.evidence import Confidence, IngestionTier, ValidationResult


class MemoryStatus(StrEnum):
    """Where a memory stands now."""

    PENDING = "pending"
    ACTIVE = "active"
    SUPERSEDED = "superseded"
    RETRACTED = "retracted"
    EXPIRED = "expired"
    FORGOTTEN = "forgotten"


class Change(StrEnum):
    """How a memory takes the place of another.

    supersede: the world changed, the old one held until now; correct: the old one was wrong from the start;
    extend: the old one stands in the new one, with more; merge: several become one.
    """

    SUPERSEDE = "supersede"
    CORRECT = "correct"
    EXTEND = "extend"
    MERGE = "merge"


@dataclass(frozen=True, slots=True)
class Belief:
    """What was believed of a memory from `recorded_at` until `retracted_at` (empty: still) about its validity.

    Moments are ISO 8601 in UTC; `valid_until` is empty while no end is known, and the first moment that it no
    longer holds. `actor` is who brought it about, `reason` why.
    """

    status: MemoryStatus
    tier: IngestionTier
    reason: str
    confidence: Confidence
    score: float
    unconfirmed: bool
    valid_from: str
    valid_until: str
    recorded_at: str
    retracted_at: str
    actor: str


@dataclass(frozen=True, slots=True)
class Memory:
    """A claim with where it comes from and what is believed of it.

    `source` says who vouches for it, as established; `claimed` what the caller named, unchecked. `recorded_at` is when
    the claim was made. `supersedes` holds ids. A forgotten memory has no content. `elsewhere` says of one
    that is shown all the same that it comes from another branch, such as "on feat, not merged"; else it is empty.
    """

    id: str
    kind: str
    content: str
    scope: str
    project: str
    author: str
    session: str
    source: str
    claimed: str
    quote: str
    branch: str
    commit: str
    recorded_at: str
    belief: Belief
    supersedes: tuple[str, ...] = ()
    elsewhere: str = ""

    @property
    def status(self) -> MemoryStatus:
        """Where it stands in the belief that was asked for."""
        return self.belief.status

    @property
    def valid_until(self) -> str:
        """The end of its validity, empty while none is known."""
        return self.belief.valid_until


@dataclass(frozen=True, slots=True)
class AutoApproved:
    """The claim counts from now on. `again` says that its key had been used: nothing new was stored."""

    id: str
    result: ValidationResult
    again: bool = False


@dataclass(frozen=True, slots=True)
class FlaggedForReview:
    """The claim is kept and waits for a person; until then no search finds it."""

    id: str
    result: ValidationResult
    again: bool = False


@dataclass(frozen=True, slots=True)
class Blocked:
    """The claim was not kept: why, the memory that stands in its way, what to do, and the checks where they ran."""

    reason: str
    do: str
    existing: str = ""
    result: ValidationResult | None = None


Outcome = AutoApproved | FlaggedForReview | Blocked


@dataclass(frozen=True, slots=True)
class Review:
    """One step in a memory's life, as the audit has it."""

    at: str
    event: str
    actor: str
    action: str
    outcome: str
    metadata: dict[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Provenance:
    """All that is known of where a memory comes from: beliefs oldest first, validations, steps, replacements.

    `older` and `newer` hold (id, how); `newer_status` says how each newer one stands: what waits replaces nothing yet.
    """

    memory: Memory
    beliefs: tuple[Belief, ...]
    validations: tuple[ValidationResult, ...]
    steps: tuple[Review, ...]
    older: tuple[tuple[str, str], ...]
    newer: tuple[tuple[str, str], ...]
    newer_status: tuple[MemoryStatus, ...] = ()

    @property
    def successors(self) -> tuple[tuple[str, str], ...]:
        """What was made from the memory and isn't forgotten: (id, how)."""
        every = zip(self.newer, self.newer_status, strict=True)
        return tuple(one for one, status in every if status is not MemoryStatus.FORGOTTEN)
