"""Makers of promotion, procedures and consolidation."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from scrubjay.context.briefing.told import BriefingLedger
from scrubjay.extensions.kinds.embedder import Embedder
from scrubjay.git.process import Git
from scrubjay.git.repository import Repository
from scrubjay.knowledge.documents.documents import Documents
from scrubjay.memory.freshness.grades import Grades
from scrubjay.memory.grounding.likeness import is_same_claim, same_form
from scrubjay.memory.lifecycle.memories import Memories
from scrubjay.memory.store.index import shows
from scrubjay.model.clock import Clock
from scrubjay.model.memory import Memory
from scrubjay.model.project import Project
from scrubjay.settings.schema import Settings
from scrubjay.storage.database import Database
from scrubjay.wiring.models import allowance
from scrubjay_graph.services import GraphServices
from scrubjay_growth.consolidation.consolidate import Step, unscoped
from scrubjay_growth.consolidation.steps import own_steps
from scrubjay_growth.procedures.procedures import Procedures
from scrubjay_growth.procedures.store import ProcedureStore
from scrubjay_growth.promotion.engine import PromotionEngine
from scrubjay_growth.promotion.facts import Statement
from scrubjay_growth.promotion.gathering import PromotionSources
from scrubjay_growth.promotion.log import PromotionLog
from scrubjay_growth.promotion.outcomes.store import SessionOutcomes
from scrubjay_growth.promotion.proposals import ProposalPublisher, Proposals
from scrubjay_growth.promotion.sharing import share
from scrubjay_growth.services import GrowthServices
from scrubjay_publishing.api import PublishedMemories, statements

if TYPE_CHECKING:
    from scrubjay.identity.agents.registry import AgentRegistry
    from scrubjay.inference.language import LanguageModel
    from scrubjay.wiring.workspace import Workspace
    from scrubjay_growth.promotion.judge import PromotionJudge


def promotion_engine(
    memories: Memories, promotion_log: PromotionLog, grades: Grades, documents: Documents, outcomes: SessionOutcomes,
    ledger: BriefingLedger, agent_registry: "AgentRegistry", published: PublishedMemories, git: Git, project: Project,
    clock: Clock, user_settings: Settings, promotion_judge: "PromotionJudge | None"
) -> PromotionEngine:  # fmt: skip
    """Decides on every fact."""

    def shown(session: str, memory: Memory) -> bool:
        return shows(ledger.known_text(session), [(memory.id, memory.content)])

    def stated() -> tuple[Statement, ...]:
        """Who states what in git: in documents, commits and `memory/*` branches."""
        rows = statements(git, documents.view(), published.places())
        return tuple(
            Statement(
                memory=row.memory, text=row.text, author=row.author, branch=row.branch, commit=row.commit, date=row.date
            )
            for row in rows
        )

    def own_names() -> frozenset[str]:
        """The user's names in git, who is the author of what their agents write."""
        said = (git.answer("config", "--get", name) for name in ("user.name", "user.email"))
        return frozenset(text.decode("utf-8", "replace").strip() for code, text in said if code == 0) - {""}

    sources = PromotionSources(
        grades=lambda ids: grades.grades_only(ids, documents.view()),
        outcomes=outcomes.outcomes,
        shown=shown,
        same=is_same_claim,
        form=same_form,
        client_of=_clients(agent_registry, project.id),
        statements=stated,
        mine=own_names,
    )
    shares = user_settings.promotion.mode == "auto"
    return PromotionEngine(
        memories=memories,
        log=promotion_log,
        sources=sources,
        clock=clock,
        judge=promotion_judge,
        share=(lambda id: share(memories, id, approved=False)) if shares else None,
    )


def _clients(registry: "AgentRegistry", project: str) -> Callable[[str], str]:
    """The client of a session by the first characters of its id, as agents were seen."""
    digits = 12
    clients: dict[str, str] = {}

    def client_of(session: str) -> str:
        if not clients:
            for label, sessions in sorted(registry.runs(project).items()):
                for one in sessions - {label} if len(label) < 32 else ():
                    clients[one[:digits]] = label.partition(":")[0]
        return clients.get(session[:digits], "") if session else ""

    return client_of


def outcomes(
    session_database: Database, git: Git, clock: Clock, user_settings: Settings, services: "Workspace"
) -> SessionOutcomes:
    def completed() -> frozenset[str]:
        return frozenset().union(*(one(services) for one in services.provided("completed_session")))

    commands = user_settings.promotion.test_commands
    return SessionOutcomes(session_database, git, clock, commands, completed)


def promotion_proposals(
    memories: Memories, promotion_log: PromotionLog, clock: Clock, proposal_publisher: ProposalPublisher
) -> Proposals:
    """What waits for a person's word."""
    return Proposals(memories, promotion_log, clock, lambda id: share(memories, id, approved=True), proposal_publisher)


def consolidation_steps(embedder: Embedder | None, services: "Workspace") -> tuple[Step, ...]:
    """Lifetimes, rank, group, contradictions, cluster; then what others do with the groups, once for all scopes."""
    return (
        *own_steps(embedder.fingerprint if embedder is not None else None),
        unscoped("promote", lambda run: GrowthServices.of(services).promotion.run(dry_run=run.is_dry, stop=run.stop)),
        unscoped("procedures", lambda run: GrowthServices.of(services).procedures.learn(run.stop, is_dry=run.is_dry)),
        unscoped("graph", lambda run: 0 if run.is_dry else GraphServices.of(services).graph.refresh()),
    )


def procedures(session_database: Database, memories: Memories, clock: Clock, repository: Repository) -> Procedures:
    return Procedures(ProcedureStore(session_database), memories, clock, repository.worktree)


def promotion_judge(
    language_model: "LanguageModel | None", home_database: Database, clock: Clock, user_settings: Settings
) -> "PromotionJudge | None":
    if language_model is None:
        return None
    from scrubjay_growth.promotion.judge import PromotionJudge

    name = user_settings.extraction.model
    return PromotionJudge(language_model, allowance(home_database, clock, user_settings), name)
