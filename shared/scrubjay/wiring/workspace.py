"""The workspace of one worktree: its groups of services, wired in the order in which they need each other."""

from collections.abc import Callable
from dataclasses import dataclass

from scrubjay.git.process import Git
from scrubjay.git.repository import Repository
from scrubjay.index.chunking.languages import unknown_languages
from scrubjay.inference.choose import make_reranker
from scrubjay.inference.embedding.embedder import Embedder
from scrubjay.model.project import Project
from scrubjay.settings import REPOSITORY_FILE, Settings, with_repository
from scrubjay.settings.projects import for_project
from scrubjay.wiring.context import ContextServices, wire_context
from scrubjay.wiring.conversations import ConversationServices, wire_conversations
from scrubjay.wiring.inputs import Shared, Stores, WorktreeInputs
from scrubjay.wiring.knowledge import KnowledgeServices, wire_knowledge
from scrubjay.wiring.memories import MemoryServices, wire_memories
from scrubjay.wiring.memory_stores import worktree_branches
from scrubjay.wiring.sessions import SessionServices, read_sessions, wire_sessions


@dataclass(frozen=True, slots=True, kw_only=True)
class Workspace:
    """The services for one worktree of one project.

    `refused` names settings that its configuration may not set. `enqueue(cause)` asks the worker to update its text and
    vectors, and starts a worker if none runs.
    """

    repository: Repository
    project: Project
    settings: Settings
    refused: tuple[str, ...]
    git: Git
    embedder: Embedder | None
    enqueue: Callable[[str], None]
    knowledge: KnowledgeServices
    memories: MemoryServices
    conversations: ConversationServices
    context: ContextServices
    sessions: SessionServices

    def close(self) -> None:
        """End the threads of its retrievers, after writes that are pending."""
        self.context.contexts.close()
        self.memories.service.close()
        for retriever in (self.knowledge.retriever, self.memories.own, self.conversations.retriever):
            retriever.close()


def assemble(
    shared: Shared,
    *,
    repository: Repository,
    project: Project,
    stores: Stores,
    text: str,
    enqueue: Callable[[str], None],
) -> Workspace:
    """Wire one workspace. `text` is the repository's configuration, which is untrusted. Raises ConfigError."""
    settings, refused = with_repository(shared.settings, text, str(repository.worktree / REPOSITORY_FILE))
    settings = for_project(settings, project.id)
    unknown = unknown_languages(settings.ingestion.code)
    inputs = WorktreeInputs(
        shared=shared,
        repository=repository,
        project=project,
        stores=stores,
        settings=settings,
        git=Git(repository.worktree, shared.git_environment),
        reranker=make_reranker(settings.retrieval.reranker),
        enqueue=enqueue,
    )
    records, branches = read_sessions(inputs), worktree_branches(inputs)
    knowledge = wire_knowledge(inputs, branches)
    memories = wire_memories(inputs, knowledge=knowledge, records=records, branches=branches)
    conversations = wire_conversations(inputs, memories.service)
    context = wire_context(inputs, knowledge=knowledge, memories=memories, records=records, said=conversations.said)
    return Workspace(
        repository=repository,
        project=project,
        settings=settings,
        refused=(*refused, *unknown),
        git=inputs.git,
        embedder=shared.embedder,
        enqueue=enqueue,
        knowledge=knowledge,
        memories=memories,
        conversations=conversations,
        context=context,
        sessions=wire_sessions(inputs, records, context.briefer.prepare),
    )
