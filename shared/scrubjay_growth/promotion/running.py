"""Runs of promotion over one worktree's memories, and what they are decided on."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from scrubjay.context.briefing.told import BriefingLedger
from scrubjay.git.process import Git
from scrubjay.knowledge.documents.documents import Documents
from scrubjay.memory.freshness.grades import Grades
from scrubjay.memory.grounding.likeness import is_same_claim, same_form
from scrubjay.memory.grouping.relations import every_group
from scrubjay.memory.lifecycle.memories import Memories
from scrubjay.memory.store.index import shows_memory
from scrubjay.model.clock import Clock
from scrubjay.model.memory import Memory
from scrubjay.model.project import Project
from scrubjay.settings.schema import Settings
from scrubjay_growth.promotion.engine import PromotionEngine
from scrubjay_growth.promotion.facts import DIGITS, Fact, Statement
from scrubjay_growth.promotion.gathering import PromotionSources, each_alone
from scrubjay_growth.promotion.log import PromotionLog
from scrubjay_growth.promotion.outcomes.store import SessionOutcomes
from scrubjay_growth.promotion.proposals import share
from scrubjay_publishing.api import PublishedMemories, statements

if TYPE_CHECKING:
    from scrubjay.identity.agents.registry import AgentRegistry
    from scrubjay_growth.promotion.judge import PromotionJudge


class Promotion:
    """Decides on the facts of one project, a group of memories each."""

    def __init__(self, memories: Memories, outcomes: SessionOutcomes, promotion_engine: PromotionEngine) -> None:
        self._memories = memories
        self._outcomes = outcomes
        self._engine = promotion_engine

    def run(self, *, dry_run: bool, stop: Callable[[], bool]) -> int:
        """Decide on every fact: a group of memories, or one that is in none. Returns how many decisions are new."""
        reader = self._memories
        groups = [Fact(one.key, one.members) for scope in reader.scopes() for one in every_group(reader, scope)]
        grouped = {id for fact in groups for id in fact.members}
        alone = (fact for fact in each_alone(reader) if fact.key not in grouped)
        done = self._engine.run([*groups, *alone], dry_run=dry_run, stop=stop)
        if not dry_run:
            self._outcomes.expire()
        return done.logged


def promotion_engine(
    memories: Memories, promotion_log: PromotionLog, grades: Grades, documents: Documents, outcomes: SessionOutcomes,
    ledger: BriefingLedger, agent_registry: "AgentRegistry", git: Git, project: Project, clock: Clock,
    user_settings: Settings, promotion_judge: "PromotionJudge | None", published: PublishedMemories | None = None,
) -> PromotionEngine:  # fmt: skip
    """The engine that decides on every fact of a project."""

    def shown(session: str, memory: Memory) -> bool:
        return shows_memory(ledger.known_text(session), [(memory.id, memory.content)])

    def stated() -> tuple[Statement, ...]:
        """Who states what in git: in documents, commits and `memory/*` branches."""
        rows = statements(git, documents.view(), published.places() if published else {})
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
    """The client of a session by the first characters of its id, as agents were seen; read once, when it is asked."""
    clients: dict[str, str] = {}

    def client_of(session: str) -> str:
        if not clients:
            clients.update(registry.clients(project))
        return clients.get(session[:DIGITS], "") if session else ""

    return client_of
