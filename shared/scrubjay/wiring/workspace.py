"""The workspace of one worktree: its groups of services, each made of those that it needs."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from scrubjay.git.process import Git
from scrubjay.git.repository import Repository
from scrubjay.git.worktree import Worktree
from scrubjay.index.chunking.languages import unknown_languages
from scrubjay.inference.choose import make_reranker
from scrubjay.inference.embedding.embedder import Embedder
from scrubjay.insight.counting import EventCounts
from scrubjay.model.frozen import dataclass, replace
from scrubjay.model.project import Project
from scrubjay.settings import REPOSITORY_FILE, Settings, with_repository
from scrubjay.settings.projects import for_project
from scrubjay.wiring.agents import AgentServices
from scrubjay.wiring.consolidation import ConsolidationServices
from scrubjay.wiring.context import ContextServices
from scrubjay.wiring.conversations import ConversationServices
from scrubjay.wiring.discussions import DiscussionServices
from scrubjay.wiring.graph import GraphServices
from scrubjay.wiring.inputs import Shared, Stores, WorktreeInputs
from scrubjay.wiring.knowledge import KnowledgeServices
from scrubjay.wiring.memories import MemoryServices
from scrubjay.wiring.on_first_use import services_in_use
from scrubjay.wiring.pools import PoolServices
from scrubjay.wiring.procedures import ProcedureServices
from scrubjay.wiring.promotion import PromotionServices
from scrubjay.wiring.publishing import PublishingServices
from scrubjay.wiring.session_forgetting import session_forgetting
from scrubjay.wiring.sessions import SessionRecords, SessionServices

if TYPE_CHECKING:
    from scrubjay.backends.home import HomeBackend
    from scrubjay.listing import ListFilters, MemoryListing
    from scrubjay.listing.needs import Need
    from scrubjay.memories.erasing import Eraser
    from scrubjay.model.view import View
    from scrubjay.quarantine.quarantines import Quarantines
    from scrubjay.storage import Database
    from scrubjay_forges.discussions.forgetting import ForgottenForge


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
    discussions: DiscussionServices
    context: ContextServices
    sessions: SessionServices
    pools: PoolServices
    consolidation: ConsolidationServices
    agents: AgentServices
    publishing: PublishingServices
    graph: GraphServices
    promotion: PromotionServices
    procedures: ProcedureServices
    stores: Stores

    @property
    def counts(self) -> EventCounts:
        """What is counted of the project."""
        return self.stores.counts

    @property
    def databases(self) -> "tuple[Database, ...]":
        """The databases of the project that are there."""
        return self.stores.used

    @property
    def quarantine(self) -> "Quarantines":
        """Takes what somebody wrote out of every answer."""
        from scrubjay.quarantine.quarantines import Quarantines

        registry, project = self.agents.registry, self.project.id
        return Quarantines(
            self.memories.service, self.sessions.database, lambda: registry.runs(project), self.settings.user_id
        )

    def listed(self, filters: "ListFilters", *, detailed: bool = False) -> "MemoryListing":
        """The memories that pass some filters. `detailed`: each with when it fell and was last used.

        Raises UsageError.
        """
        from scrubjay.briefing.hearers import last_had
        from scrubjay.listing import ListFacts, listed

        memories, view = self.memories, self.knowledge.documents.view()
        facts = ListFacts(
            fallen=lambda: {one.moved.memory.id: one.fell_at for one in memories.falls.of(view)},
            used=lambda ids: self.sessions.database.read(lambda c: last_had(c, ids)),
            detailed=detailed,
        )
        return listed(memories.service, memories.grades, self.knowledge.published, view, filters, facts)

    def needs(self, view: "View") -> "tuple[Need, ...]":
        """What of the project needs its person at a view."""
        from scrubjay.listing.needs import Needs

        memories = self.memories
        return Needs(memories.service, memories.reviews, memories.freshness, memories.grades, self._further_needs).of(
            view
        )

    def _further_needs(self) -> "Sequence[Need]":
        """What of proposals needs them; a handoff to an agent waits for that agent."""
        from scrubjay.listing.needs import Need
        from scrubjay.model.counted import counted

        proposed = len(self.promotion.log.proposals())
        needs = (
            Need(
                "proposals", proposed, f"{counted(proposed, 'memory')} to tell others, if you agree", "scrubjay review",
            ),
        )  # fmt: skip
        return [need for need in needs if need.number]

    @property
    def eraser(self) -> "Eraser":
        """Forgets memories for good, and looks whether their bytes are gone."""
        from scrubjay.memories.erasing import Eraser

        return Eraser(
            self.memories.service,
            (self.settings.home, self.repository.worktree / ".agent" / "logs"),
            left_in_git=self.knowledge.left_in_git,
            shared_in=self.pools.sharing.shared_in,
        )

    def forget_forge(self, name: str) -> "ForgottenForge":
        """Forget a repository's discussions for good, with what memories quote of them and what sessions were told.

        What they were told goes whole, since any text may repeat a discussion. The repository goes last, so that who
        was interrupted can forget it again. Raises NotFound.
        """
        from scrubjay.memories.quoted import forget_quoted
        from scrubjay_forges.discussions.forgetting import forget_repository, kept_repository

        memories = self.memories.service
        kept = kept_repository(self.discussions.store, name)
        for scope in ("project", "user") if memories.user_exists() else ("project",):
            memories.writing(scope, lambda c, _: forget_quoted(c, kept.name))
        self.sessions.ledger.clear()
        done = forget_repository(self.discussions.store, kept.name)
        clean = [database.truncate_log() for database in self.databases]
        return replace(done, clean=done.clean and all(clean))

    def as_backend(self, scope: str = "project") -> "HomeBackend":
        """The memories of a scope as a store, beside others or to be replayed into one."""
        from scrubjay.backends.home import HomeBackend
        from scrubjay.recall import RecallRequest

        def found(query: str, limit: int) -> list[str]:
            asked = RecallRequest(query=query, kinds=("memory",), limit=limit)
            return [hit.id for hit in self.context.recall.look(asked).memories]

        return HomeBackend(self.memories.service, found, self.settings.user_id, scope=scope)

    def close(self) -> None:
        """End the threads of its services, after writes that are pending; what nobody used was never made."""
        for service in (
            *services_in_use(self.sessions, "preparation"),
            *services_in_use(self.context, "contexts"),
            *services_in_use(self.memories, "service", "own"),
            *services_in_use(self.knowledge, "retriever"),
            *services_in_use(self.conversations, "retriever"),
            *services_in_use(self.discussions, "retriever", "retriever_of_all"),
        ):
            service.close()
        if self.git.worktree is not None:
            self.git.worktree.close()


def assemble(
    shared: Shared,
    *,
    repository: Repository,
    project: Project,
    stores: Stores,
    text: str,
    enqueue: Callable[[str], None],
    enqueue_soon: Callable[[str], None],
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
        git=Git(
            repository.worktree, shared.git_environment, worktree=Worktree(repository, shared.user_config, shared.idle)
        ),
        reranker=make_reranker(settings.retrieval.reranker),
        enqueue=enqueue,
        enqueue_soon=enqueue_soon,
    )
    made: list[Workspace] = []  # a briefing tells what needs the person, which the whole workspace knows
    discussions = DiscussionServices(inputs)
    knowledge = KnowledgeServices(inputs, discussions)
    records = SessionRecords(inputs)
    memories = MemoryServices(inputs, knowledge, records, discussions)
    conversations = ConversationServices(inputs, memories)
    procedures = ProcedureServices(inputs, memories)
    publishing = PublishingServices(inputs, knowledge, memories)
    promotion = PromotionServices(
        inputs, knowledge=knowledge, memories=memories, records=records, publishing=publishing
    )
    context = ContextServices(
        inputs,
        knowledge=knowledge,
        memories=memories,
        conversations=conversations,
        discussions=discussions,
        records=records,
        promotion=promotion,
        needs=lambda view: made[0].needs(view),
    )
    sessions = SessionServices(
        inputs,
        records,
        lambda: context.briefer.prepare(),
        lambda: session_forgetting(records, conversations, procedures, promotion),
    )
    agents = AgentServices(inputs, knowledge=knowledge, memories=memories, sessions=sessions)
    graph = GraphServices(inputs, knowledge=knowledge, memories=memories, context=context)
    workspace = Workspace(
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
        discussions=discussions,
        context=context,
        sessions=sessions,
        agents=agents,
        publishing=publishing,
        consolidation=ConsolidationServices(
            inputs, knowledge=knowledge, memories=memories, promotion=promotion, procedures=procedures, graph=graph
        ),
        graph=graph,
        procedures=procedures,
        promotion=promotion,
        stores=stores,
        pools=PoolServices(inputs, knowledge=knowledge, memories=memories, context=context, agents=agents),
    )
    made.append(workspace)
    return workspace
