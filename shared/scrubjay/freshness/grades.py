"""Grades of memories at a commit, from stored evidence and the current state of its sources."""

from collections.abc import Collection, Iterable, Mapping, Sequence

from scrubjay.freshness.freshness import Freshness
from scrubjay.freshness.graded import GradeResult, graded
from scrubjay.freshness.grounds import GroundsStanding
from scrubjay.memories import MemoryReader
from scrubjay.memories.grounds import unsettled
from scrubjay.memories.keys import MemoryKey
from scrubjay.model.evidence import EvidenceObject
from scrubjay.model.grade import Grade
from scrubjay.model.view import View


class Grades:
    """Grades the memories that one worktree sees. Thread-safe."""

    def __init__(self, memories: MemoryReader, freshness: Freshness) -> None:
        self._memories = memories
        self._freshness = freshness
        self._fallen: tuple[object, tuple[str, ...]] = ((), ())

    def of(self, ids: Collection[str], view: View) -> dict[str, GradeResult]:
        """The grades of some memories at a view, by id; every memory's id has one."""
        if not ids:
            return {}
        evidence = self._memories.evidence(ids)
        now = self._freshness.of([id for id, records in evidence.items() if _cites(records)], view)
        return {id: graded(records, now.get(id, GroundsStanding(()))) for id, records in evidence.items()}

    def downgraded(self, view: View) -> tuple[str, ...]:
        """Memories whose sources changed so that nothing but their author's word is left. Cached until one changes."""
        moved = self._freshness.moved(view)
        cached, ids = self._fallen
        if cached is not moved:
            grades = self.grades_only([moved.memory.id for moved in moved], view)
            ids = tuple(sorted(id for id, grade in grades.items() if grade is Grade.SAID))
            self._fallen = (moved, ids)
        return ids

    def quick(self, keys: Iterable[MemoryKey], view: View) -> dict[str, Grade]:
        """The bare grades of many memories: only those whose sources moved, or weren't settled, are looked at again."""
        every = tuple(keys)
        moved = {one.memory.id for one in self._freshness.moved(view)}
        unsure = [key.id for key in every if key.unsure or key.id in moved]
        return {key.id: Grade(key.earned) for key in every} | dict(self.grades_only(unsure, view))

    def stale(self, keys: Sequence[MemoryKey], view: View) -> Sequence[MemoryKey]:
        """Those with a changed source, one that never was there included; only where one can be is it looked at."""
        doubtful = self._freshness.moved_ids(view)
        for scope in self._memories.scopes():
            doubtful |= self._memories.reading(scope, lambda c, _: unsettled(c))
        results = self.of([key.id for key in keys if key.id in doubtful], view)
        return [key for key in keys if key.id in results and results[key.id].standing.moved]

    def grades_only(self, ids: Collection[str], view: View) -> Mapping[str, Grade]:
        """The same as bare grades."""
        return {id: result.grade for id, result in self.of(ids, view).items()}


def _cites(records: Sequence[EvidenceObject]) -> bool:
    return any(record.citations for record in records)
