"""Memories of a team in an answer: those of all phrasings, narrowed as the question narrows them."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from scrubjay.knowledge.index.kinds import MEMORY
from scrubjay.knowledge.retrieval.scope import Filters
from scrubjay.search.recall.asked import Narrowed
from scrubjay_team.memories.memory import FoundMemory, TeamMemory

if TYPE_CHECKING:
    from scrubjay_team.database.connecting import Entered
    from scrubjay_team.memories.memories import TeamMemories

SPARE: Final = 4
"""Times as many are asked for where filters leave some out."""

MOST: Final = 100


def found_memories(
    memories: "TeamMemories", entered: "Entered", narrowed: Narrowed, worded: Sequence[str], repo: str, limit: int
) -> tuple[FoundMemory, ...]:
    """The memories that fit any phrasing, best first, at most `limit`; none where the question asks for none."""
    if not asks_for_memories(narrowed):
        return ()
    most = min(MOST, limit * SPARE)
    best: dict[str, FoundMemory] = {}
    for words in worded:
        for one in memories.search(entered, words, most, repo):
            known = best.get(one.memory.id)
            if passes(one.memory, narrowed.filters) and (known is None or one.hit.score > known.hit.score):
                best[one.memory.id] = one
    order = sorted(best.values(), key=lambda one: (-one.hit.score, -one.memory.number))
    return tuple(order[:limit])


def asks_for_memories(narrowed: Narrowed) -> bool:
    """Whether memories may be in an answer: it names no other kind, no path and no status."""
    filters = narrowed.filters
    placed = filters.path or filters.within or filters.outside or filters.only is not None or filters.asks_for_places
    return not placed and (not narrowed.kinds or MEMORY in narrowed.kinds)


def passes(memory: TeamMemory, filters: Filters) -> bool:
    """Whether filters let a memory through: its tags, where it applies, its day, and words that must or mustn't be."""
    tags, day, text = {tag.lower() for tag in memory.tags}, memory.recorded_at, memory.content.casefold()
    return (
        tags.issuperset(filters.tags)
        and tags.isdisjoint(filters.untagged)
        and (not filters.applies or memory.applies.lower() in filters.applies)
        and day >= filters.since
        and (not filters.until or day[: len(filters.until)] <= filters.until)
        and all(phrase.casefold() in text for phrase in filters.holds)
        and not any(word.casefold() in text for word in filters.lacks)
    )
