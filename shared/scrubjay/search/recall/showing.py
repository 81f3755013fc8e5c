"""Hits of an answer as they are shown: each with its evidence, equal content named, memories below their rivals."""

from collections.abc import Callable, Collection, Mapping, Sequence

from scrubjay.git.head import utc
from scrubjay.git.process import Git
from scrubjay.git.uncommitted import dirty_files
from scrubjay.knowledge.documents.values import ViewRecords
from scrubjay.knowledge.index.kinds import SOURCED
from scrubjay.memory.freshness.graded import NOTHING, GradeResult
from scrubjay.memory.freshness.grades import Grades
from scrubjay.memory.store.reader import MemoryReader
from scrubjay.memory.store.visible import StandIns
from scrubjay.model.frozen import dataclass, field, replace
from scrubjay.model.history import CommitFacts, Revert
from scrubjay.model.hit import Hit
from scrubjay.model.stand_in import StandInForm, StandInNote
from scrubjay.model.view import View
from scrubjay.search.history.renames import tagged
from scrubjay.search.recall.answer import RecallHit
from scrubjay.search.recall.evidence import document_hit, same_elsewhere, sourced_hit, sourced_text_hit
from scrubjay.search.recall.memory_hits import below_rivals, memory_hit, rivals
from scrubjay.search.recall.other_databases import Told

UNNOTED = StandInNote("")


def hit_with_note(hit: RecallHit, form: StandInForm | None, note: StandInNote = UNNOTED) -> RecallHit:
    """A hit with the words of its other form, if it has one, and with the status that its note gives.

    The status is that of the record, of the form, or of the memory where that one holds no more.
    """
    if form is not None:
        hit = replace(
            hit,
            text=form.words,
            start_line=hit.start_line + form.skipped,
            author=hit.author or form.author,
            status=hit.status or form.status,
        )
    return replace(hit, status=note.ended) if note.ended else hit


PoolsOf = Callable[[Collection[str]], Mapping[str, Sequence[str]]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """What hits are shown with: the view's records, grades of memories, reverts and facts of commits.

    `said` counts the other memories that say what a memory says, by id; `apart` shows hits of kinds that
    are searched apart, by kind.
    """

    records: ViewRecords
    grades: Mapping[str, GradeResult]
    reverts: Sequence[Revert]
    facts: Mapping[str, CommitFacts]
    at_head: bool
    said: Mapping[str, int] = field(default_factory=dict)
    apart: Mapping[str, Told] = field(default_factory=dict)


class Presenter:
    """Shows hits of one worktree with their evidence.

    `pools_of` names the pools that share some memories, by id; `stand_ins` are the files that stand for some.
    """

    def __init__(
        self,
        git: Git,
        memories: MemoryReader,
        grades: Grades,
        pools_of: PoolsOf,
        stand_ins: StandIns,
    ) -> None:
        self._git = git
        self._memories = memories
        self._grades = grades
        self._pools_of = pools_of
        self._stand_ins = stand_ins

    def memories(self, hits: Sequence[Hit], view: View, evidence: Evidence) -> tuple[RecallHit, ...]:
        """Memories as hits with their evidence; a memory that is gone by now is left out."""
        if not hits:
            return ()
        memories = self._memories.of_ids([hit.blob for hit in hits], view.commit if evidence.at_head else "")
        pools = self._pools_of(memories)
        shown = [
            memory_hit(
                hit,
                memories[hit.blob],
                evidence.grades.get(hit.blob, NOTHING),
                pools.get(hit.blob, ()),
                evidence.said.get(hit.blob, 0),
            )
            for hit in hits
            if hit.blob in memories
        ]
        return below_rivals(shown, rivals(memories.values(), self._memories, self._grades.of, view))

    def hits(self, hits: Sequence[Hit], view: View, evidence: Evidence) -> tuple[RecallHit, ...]:
        """Hits other than memories, with their evidence."""
        decisions = evidence.records.by_path
        dirty = self._dirty_paths(hits, view) if evidence.at_head else frozenset[str]()
        notes = self._stand_ins.notes(view, [hit.path for hit in hits if hit.kind == "document"])

        def show(hit: Hit) -> RecallHit | None:
            if (apart := evidence.apart.get(hit.kind)) is not None:
                return apart(hit)
            match hit.kind:
                case "document" | "code":
                    incident = evidence.records.incidents.get(hit.path)
                    if module := view.submodule_of(hit.path):
                        told = document_hit(hit, {}, None, dirty=False)
                        return replace(told, marks=(module.citation, *told.marks))
                    note = notes.get(hit.path, UNNOTED)
                    told = document_hit(hit, decisions, incident, dirty=hit.path in dirty, note=note.text)
                    return hit_with_note(
                        self._with_release_day(told, evidence.records), self._stand_ins.form(told.text), note
                    )
                case _ if hit.format.startswith(SOURCED):
                    return sourced_text_hit(hit)
                case _:
                    return sourced_hit(hit, evidence.reverts, evidence.facts.get(hit.blob))

        return tuple(same_elsewhere(list(filter(None, map(show, hits))), view))

    def _with_release_day(self, hit: RecallHit, records: ViewRecords) -> RecallHit:
        """A hit; if it is a page in a version's folder, with the day of that release by git's tag."""
        version = next((one for one in records.versions.get(hit.path, ()) if one.path == hit.path), None)
        if version is None or not version.number or hit.kind != "document":
            return hit
        at = tagged(self._git, ".".join(map(str, version.number)))
        return hit if at is None else replace(hit, date=utc(int(at)), dated_by="git")

    def _dirty_paths(self, hits: Sequence[Hit], view: View) -> Collection[str]:
        """The paths of hits whose file in the worktree has uncommitted changes."""
        files = [hit for hit in hits if hit.kind in ("document", "code") and not view.submodule_of(hit.path)]
        return dirty_files(self._git, view.worktree, {hit.path: hit.blob for hit in files})
