"""Memories as they stand in an answer, with those that say otherwise shown beside them."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from scrubjay.memory.freshness.graded import GradeResult
from scrubjay.memory.freshness.wording import grade_text, grade_word, grounds_of, reported_note
from scrubjay.memory.grouping.groups import FactGroup
from scrubjay.memory.grouping.relations import groups_of
from scrubjay.memory.store.reader import MemoryReader
from scrubjay.model.counted import counted
from scrubjay.model.frozen import replace
from scrubjay.model.grade import Grade
from scrubjay.model.hit import Hit
from scrubjay.model.memory import Memory, MemoryStatus
from scrubjay.model.view import View
from scrubjay.search.recall.answer import RecallHit, RecallRequest

ID_DIGITS = 12
"""So much of a memory's id is shown; `supersedes` takes it."""


def memory_hit(hit: Hit, memory: Memory, graded: GradeResult, pools: Sequence[str] = (), said: int = 0) -> RecallHit:
    """A memory as a hit, with its grade, its author, its grounds and their state, and its pools.

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
    """The marks of a memory: contradicted, source gone, superseded, end date, where it applies, tags."""
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
    """Hits by the moment when they were written, the newest first."""
    return tuple(sorted(hits, key=lambda hit: hit.changed_at, reverse=True))


def shown_groups(memories: MemoryReader, request: RecallRequest, hits: Sequence[Hit]) -> Mapping[str, FactGroup]:
    """The groups of some memories; none for a past view or a pool's member."""
    if request.as_of or request.shared is not None:
        return {}
    return groups_of(memories, {hit.blob for hit in hits})


Grading = Callable[[Collection[str], View], Mapping[str, GradeResult]]


def rivals(
    shown: Collection[Memory], memories: MemoryReader, grades: Grading, view: View
) -> dict[str, tuple[RecallHit, ...]]:
    """The memories that contradict some shown ones, outrank them and are in force, by the ids of the shown ones."""
    contested = [memory for memory in shown if memory.contradicts]
    if not contested:
        return {}
    others = memories.of_ids({other for memory in contested for other in memory.contradicts})
    worth = grades(others.keys(), view)
    return {
        memory.id: tuple(
            _marked_as_rival(memory_hit(_memory_as_hit(others[other]), others[other], worth[other]), memory)
            for other in memory.contradicts
            if other in worth and _outranks(others[other], worth[other])
        )
        for memory in contested
    }


def below_rivals(hits: Iterable[RecallHit], rivals: Mapping[str, Sequence[RecallHit]]) -> tuple[RecallHit, ...]:
    """The hits with each memory after those that contradict it; missing ones are added."""
    every = [replace(hit, against=frozenset(one.key for one in rivals.get(hit.id, ()))) for hit in hits]
    before: set[str] = set()
    shown: list[RecallHit] = []
    for hit in every:
        for rival in rivals.get(hit.id, ()):
            if rival.key not in before:
                shown.append(next((one for one in every if one.key == rival.key), rival))
                before.add(rival.key)
        if hit not in shown:
            shown.append(hit)
            before.add(hit.key)
    return tuple(shown)


def _outranks(memory: Memory, graded: GradeResult) -> bool:
    """Whether a memory is active and at least quoted, so that it outranks one it contradicts."""
    return memory.status is MemoryStatus.ACTIVE and graded.grade >= Grade.QUOTED


def _memory_as_hit(memory: Memory) -> Hit:
    """A memory as a hit that no search found."""
    return Hit(
        passage=0,
        content=0,
        path=f"memory:{memory.id}",
        blob=memory.id,
        heading="",
        start_line=0,
        end_line=0,
        title="",
        text=memory.content,
        changed_at=memory.recorded_at,
        score=0.0,
        kind="memory",
    )


def _marked_as_rival(hit: RecallHit, memory: Memory) -> RecallHit:
    """A hit with the mark that it contradicts a memory."""
    return replace(hit, marks=(f"says otherwise than memory {memory.id[:ID_DIGITS]}", *hit.marks))
