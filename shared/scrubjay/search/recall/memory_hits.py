"""A memory as it stands in an answer: its own text, who stands behind it, and what it leans on."""

from collections.abc import Mapping, Sequence

from scrubjay.memory.freshness.graded import GradeResult
from scrubjay.memory.freshness.wording import grade_text, grade_word, grounds_of, reported_note
from scrubjay.memory.grouping.groups import FactGroup
from scrubjay.memory.grouping.reading import groups_of
from scrubjay.memory.store.reader import MemoryReader
from scrubjay.model.counted import counted
from scrubjay.model.hit import Hit
from scrubjay.model.memory import Memory
from scrubjay.search.recall.answer import RecallHit, RecallRequest

ID_DIGITS = 12
"""So much of a memory's id is shown; `supersedes` takes it."""


def memory_hit(hit: Hit, memory: Memory, graded: GradeResult, pools: Sequence[str] = (), said: int = 0) -> RecallHit:
    """A memory with its grade, who stands behind it, what it leans on and how that stands, its pools.

    `said` is how many others say the same.
    """
    whose = "user " if memory.scope == "user" else ""
    return RecallHit(
        kind="memory",
        title=f"{whose}{memory.kind} {memory.id[:ID_DIGITS]}",
        text=hit.text,
        date=memory.recorded_at,
        id=memory.id,
        status=memory.status,
        grade=grade_word(memory, graded),
        worth=graded.grade,
        source=grade_text(memory, graded),
        grounds=grounds_of(graded),
        marks=(
            *memory_marks(memory, graded),
            *((f"also said {counted(said, 'time')}",) if said else ()),
            *((f"in pool {', '.join(pools)}",) if pools else ()),
        ),
        score=hit.score,
        scores=hit.scores,
        ranks=hit.ranks,
        own=memory.scope == "user",
    )


def memory_marks(memory: Memory, graded: GradeResult) -> tuple[str, ...]:
    """What else must be known: contradicted, a ground that is gone, superseded, an end, where it applies, its tags."""
    belief = memory.belief
    ends = (
        f"held until {belief.valid_until[:10]}"
        if belief.status != "active"
        else f"holds until {belief.valid_until[:10]}"
    )
    known = {
        f"contradicts {', '.join(other[:ID_DIGITS] if '/' not in other else other for other in memory.contradicts)}":
            bool(memory.contradicts),
        reported_note(memory, graded): bool(reported_note(memory, graded)),
        str(belief.status): belief.status != "active",
        ends: bool(belief.valid_until),
        f"applies to {memory.applies}": bool(memory.applies),
        f"tags {', '.join(memory.tags)}": bool(memory.tags),
        memory.elsewhere: bool(memory.elsewhere),
    }  # fmt: skip
    return tuple(mark for mark, holds in known.items() if holds)


def newest_first(hits: Sequence[Hit]) -> tuple[Hit, ...]:
    """What no words were asked of, of two databases, by the moment it was written."""
    return tuple(sorted(hits, key=lambda hit: hit.changed_at, reverse=True))


def shown_groups(memories: MemoryReader, request: RecallRequest, hits: Sequence[Hit]) -> Mapping[str, FactGroup]:
    """The groups of some memories; none in the past, nor in a pool, whose members see only it."""
    if request.as_of or request.shared is not None:
        return {}
    return groups_of(memories, {hit.blob for hit in hits})
