"""Makers of what remembers: where memories are stored and grounded, and readers by the user's language model."""

from collections.abc import Callable, Collection
from typing import TYPE_CHECKING

from scrubjay.context.briefing.told import forget_told
from scrubjay.git.worktree import Worktree
from scrubjay.identity.audit import CrossScopeReads
from scrubjay.knowledge.chunking import TokenCounter
from scrubjay.knowledge.index.indexes import KeepVectors, embedded_ahead
from scrubjay.memory.freshness.freshness import Freshness
from scrubjay.memory.freshness.grades import Grades
from scrubjay.memory.lifecycle.figures import last_act as newest_act
from scrubjay.memory.lifecycle.memories import Memories
from scrubjay.memory.store.index import embedded_texts
from scrubjay.memory.store.limits import Limits
from scrubjay.memory.store.overview import ids_beginning
from scrubjay.memory.store.reader import MemoryReader
from scrubjay.memory.store.scopes import MemoryStores
from scrubjay.memory.store.visibility import WorktreeBranches
from scrubjay.memory.store.visible import StandIns
from scrubjay.model.clock import Clock
from scrubjay.model.grade import Grade, grade_named
from scrubjay.model.project import Project
from scrubjay.settings.schema import Settings
from scrubjay.storage.database import Database

if TYPE_CHECKING:
    from scrubjay.context.extraction.reader import ModelReader
    from scrubjay.context.extraction.summariser import Summariser
    from scrubjay.extensions.kinds.content import Embedder
    from scrubjay.identity.insight.counting import EventCounts
    from scrubjay.inference.language import Allowance, LanguageModel
    from scrubjay.memory.freshness.model_reading import GroundReader
    from scrubjay.wiring.workspace import Workspace


def memory_stores(
    project: Project, knowledge_database: Database, user_database: Callable[[], Database], clock: Clock,
    counter: TokenCounter, branches: WorktreeBranches, stand_ins: StandIns, user_settings: Settings,
    worktree: Worktree, services: "Workspace",
) -> MemoryStores:  # fmt: skip
    file = user_settings.home / "user" / "knowledge.db"

    def user_exists() -> bool:
        """By looks of the moment, in which this process may make the file."""
        return worktree.is_there(file) or (user_database().is_open and file.exists())

    return MemoryStores(
        project_id=project.id, project=knowledge_database, user=user_database, clock=clock, counter=counter,
        branches=branches, reads=CrossScopeReads(user_database, clock, project.id, user_settings.user_id),
        limits=Limits(**user_settings.review.values()),
        user_exists=user_exists,
        shown_text=lambda session: services.ledger.known_text(session), published=stand_ins.ids,
    )  # fmt: skip


def memories(
    memory_stores: MemoryStores, project: Project, clock: Clock, user_settings: Settings,
    embedder: "Embedder | None", on_stored: Callable[[bool], None], counts: "EventCounts", services: "Workspace",
) -> Memories:  # fmt: skip
    privacy = user_settings.privacy

    def forget(scope: str, forgotten: tuple[tuple[str, str], ...]) -> None:
        """Sessions of this project were told what was forgotten; what follows the user, those of others as well."""
        services.ledger.clear(forgotten)
        if scope == "user":
            forget_told(user_settings.home, clock, forgotten, but=project.folder)

    def embedded(database: Database, content: str) -> KeepVectors:
        texts = embedded_texts(content, memory_stores.counter)
        return embedded_ahead(database, embedder, texts) if embedder is not None else lambda *_: False

    return Memories(
        memory_stores, validate=lambda request: services.validate(request),
        grades=lambda ids: services.grades.grades_only(ids, services.documents.view()), personal=privacy.personal,
        allowed=privacy.allow, after_forgetting=forget, embedded=embedded, on_stored=on_stored, count=counts.count,
    )  # fmt: skip


def on_stored(enqueue: Callable[[str], None], enqueue_soon: Callable[[str], None]) -> Callable[[bool], None]:
    """A function that wakes the worker for a memory that was kept, at once where it waits for its vectors."""
    return lambda whole: (enqueue_soon if whole else enqueue)("remember")


def memories_beginning(memories: Memories) -> Callable[[Collection[str]], tuple[str, ...]]:
    """A function that gives the memories whose ids begin with the first eight digits of some texts."""
    return lambda texts: tuple(
        id
        for scope in memories.scopes()
        for id in memories.reading(scope, lambda c, place: ids_beginning(c, place, texts))
    )


def grades(memory_reader: MemoryReader, freshness: Freshness, ground_reader: "GroundReader | None") -> Grades:
    return Grades(memory_reader, freshness, ground_reader.name if ground_reader else "")


def least_grade(user_settings: Settings) -> Grade:
    """The lowest grade that is shown unasked."""
    return grade_named(user_settings.memory.min_grade)


def shows_said(user_settings: Settings) -> bool:
    """Whether memories that nothing but an agent says are shown."""
    return user_settings.memory.said == "show"


def last_act(memory_reader: MemoryReader, project: Project) -> Callable[[], str]:
    """A function that tells when a person last acted here, the set-up of the project included (ISO 8601, UTC)."""
    return lambda: max(newest_act(memory_reader), project.created_at)


def allowance(home_database: Database, clock: Clock, user_settings: Settings) -> "Allowance":
    from scrubjay.inference.language import Allowance

    limits = user_settings.extraction
    return Allowance(home_database, clock, limits.daily_tokens, limits.daily_cost, limits.price)


def model_reader(
    language_model: "LanguageModel | None", home_database: Database, clock: Clock, user_settings: Settings
) -> "ModelReader | None":
    if language_model is None:
        return None
    from scrubjay.context.extraction.reader import ModelReader

    return ModelReader(language_model, allowance(home_database, clock, user_settings), user_settings.extraction.model)


def summariser_of(
    language_model: "LanguageModel | None", home_database: Database, clock: Clock, user_settings: Settings
) -> "Summariser | None":
    """What sums up turns by the user's model; None where there is none to ask."""
    if language_model is None:
        return None
    from scrubjay.context.extraction.summariser import Summariser

    return Summariser(language_model, allowance(home_database, clock, user_settings), user_settings.extraction.model)


def ground_reader(
    language_model: "LanguageModel | None", home_database: Database, clock: Clock, user_settings: Settings
) -> "GroundReader | None":
    if language_model is None or user_settings.grounding.judge != "model":
        return None
    from scrubjay.memory.freshness.model_reading import GroundReader

    name = user_settings.extraction.model
    return GroundReader(language_model, allowance(home_database, clock, user_settings), name)
