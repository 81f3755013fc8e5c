"""Makers of what remembers: where memories are stored, and what follows when one is kept or forgotten."""

from collections.abc import Callable, Collection
from typing import TYPE_CHECKING

from scrubjay.context.briefing.told import forget_told
from scrubjay.identity.audit import CrossScopeReads
from scrubjay.knowledge.chunking import TokenCounter
from scrubjay.knowledge.index.indexes import embed_content
from scrubjay.memory.lifecycle.memories import Memories
from scrubjay.memory.store.limits import Limits
from scrubjay.memory.store.overview import ids_beginning
from scrubjay.memory.store.scopes import MemoryStores
from scrubjay.memory.store.visibility import WorktreeBranches
from scrubjay.memory.store.visible import StandIns
from scrubjay.model.clock import Clock
from scrubjay.model.project import Project
from scrubjay.settings.schema import Settings
from scrubjay.storage.database import Database

if TYPE_CHECKING:
    from scrubjay.extensions.kinds.embedder import Embedder
    from scrubjay.identity.insight.counting import EventCounts
    from scrubjay.wiring.workspace import Workspace


def memory_stores(
    project: Project, knowledge_database: Database, user_database: Callable[[], Database], clock: Clock,
    counter: TokenCounter, branches: WorktreeBranches, stand_ins: StandIns, user_settings: Settings,
    services: "Workspace",
) -> MemoryStores:  # fmt: skip
    return MemoryStores(
        project_id=project.id,
        project=knowledge_database,
        user=user_database,
        clock=clock,
        counter=counter,
        branches=branches,
        reads=CrossScopeReads(user_database, clock, project.id, user_settings.user_id),
        limits=Limits(**user_settings.review.model_dump()),
        user_exists=(user_settings.home / "user" / "knowledge.db").exists,
        shown_text=lambda session: services.ledger.known_text(session),
        published=stand_ins.ids,
    )


def memories(
    memory_stores: MemoryStores, project: Project, clock: Clock, user_settings: Settings,
    on_stored: Callable[[Database, str], None], counts: "EventCounts", services: "Workspace",
) -> Memories:  # fmt: skip
    privacy = user_settings.privacy

    def forget(scope: str, forgotten: tuple[tuple[str, str], ...]) -> None:
        """Sessions of this project were told what was forgotten; what follows the user, those of others as well."""
        services.ledger.clear(forgotten)
        if scope == "user":
            forget_told(user_settings.home, clock, forgotten, but=project.folder)

    return Memories(
        memory_stores,
        validate=lambda request: services.validate(request),
        grades=lambda ids: services.grades.grades_only(ids, services.documents.view()),
        personal=privacy.personal,
        allowed=privacy.allow,
        after_forgetting=forget,
        on_stored=on_stored,
        count=counts.count,
    )


def embeds_at_once(
    embedder: "Embedder | None", enqueue: Callable[[str], None], enqueue_soon: Callable[[str], None]
) -> Callable[[Database, str], None]:
    """Makes a memory that was kept searchable by meaning; the worker does the rest, at once where it can't."""

    def kept(database: Database, id: str) -> None:

        wake = enqueue
        try:
            if embedder is not None and embed_content(database, embedder, id):
                wake = enqueue_soon
        finally:
            wake("remember")

    return kept


def memories_beginning(memories: Memories) -> Callable[[Collection[str]], tuple[str, ...]]:
    """The memories whose ids begin with the first eight digits of some texts."""
    return lambda texts: tuple(
        id
        for scope in memories.scopes()
        for id in memories.reading(scope, lambda c, place: ids_beginning(c, place, texts))
    )
