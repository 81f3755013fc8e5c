"""Contradicting sources of the memories in a briefing; both sides share one line, so that no budget parts them."""

import json
from collections.abc import Collection, Mapping

from scrubjay.memory.freshness.grades import Grades
from scrubjay.memory.freshness.wording import grade_text
from scrubjay.memory.store.reader import MemoryReader
from scrubjay.memory.store.rows import Q
from scrubjay.memory.store.writing import WriteContext
from scrubjay.model.decision_entry import DecisionEntry
from scrubjay.model.memory import Memory, MemoryStatus
from scrubjay.model.view import View
from scrubjay.search.recall.rivals import rivals
from scrubjay.storage import Connection


def contradictions(
    listed: Collection[Memory],
    memories: MemoryReader,
    grades: Grades,
    decisions: Mapping[str, DecisionEntry],
    view: View,
) -> dict[str, str]:
    """For each contested memory, by id, what contradicts it and who says so.

    What outranks a memory comes before other contradictions; among those the better grade wins.
    """
    above = rivals(listed, memories, grades.of, view)
    against = _against({memory.id for memory in listed}, memories)
    others = memories.of_ids({other for ids in against.values() for other in ids})
    worth = grades.of(others, view)
    sides: dict[str, str] = {}
    for memory in listed:
        texts = [f"{hit.source}: “{hit.text}”" for hit in above.get(memory.id, ())]
        every = [others[id] for id in against.get(memory.id, ()) if id in worth]
        holding = [rival for rival in every if rival.status is MemoryStatus.ACTIVE]
        best = sorted(holding, key=lambda rival: worth[rival.id].grade.rank)
        texts += [f"{grade_text(rival, worth[rival.id])}: “{rival.content}”" for rival in best]
        if texts:
            sides[memory.id] = f"{texts[0]}{f' and {len(texts) - 1} more' if len(texts) > 1 else ''}"
    return sides


def _against(ids: Collection[str], memories: MemoryReader) -> dict[str, list[str]]:
    """Ids of the memories that contradict some others, by the others' ids, newest first."""

    def read(connection: Connection, _: WriteContext) -> list[tuple[str, str]]:
        rows = connection.execute(Q.against, {"ids": json.dumps(sorted(ids))})
        return [(row["other"], row["id"]) for row in rows]

    by_memory: dict[str, list[str]] = {}
    for scope in memories.scopes():
        for other, id in memories.reading(scope, read):
            by_memory.setdefault(other, []).append(id)
    return by_memory
