"""What says otherwise than a memory? It is always shown with the memory, and above it."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace

from scrubjay.documents.in_force import is_in_force
from scrubjay.freshness.graded import GradeResult
from scrubjay.memories import MemoryReader
from scrubjay.model.decision_entry import DecisionEntry
from scrubjay.model.grade import Grade
from scrubjay.model.hit import Hit
from scrubjay.model.memory import Memory, MemoryStatus
from scrubjay.model.view import View
from scrubjay.recall.answer import RecallHit
from scrubjay.recall.memory_hits import ID_DIGITS, memory_hit
from scrubjay.retrieval.order import SEEN

Grading = Callable[[Collection[str], View], Mapping[str, GradeResult]]


def rivals(
    shown: Collection[Memory],
    memories: MemoryReader,
    grades: Grading,
    decisions: Mapping[str, DecisionEntry],
    view: View,
) -> dict[str, tuple[RecallHit, ...]]:
    """What says otherwise than some memories and outranks them at a view, by their ids.

    That is a told or verified memory that holds, and the passage of a source; a decision only while it holds.
    """
    contested = [memory for memory in shown if memory.contradicts]
    if not contested:
        return {}
    others = memories.of_ids({other for memory in contested for other in memory.contradicts})
    worth = grades(others.keys(), view)
    found: dict[str, tuple[RecallHit, ...]] = {}
    for memory in contested:
        told = [
            _marked(memory_hit(_found(others[other]), others[other], worth[other]), memory)
            for other in memory.contradicts
            if other in worth and _outranks(others[other], worth[other])
        ]
        found[memory.id] = tuple(told)
    return found


def below(
    hits: Iterable[RecallHit], rivals: Mapping[str, Sequence[RecallHit]], above: Iterable[RecallHit] = ()
) -> tuple[RecallHit, ...]:
    """Each hit below everything that says otherwise, which is added where it isn't shown `above` or among the hits.

    The words of a source are always added: a longer passage of it that was found as well may be cut.
    """
    every = [replace(hit, against=frozenset(one.key for one in rivals.get(hit.id, ()))) for hit in hits]
    before = {hit.key for hit in above}
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


def behind_decisions(hits: Sequence[RecallHit], decisions: Mapping[str, DecisionEntry]) -> tuple[RecallHit, ...]:
    """Among the hits that are looked at, memories that an agent's citation supports below the decisions that hold.

    Words alone can't tell whether a freely worded claim contradicts a decision: its reader sees the decision first.
    """
    in_force = {path for path, entry in decisions.items() if is_in_force(entry)}
    return with_cited_behind(hits, in_force)


def with_cited_behind(hits: Sequence[RecallHit], in_force: Collection[str]) -> tuple[RecallHit, ...]:
    """The hits, those of cited memories behind the last of the first SEEN whose path is `in_force`; no other moves."""
    places = [place for place, hit in enumerate(hits[:SEEN]) if hit.path in in_force]
    above = hits[: max(places, default=-1) + 1]
    cited = [hit for hit in above if hit.kind == "memory" and hit.grade == str(Grade.SAID)]
    return (*(hit for hit in above if hit not in cited), *cited, *hits[len(above) :])


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
    return replace(hit, marks=(_mark(memory), *hit.marks))


def _mark(memory: Memory) -> str:
    return f"says otherwise than memory {memory.id[:ID_DIGITS]}"
