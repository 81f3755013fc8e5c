"""Where a worktree's memories are stored, and what follows when one is kept."""

from collections.abc import Callable

from scrubjay.audit import CrossScopeReads
from scrubjay.memories import MemoryStores
from scrubjay.memories.room import Limits
from scrubjay.memories.stand_ins import StandIns
from scrubjay.memories.visibility import WorktreeBranches
from scrubjay.storage import Database
from scrubjay.wiring.inputs import WorktreeInputs
from scrubjay.wiring.sessions import SessionRecords


def memory_stores(
    inputs: WorktreeInputs, records: SessionRecords, branches: WorktreeBranches, stand_ins: StandIns
) -> MemoryStores:
    """Gather where the memories of a worktree's project and of its user are stored."""
    shared, settings, project = inputs.shared, inputs.shared.settings, inputs.project
    return MemoryStores(
        project_id=project.id,
        project=inputs.stores.knowledge,
        user=shared.user_database,
        clock=shared.clock,
        counter=shared.tokenizer,
        branches=branches,
        reads=CrossScopeReads(shared.user_database, shared.clock, project.id, settings.user_id),
        limits=Limits(**settings.review.model_dump()),
        user_exists=(settings.home / "user" / "knowledge.db").exists,
        shown_text=lambda session: records.ledger.known_text(session),
        published=stand_ins.ids,
    )


def embeds_at_once(inputs: WorktreeInputs) -> Callable[[Database, str], None]:
    """Makes a memory that was kept searchable by meaning; the worker does the rest, at once where it can't."""
    embedder = inputs.shared.embedder

    def kept(database: Database, id: str) -> None:
        from scrubjay.index.fresh import embed_content

        enqueue = inputs.enqueue
        try:
            if embedder is not None and embed_content(database, embedder, id):
                enqueue = inputs.enqueue_soon
        finally:
            enqueue("remember")

    return kept
