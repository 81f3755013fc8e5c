"""The services of memories: what is remembered, how well it is grounded, who judges and who reviews it."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import partial

from scrubjay.freshness import Freshness, Grades
from scrubjay.grounding.judging import Judge
from scrubjay.memories import Memories, MemoryReader
from scrubjay.memories.archive import MemoryArchive
from scrubjay.memories.visibility import WorktreeBranches
from scrubjay.model.grade import Grade
from scrubjay.recall.own import UserRetriever
from scrubjay.review import ReviewQueue
from scrubjay.review.context import claim_context
from scrubjay.wiring.inputs import WorktreeInputs
from scrubjay.wiring.judging import wire_judge
from scrubjay.wiring.knowledge import KnowledgeServices
from scrubjay.wiring.memory_stores import embeds_at_once, memory_stores
from scrubjay.wiring.sessions import SessionRecords


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryServices:
    """The memories that a worktree sees, the project's and the user's."""

    service: Memories
    judge: Judge
    branches: WorktreeBranches
    freshness: Freshness
    grades: Grades
    own: UserRetriever
    reviews: ReviewQueue
    archive: MemoryArchive


def wire_memories(
    inputs: WorktreeInputs, *, knowledge: KnowledgeServices, records: SessionRecords, branches: WorktreeBranches
) -> MemoryServices:
    """Wire the memories.

    A judge and grades need memories, and remembering needs both. So these read through a `MemoryReader`, which exists
    first, and the service that writes is built last, over the same stores.
    """
    shared, settings, project = inputs.shared, inputs.shared.settings, inputs.project
    stores = memory_stores(inputs, records, branches)
    reader = MemoryReader(stores)
    freshness = Freshness(inputs.git, knowledge.documents, reader, shallow=inputs.repository.shallow)
    grades = Grades(reader, freshness)
    own = UserRetriever(
        project.id, shared.user_database, shared.clock, shared.embedder, inputs.reranker, shared.indexes
    )
    judge = wire_judge(inputs, knowledge=knowledge, reader=reader, grades=grades, own=own)

    def at_head(ids: Collection[str]) -> Mapping[str, Grade]:
        return grades.grades_only(ids, knowledge.documents.view())

    memories = Memories(
        stores,
        validate=judge,
        grades=at_head,
        personal=settings.privacy.personal,
        allowed=settings.privacy.allow,
        after_forgetting=records.ledger.clear,
        on_stored=embeds_at_once(inputs),
    )
    return MemoryServices(
        service=memories,
        judge=judge,
        branches=branches,
        freshness=freshness,
        grades=grades,
        own=own,
        reviews=ReviewQueue(memories, settings.user_id, partial(claim_context, records.tasks, records.points)),
        archive=MemoryArchive(memories, settings.home),
    )
