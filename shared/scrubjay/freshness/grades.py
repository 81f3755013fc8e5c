"""Grades of memories at a commit, from stored evidence and the current state of its sources."""

from collections.abc import Collection, Mapping, Sequence

from scrubjay.freshness.freshness import Freshness
from scrubjay.freshness.graded import GradeResult, graded
from scrubjay.freshness.grounds import GroundsStanding, never_found, sort_grounds
from scrubjay.memories import MemoryReader
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
        now = self._freshness.of([id for id, some in evidence.items() if _cites(some)], view)
        return {id: graded(some, _with_absent(now.get(id), some)) for id, some in evidence.items()}

    def downgraded(self, view: View) -> tuple[str, ...]:
        """Memories whose sources changed so that only their author supports them. Cached until a source changes."""
        moved = self._freshness.moved(view)
        known, ids = self._fallen
        if known is not moved:
            grades = self.grades_only([one.memory.id for one in moved], view)
            ids = tuple(sorted(id for id, grade in grades.items() if grade is Grade.UNCONFIRMED))
            self._fallen = (moved, ids)
        return ids

    def grades_only(self, ids: Collection[str], view: View) -> Mapping[str, Grade]:
        """The same as bare grades."""
        return {id: found.grade for id, found in self.of(ids, view).items()}


def _with_absent(now: GroundsStanding | None, some: Sequence[EvidenceObject]) -> GroundsStanding:
    """The state of everything that a memory cites, including sources that were never found."""
    grounds = now.grounds if now else ()
    stands = {one.text for one in grounds}
    return sort_grounds((*grounds, *(one for one in never_found(some) if one.text not in stands)))


def _cites(some: Sequence[EvidenceObject]) -> bool:
    return any(record.citations for record in some)
