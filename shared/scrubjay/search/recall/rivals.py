"""Memories that say otherwise than others: always shown with these, and above them."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace

from scrubjay.memory.freshness.graded import GradeResult
from scrubjay.memory.store.reader import MemoryReader
from scrubjay.model.grade import Grade
from scrubjay.model.hit import Hit
from scrubjay.model.memory import Memory, MemoryStatus
from scrubjay.model.view import View
from scrubjay.search.recall.answer import RecallHit
from scrubjay.search.recall.memory_hits import ID_DIGITS, memory_hit

Grading = Callable[[Collection[str], View], Mapping[str, GradeResult]]


def rivals(
    shown: Collection[Memory], memories: MemoryReader, grades: Grading, view: View
) -> dict[str, tuple[RecallHit, ...]]:
    """The memories that say otherwise than some, outrank them at a view and hold, by the ids of these."""
    contested = [memory for memory in shown if memory.contradicts]
    if not contested:
        return {}
    others = memories.of_ids({other for memory in contested for other in memory.contradicts})
    worth = grades(others.keys(), view)
    return {
        memory.id: tuple(
            _marked(memory_hit(_found(others[other]), others[other], worth[other]), memory)
            for other in memory.contradicts
            if other in worth and _outranks(others[other], worth[other])
        )
        for memory in contested
    }


def below(hits: Iterable[RecallHit], rivals: Mapping[str, Sequence[RecallHit]]) -> tuple[RecallHit, ...]:
    """Each memory below those that say otherwise, which are added where they aren't among the hits."""
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
    return memory.status is MemoryStatus.ACTIVE and graded.grade >= Grade.QUOTED


def _found(memory: Memory) -> Hit:
    """A memory as a hit that neither arm brought."""
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


def _marked(hit: RecallHit, memory: Memory) -> RecallHit:
    return replace(hit, marks=(f"says otherwise than memory {memory.id[:ID_DIGITS]}", *hit.marks))
