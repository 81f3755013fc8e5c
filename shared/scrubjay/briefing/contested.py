"""Contradicting sources of the memories in a briefing; both sides share one line, so that no budget parts them."""

import json
from collections.abc import Collection, Mapping

from scrubjay.freshness import Grades
from scrubjay.freshness.wording import grade_text
from scrubjay.memories import MemoryReader
from scrubjay.memories.rows import Q
from scrubjay.memories.writing import WriteContext
from scrubjay.model.decision_entry import DecisionEntry
from scrubjay.model.memory import Memory, MemoryStatus
from scrubjay.model.view import View
from scrubjay.recall.rivals import rivals
from scrubjay.storage import Connection


def contradictions(
    told: Collection[Memory],
    memories: MemoryReader,
    grades: Grades,
    decisions: Mapping[str, DecisionEntry],
    view: View,
) -> dict[str, str]:
    """For each contested memory, by id, what contradicts it and who says so.

    What outranks a memory comes before other contradictions; among those the better grade wins.
    """
    above = rivals(told, memories, grades.of, decisions, view)
    against = _against({memory.id for memory in told}, memories)
    others = memories.of_ids({other for some in against.values() for other in some})
    worth = grades.of(others, view)
    sides: dict[str, str] = {}
    for memory in told:
        said = [f"{hit.source or hit.path}: “{hit.text}”" for hit in above.get(memory.id, ())]
        every = [others[id] for id in against.get(memory.id, ()) if id in worth]
        holding = [one for one in every if one.status is MemoryStatus.ACTIVE]
        best = sorted(holding, key=lambda one: worth[one.id].grade.rank)
        said += [f"{grade_text(one, worth[one.id])}: “{one.content}”" for one in best]
        if said:
            sides[memory.id] = f"{said[0]}{f' and {len(said) - 1} more' if len(said) > 1 else ''}"
    return sides


def _against(ids: Collection[str], memories: MemoryReader) -> dict[str, list[str]]:
    """Ids of the memories that contradict some others, by the others' ids, newest first."""

    def read(connection: Connection, _: WriteContext) -> list[tuple[str, str]]:
        rows = connection.execute(Q.against, {"ids": json.dumps(sorted(ids))})
        return [(row["other"], row["id"]) for row in rows]

    found: dict[str, list[str]] = {}
    for scope in memories.scopes():
        for other, id in memories.reading(scope, read):
            found.setdefault(other, []).append(id)
    return found
