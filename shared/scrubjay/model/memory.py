"""Memories: a claim, its belief history, and the outcome of a request."""

from collections.abc import Iterable
from enum import StrEnum
from typing import Final

from scrubjay.model.evidence import Origin, ValidationResult
from scrubjay.model.frozen import dataclass, field

QUESTION: Final = "question"
"""A kind that states nothing: it has no support, no contradiction and no grade."""

PRIVATE: Final = "private"
"""The tag by which a person says that a memory stays with them: no language model is sent it."""

BY_MODEL: Final = "the model "
"""What the label of the user's language model begins with, where it words a memory."""


class MemoryStatus(StrEnum):
    """Status of a memory. A faded one has exceeded its lifetime: only a search among memories finds it."""

    HELD = "held"
    ACTIVE = "active"
    SUPERSEDED = "superseded"
    RETRACTED = "retracted"
    EXPIRED = "expired"
    FORGOTTEN = "forgotten"
    FADED = "faded"
    ARCHIVED = "archived"


class Change(StrEnum):
    """How a memory replaces another.

    supersede: the world changed, the old one held until now; correct: the old one was wrong from the start;
    extend: the new one contains the old one, with more; merge: several become one.
    """

    SUPERSEDE = "supersede"
    CORRECT = "correct"
    EXTEND = "extend"
    MERGE = "merge"


@dataclass(frozen=True, slots=True, kw_only=True)
class Belief:
    """What was believed about a memory's validity, from `recorded_at` until `retracted_at` (empty: still).

    Moments are ISO 8601 in UTC; `valid_until` is empty while no end is known, and the first moment that it no
    longer holds. `actor` is who changed it, `reason` why.
    """

    status: MemoryStatus
    reason: str
    valid_from: str
    valid_until: str
    recorded_at: str
    retracted_at: str
    actor: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Memory:
    """A claim with its provenance and current belief. Its grade isn't stored but computed.

    `origin` is what produced its words. `recorded_at` is when the claim was made. `applies` says where it holds, such
    as "staging". `supersedes` holds ids, `contradicts` ids or paths of contradicting sources. A forgotten memory has no
    content. `elsewhere` marks one that is shown although it comes from another branch, such as "on feat, not
    merged"; else it is empty. `agent` is the label of the agent that wrote it, empty for a person.
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
    agent: str = ""

    @property
    def is_question(self) -> bool:
        """Whether it states nothing."""
        return self.kind == QUESTION

    @property
    def is_worded_by_model(self) -> bool:
        """Whether the user's language model worded what it read in a conversation."""
        return self.agent.startswith(BY_MODEL)

    @property
    def status(self) -> MemoryStatus:
        """The memory's status in the belief that was asked for."""
        return self.belief.status

    @property
    def valid_until(self) -> str:
        """The end of its validity, empty while none is known."""
        return self.belief.valid_until


def is_private(members: Iterable[Memory]) -> bool:
    """Whether one of the memories that state a fact stays with its person: no language model is sent any of them."""
    return any(PRIVATE in memory.tags for memory in members)


@dataclass(frozen=True, slots=True)
class Stored:
    """The claim was stored and can be found, with the grade of its evidence."""

    id: str
    result: ValidationResult


@dataclass(frozen=True, slots=True)
class Known:
    """The claim was already known: nothing new is stored; its evidence is added to the memory `id`.

    `by_key`: its idempotency key had been used before, and the claim was not evaluated.
    """

    id: str
    result: ValidationResult
    by_key: bool = False


@dataclass(frozen=True, slots=True)
class Held:
    """The claim was stored and is held for a person's review; no search returns it until then."""

    id: str
    result: ValidationResult


@dataclass(frozen=True, slots=True)
class Blocked:
    """The claim was not stored: why, what to do, and the checks that ran."""

    reason: str
    do: str
    result: ValidationResult | None = None


Outcome = Stored | Known | Held | Blocked


@dataclass(frozen=True, slots=True)
class Review:
    """One audited event in a memory's life."""

    at: str
    event: str
    actor: str
    action: str
    outcome: str
    metadata: dict[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Provenance:
    """The full provenance of a memory: beliefs oldest first, validations, events, replacements.

    `older` and `newer` hold (id, how); `newer_status` is the status of each newer one: a held one replaces nothing yet.
    `quarantined` says since when and by whom it is quarantined; then its words are missing. Else it is empty.
    """

    memory: Memory
    beliefs: tuple[Belief, ...]
    validations: tuple[ValidationResult, ...]
    steps: tuple[Review, ...]
    older: tuple[tuple[str, str], ...]
    newer: tuple[tuple[str, str], ...]
    newer_status: tuple[MemoryStatus, ...] = ()
    quarantined: str = ""

    @property
    def successors(self) -> tuple[tuple[str, str], ...]:
        """The memory's successors that aren't forgotten: (id, how)."""
        every = zip(self.newer, self.newer_status, strict=True)
        return tuple(memory_id for memory_id, status in every if status is not MemoryStatus.FORGOTTEN)
