"""Grades of memories at a commit, from stored evidence and their sources' state; and which fell since a day."""

import threading
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from scrubjay.git.commits import moments_of
from scrubjay.git.process import Git
from scrubjay.knowledge.documents.decisions import ended_in
from scrubjay.knowledge.documents.documents import Documents
from scrubjay.memory.freshness.freshness import Freshness, MovedMemory
from scrubjay.memory.freshness.graded import GradeResult, graded
from scrubjay.memory.freshness.grounds import Ground, GroundsStanding
from scrubjay.memory.freshness.wording import grounds_of
from scrubjay.memory.store.grounds import unsettled
from scrubjay.memory.store.overview import MemoryKey, Readings, contradicted_now, readings_of
from scrubjay.memory.store.reader import MemoryReader
from scrubjay.model.evidence import CitationStatus, EvidenceObject
from scrubjay.model.frozen import dataclass, replace
from scrubjay.model.grade import Grade
from scrubjay.model.reading import ModelReading
from scrubjay.model.view import View


class Grades:
    """Grades the memories that one worktree sees. Thread-safe.

    `judge` names the model whose readings are shown beside grounds; empty where the user asks none.
    """

    def __init__(self, memories: MemoryReader, freshness: Freshness, judge: str = "") -> None:
        self._memories = memories
        self._freshness = freshness
        self._judge = judge
        self._fallen: tuple[object, tuple[str, ...]] = ((), ())

    def of(self, ids: Collection[str], view: View) -> dict[str, GradeResult]:
        """The grades of some memories at a view, by id; every memory's id has one."""
        if not ids:
            return {}
        evidence = self._memories.evidence(ids)
        now = self._freshness.of([id for id, records in evidence.items() if _has_citations(records)], view)
        results = {id: graded(records, now.get(id, GroundsStanding(()))) for id, records in evidence.items()}
        read = self._readings(ids) if self._judge else {}
        return results | {id: replace(results[id], readings=some) for id, some in read.items() if id in results}

    def contradicted(self, view: View) -> frozenset[str]:
        """Memories that hold and are contradicted: by a rival that holds, by what superseded a ground, or by a reading.

        A reading is what the user's model says of a ground's present words.
        """
        found: dict[str, bool] = {}
        for scope in self._memories.scopes():
            found |= self._memories.once(scope, contradicted_now, self._judge)
        results = self.of([id for id, rival in found.items() if not rival], view)
        read = (id for id, result in results.items() if _model_contradicts(result))
        superseded = (moved.memory.id for moved in self._freshness.moved(view) if moved.superseded)
        return frozenset(id for id, rival in found.items() if rival).union(read, superseded)

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
        """The grades of many memories, by id; only those whose sources moved or weren't settled are graded anew."""
        every = tuple(keys)
        moved = {one.memory.id for one in self._freshness.moved(view)}
        unsure = [key.id for key in every if key.unsure or key.id in moved]
        return {key.id: Grade(key.earned) for key in every} | dict(self.grades_only(unsure, view))

    def stale(self, keys: Sequence[MemoryKey], view: View) -> Sequence[MemoryKey]:
        """The memories whose source changed or never existed; sources are checked only for those that can be stale."""
        doubtful = self._freshness.moved_ids(view)
        for scope in self._memories.scopes():
            doubtful |= self._memories.reading(scope, lambda c, _: unsettled(c))
        results = self.of([key.id for key in keys if key.id in doubtful], view)
        return [key for key in keys if key.id in results and results[key.id].standing.moved]

    def grades_only(self, ids: Collection[str], view: View) -> Mapping[str, Grade]:
        """The grades of some memories at a view, by id, without their evidence."""
        return {id: result.grade for id, result in self.of(ids, view).items()}

    def _readings(self, ids: Collection[str]) -> dict[str, Readings]:
        """What the user's model read in some memories, by id."""
        read: dict[str, Readings] = {}
        for scope in self._memories.scopes():
            read |= self._memories.reading(scope, lambda c, place: readings_of(c, place, ids, self._judge))
        return read


def _model_contradicts(result: GradeResult) -> bool:
    return any(ground.reading is ModelReading.CONTRADICTS for ground in grounds_of(result))


def _has_citations(records: Sequence[EvidenceObject]) -> bool:
    return any(record.citations for record in records)


@dataclass(frozen=True, slots=True)
class FallenMemory:
    """A memory whose sources changed. `fell_at` is when the last of them did; empty where git doesn't tell.

    It is never before the memory was recorded: a commit may be older than the merge that brought it.
    """

    moved: MovedMemory
    fell_at: str


class Falls:
    """When the memories of one worktree fell. Thread-safe."""

    def __init__(self, git: Git, documents: Documents, freshness: Freshness) -> None:
        self._git = git
        self._documents = documents
        self._freshness = freshness
        self._lock = threading.Lock()
        self._cached: tuple[tuple[MovedMemory, ...], tuple[FallenMemory, ...]] = ((), ())

    def of(self, view: View) -> tuple[FallenMemory, ...]:
        """Every memory of a view that fell, the latest first. Cached until a source or a memory changes."""
        moved = self._freshness.moved(view)
        with self._lock:
            if self._cached[0] is moved:
                return self._cached[1]
        ended = self._ended(moved, view)
        since = {id(ground): ground.since or ended.get(ground.path, "") for ground in _grounds(moved)}
        moments = moments_of(self._git, filter(None, since.values()))
        fallen = tuple(
            FallenMemory(one, _fell_at(one, [moments.get(since[id(ground)], "") for ground in one.standing.moved]))
            for one in moved
        )
        ordered = tuple(sorted(fallen, key=lambda one: one.fell_at, reverse=True))
        with self._lock:
            self._cached = (moved, ordered)
        return ordered

    def _ended(self, moved: tuple[MovedMemory, ...], view: View) -> dict[str, str]:
        """The commit that ended each superseded record, by its path."""
        superseded = CitationStatus.SUPERSEDED
        paths = {ground.path for ground in _grounds(moved) if ground.status is superseded and not ground.since}
        if not paths:
            return {}

        entries = {entry.path: entry for entry in self._documents.decisions(view)}
        return {path: ended_in(self._git, view.commit, entries[path]) for path in paths if path in entries}


def _grounds(moved: tuple[MovedMemory, ...]) -> Iterator[Ground]:
    return (ground for one in moved for ground in one.standing.moved)


def _fell_at(moved: MovedMemory, moments: list[str]) -> str:
    """When a memory fell: at the last change of its sources, and no earlier than it was recorded."""
    last = max(moments, default="")
    return max(last, moved.memory.recorded_at) if last else ""
