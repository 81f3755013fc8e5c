"""What is a memory? A claim somebody made, what is believed of it and since when, and what became of a request."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from scrubjay.model.evidence import Origin, ValidationResult

QUESTION: Final = "question"
"""The kind that states nothing: nothing vouches for it or says otherwise, and it shows no grade."""


class MemoryStatus(StrEnum):
    """Where a memory stands now. A faded one had its time: only who looks among memories finds it."""

    HELD = "held"
    ACTIVE = "active"
    SUPERSEDED = "superseded"
    RETRACTED = "retracted"
    EXPIRED = "expired"
    FORGOTTEN = "forgotten"
    FADED = "faded"
    ARCHIVED = "archived"


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
    reason: str
    valid_from: str
    valid_until: str
    recorded_at: str
    retracted_at: str
    actor: str


@dataclass(frozen=True, slots=True)
class Memory:
    """A claim with where it comes from and what is believed of it. How well it is grounded is its grade, computed.

    `origin` is what produced its words. `recorded_at` is when the claim was made. `applies` says where it holds, such
    as "staging". `supersedes` holds ids, `contradicts` ids or paths of what says otherwise. A forgotten memory has no
    content. `elsewhere` says of one that is shown all the same that it comes from another branch, such as "on feat, not
    merged"; else it is empty.
    """

    id: str
    kind: str
    content: str
    scope: str
    project: str
    author: str
    origin: Origin
    session: str
    quote: str
    applies: str
    tags: tuple[str, ...]
    branch: str
    commit: str
    recorded_at: str
    belief: Belief
    supersedes: tuple[str, ...] = ()
    contradicts: tuple[str, ...] = ()
    elsewhere: str = ""

    @property
    def is_question(self) -> bool:
        """Whether it states nothing."""
        return self.kind == QUESTION

    @property
    def status(self) -> MemoryStatus:
        """Where it stands in the belief that was asked for."""
        return self.belief.status

    @property
    def valid_until(self) -> str:
        """The end of its validity, empty while none is known."""
        return self.belief.valid_until


@dataclass(frozen=True, slots=True)
class Stored:
    """The claim is kept and found from now on, with the grade that its evidence earns."""

    id: str
    result: ValidationResult


@dataclass(frozen=True, slots=True)
class Known:
    """The claim was known already: nothing new is stored, its evidence counts for the memory `id`.

    `by_key`: its key had been used before, and the claim was not looked at.
    """

    id: str
    result: ValidationResult
    by_key: bool = False


@dataclass(frozen=True, slots=True)
class Held:
    """The claim is kept and waits for a person; no search returns it until then."""

    id: str
    result: ValidationResult


@dataclass(frozen=True, slots=True)
class Blocked:
    """The claim was not kept: why, what to do, and the checks where they ran."""

    reason: str
    do: str
    result: ValidationResult | None = None


Outcome = Stored | Known | Held | Blocked


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
