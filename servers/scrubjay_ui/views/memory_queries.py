"""Queries of the page of one memory: its words, grade, sources, checks, chain, readers and effects."""

from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress

from scrubjay.app import Workspace
from scrubjay.context.briefing.hearers import MemoryHearer, hearers
from scrubjay.errors import NotFound
from scrubjay.memory.freshness.graded import NOTHING, GradeResult
from scrubjay.memory.freshness.wording import (
    ShownGround,
    grade_text,
    grade_word,
    grounds_of,
    place_ground,
    reported_note,
)
from scrubjay.memory.grouping.relations import groups_of
from scrubjay.memory.lifecycle.undo import UndoStep
from scrubjay.memory.review.claims import word_changes
from scrubjay.memory.store.claim import stamp
from scrubjay.memory.store.overview import contradicted_by, replacement_chain
from scrubjay.memory.store.writing import replaceable
from scrubjay.model.clock import iso
from scrubjay.model.counted import counted
from scrubjay.model.evidence import CitationResult
from scrubjay.model.frozen import dataclass
from scrubjay.model.memory import Change, Memory, MemoryStatus, Provenance
from scrubjay_agents.services import AgentServices
from scrubjay_growth.api import LoggedDecision
from scrubjay_growth.services import GrowthServices
from scrubjay_publishing.api import refusal
from scrubjay_ui.visit import Visit


@dataclass(frozen=True, slots=True, kw_only=True)
class RelatedMemory:
    """A memory related to the shown one; `memory` is None where this branch doesn't show it.

    `waits`: one of the two waits for a person, so that it would take the other's place. `changes` are the pieces in
    which the older text and the newer one differ: (whose, words). `status` says in a word how it stands; what was
    corrected is called so, though its belief is retracted.
    """

    id: str
    how: str
    memory: Memory | None
    grade: str = ""
    status: str = ""
    changes: tuple[tuple[str, str], ...] = ()
    waits: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownMemory:
    """Everything that the page of a memory tells.

    `older` and `newer` are its direct replacements, `chain` the further ones. `grounds` are what it leans on now, with
    the place that was named. `undo` is the person's last decision, where it was about this memory. `sessions` are those
    of its own session and of `hearers` that have a page; `unpublished` says why it may not be published.
    `changeable`: something may take its place.
    """

    provenance: Provenance
    stamp: str
    commit: str
    grade: str = ""
    grade_why: str = ""
    note: str = ""
    elsewhere: str = ""
    grounds: tuple[tuple[ShownGround, CitationResult | None], ...] = ()
    publication: str = ""
    older: tuple[RelatedMemory, ...] = ()
    newer: tuple[RelatedMemory, ...] = ()
    chain: tuple[RelatedMemory, ...] = ()
    alike: tuple[RelatedMemory, ...] = ()
    rivals: tuple[RelatedMemory, ...] = ()
    hearers: tuple[MemoryHearer, ...] = ()
    sessions: frozenset[str] = frozenset()
    unpublished: str = ""
    pools: tuple[str, ...] = ()
    procedures: tuple[str, ...] = ()
    decisions: tuple[LoggedDecision, ...] = ()
    undo: UndoStep | None = None
    changeable: bool = False

    @property
    def status(self) -> str:
        """How the memory stands, in a word."""
        return status_word(self.memory, {one.how for one in self.newer})

    @property
    def memory(self) -> Memory:
        """The memory itself."""
        return self.provenance.memory


def status_word(memory: Memory, by: Collection[str]) -> str:
    """How a memory stands, in a word; `by` are the ways in which others took its place."""
    return "corrected" if memory.status == "retracted" and "correct" in by else str(memory.status)


DECISIONS = 20
"""Decisions of the promotion's log that are shown."""


def shown_memory(visit: Visit, id: str) -> ShownMemory:
    """The chain of a memory; of a quarantined one without words. Raises NotFound, UsageError for several."""
    workspace = visit.workspace
    service = workspace.memories
    known, view = service.provenance(id), workspace.documents.view()
    memory = known.memory
    if known.quarantined:
        return ShownMemory(provenance=known, stamp="", commit=view.short)
    chain = service.reading(memory.scope, lambda c, place: replacement_chain(c, place, memory.id))
    against = service.reading(memory.scope, lambda c, place: contradicted_by(c, place, memory.id))
    group = groups_of(service, [memory.id]).get(memory.id)
    alike = group.members if group else ()
    further = dict.fromkeys(one for link in chain for one in (link.older, link.newer))
    rivals = dict.fromkeys((*memory.contradicts, *against))
    others = _Others(workspace, memory, {memory.id, *alike, *further, *rivals})
    direct = {memory.id, *(one for one, _ in (*known.older, *known.newer))}
    graded = workspace.grades.of([memory.id], view).get(memory.id, NOTHING)
    here = others.shown.get(memory.id)
    away = "" if here or not memory.content else "not shown on this branch"
    said = workspace.stand_ins.elsewhere([memory.id], view).get(memory.id)
    heard = workspace.session_database.read(lambda c: hearers(c, memory.id))
    named = (memory.session, *(one.session for one in heard))
    return ShownMemory(
        provenance=known,
        stamp=stamp(memory),
        commit=view.short,
        grounds=_grounds(graded),
        grade=others.grades.get(memory.id, "" if memory.is_question else str(graded.grade)),
        grade_why=grade_text(memory, graded) if memory.content else "",
        note=reported_note(memory, graded) if memory.content else "",
        elsewhere=here.elsewhere if here else away,
        publication=said.text if said else "",
        older=others.related(known.older),
        newer=others.related(known.newer, dict(zip((id for id, _ in known.newer), known.newer_status, strict=True))),
        chain=others.related((one, "") for one in further if one not in direct),
        alike=others.related((one, "") for one in alike if one != memory.id),
        rivals=others.related((one, "") for one in rivals if one in others.shown),
        hearers=heard,
        sessions=workspace.timeline.known(one.partition("/")[0] for one in named),
        unpublished=refusal(memory, graded, visit.home.clock(), shown=here is not None, own=True),
        pools=AgentServices.of(workspace).sharing.shared_in(memory.id) if "sharing" in workspace.registry else (),
        procedures=_procedures(workspace, memory) if memory.kind == "procedure" else (),
        decisions=_decisions(workspace, memory),
        undo=last_decision(workspace, memory.id),
        changeable=changeable(visit, memory),
    )


def changeable(visit: Visit, memory: Memory) -> bool:
    """Whether something may take a memory's place now."""
    return bool(memory.content) and replaceable(memory, Change.CORRECT, iso(visit.home.clock()))


def last_decision(workspace: Workspace, id: str = "") -> UndoStep | None:
    """The person's last decision, if there is one, and if it was about a memory that is named."""
    with suppress(NotFound):
        step = workspace.reviews.last()
        return step if not id or id in step.ids else None
    return None


def _grounds(graded: GradeResult) -> tuple[tuple[ShownGround, CitationResult | None], ...]:
    """The grounds of a memory in their present state, each with its citation."""
    places = {place_ground(one): one.citation for one in graded.standing.grounds if one.citation is not None}
    return tuple((ground, places.get(ground)) for ground in grounds_of(graded))


class _Others:
    """The memories around one that this branch shows, with their grades."""

    def __init__(self, workspace: Workspace, memory: Memory, ids: Iterable[str]) -> None:
        self._memory = memory
        self.shown: Mapping[str, Memory] = workspace.memories.of_ids(ids)
        graded = workspace.grades.of(self.shown, workspace.documents.view())
        self.grades = {id: grade_word(one, graded.get(id, NOTHING)) for id, one in self.shown.items()}

    def related(
        self, pairs: Iterable[tuple[str, str]], newer: Mapping[str, MemoryStatus] | None = None
    ) -> tuple[RelatedMemory, ...]:
        """Related memories, each with its word differences from the shown one; `newer`: states of later ones."""
        waiting = newer or {}

        related = []
        for id, how in pairs:
            other = self.shown.get(id)
            texts = (self._memory.content, other.content) if other else ("", "")
            changes = word_changes(*(reversed(texts) if newer is None else texts)) if all(texts) else ()
            held = MemoryStatus.HELD in (self._memory.status, other.status if other else waiting.get(id))
            status = status_word(other, () if newer is not None else (how,)) if other else ""
            related.append(
                RelatedMemory(
                    id=id,
                    how=how,
                    memory=other,
                    grade=self.grades.get(id, ""),
                    status=status,
                    changes=changes,
                    waits=held,
                )
            )
        return tuple(related)


def _decisions(workspace: Workspace, memory: Memory) -> tuple[LoggedDecision, ...]:
    """What was decided on its promotion; nothing is told while the extension that decides is off."""
    if "promotion_log" not in workspace.registry:
        return ()
    return GrowthServices.of(workspace).promotion_log.decisions(DECISIONS, memory=memory.id)


def _procedures(workspace: Workspace, memory: Memory) -> tuple[str, ...]:
    """Lines on how a memory was learned from commands that sessions ran; none for any other memory."""
    if "procedures" not in workspace.registry:
        return ()
    learned = (one for one in GrowthServices.of(workspace).procedures.list() if one.memory.id == memory.id)
    return tuple(f"{one.state}, tried in {counted(len(one.tried), 'session')}" for one in learned)
