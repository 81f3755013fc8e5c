"""What the page of a memory tells, as values."""

from collections.abc import Collection
from typing import TYPE_CHECKING

from scrubjay.model.frozen import dataclass

if TYPE_CHECKING:
    from scrubjay.context.briefing.hearers import MemoryHearer
    from scrubjay.memory.freshness.wording import ShownGround
    from scrubjay.memory.lifecycle.undo import UndoStep
    from scrubjay.model.evidence import CitationResult
    from scrubjay.model.memory import Memory, Provenance
    from scrubjay_growth.api import LoggedDecision


@dataclass(frozen=True, slots=True, kw_only=True)
class RelatedMemory:
    """Another memory beside the one that is shown; `memory` is None where this branch doesn't show it.

    `waits`: one of the two waits for a person, so that it would take the other's place. `changes` are the pieces in
    which the older text and the newer one differ: (whose, words). `status` says in a word how it stands; what was
    corrected is called so, though its belief is retracted.
    """

    id: str
    how: str
    memory: "Memory | None"
    grade: str = ""
    status: str = ""
    changes: tuple[tuple[str, str], ...] = ()
    waits: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownMemory:
    """Everything that the page of a memory tells.

    `older` and `newer` are its direct replacements, `chain` the further ones. `grounds` are what it leans on now, with
    the place that was named. `undo` is the person's last decision, where it was about this memory. `sessions` are those
    of its own session and of `hearers` that have a page; `unpublished` says why it may not be published.
    `changeable`: something may take its place.
    """

    provenance: "Provenance"
    stamp: str
    commit: str
    grade: str = ""
    grade_why: str = ""
    note: str = ""
    elsewhere: str = ""
    grounds: "tuple[tuple[ShownGround, CitationResult | None], ...]" = ()
    publication: str = ""
    older: tuple[RelatedMemory, ...] = ()
    newer: tuple[RelatedMemory, ...] = ()
    chain: tuple[RelatedMemory, ...] = ()
    alike: tuple[RelatedMemory, ...] = ()
    rivals: tuple[RelatedMemory, ...] = ()
    hearers: "tuple[MemoryHearer, ...]" = ()
    sessions: frozenset[str] = frozenset()
    unpublished: str = ""
    pools: tuple[str, ...] = ()
    procedures: tuple[str, ...] = ()
    decisions: "tuple[LoggedDecision, ...]" = ()
    undo: "UndoStep | None" = None
    changeable: bool = False

    @property
    def status(self) -> str:
        """How it stands, in a word."""
        return status_word(self.memory, {one.how for one in self.newer})

    @property
    def memory(self) -> "Memory":
        """The memory itself."""
        return self.provenance.memory


def status_word(memory: "Memory", by: Collection[str]) -> str:
    """How a memory stands, whose place was taken `by` these ways: one that was corrected wasn't taken back."""
    return "corrected" if memory.status == "retracted" and "correct" in by else str(memory.status)
