"""The services of promotion: decisions on facts, what sessions say of them, and proposals to a person."""

from collections.abc import Callable, Collection, Mapping
from typing import TYPE_CHECKING

from scrubjay.wiring.inputs import WorktreeInputs
from scrubjay.wiring.knowledge import KnowledgeServices
from scrubjay.wiring.memories import MemoryServices
from scrubjay.wiring.on_first_use import on_first_use
from scrubjay.wiring.publishing import PublishingServices
from scrubjay.wiring.sessions import SessionRecords

if TYPE_CHECKING:
    from scrubjay.model.grade import Grade
    from scrubjay.model.memory import Memory
    from scrubjay_growth.promotion.engine import PromotionEngine
    from scrubjay_growth.promotion.facts import Statement
    from scrubjay_growth.promotion.log import PromotionLog, Share
    from scrubjay_growth.promotion.outcomes.store import SessionOutcomes
    from scrubjay_growth.promotion.proposals import Proposals


class PromotionServices:
    """What graduates in one project."""

    def __init__(
        self,
        inputs: WorktreeInputs,
        *,
        knowledge: KnowledgeServices,
        memories: MemoryServices,
        records: SessionRecords,
        publishing: PublishingServices,
    ) -> None:
        self._inputs = inputs
        self._knowledge = knowledge
        self._memories = memories
        self._records = records
        self._publishing = publishing

    @on_first_use
    def log(self) -> "PromotionLog":
        """The decisions and proposals."""
        from scrubjay_growth.promotion.log import PromotionLog

        return PromotionLog(self._inputs.stores.knowledge)

    @on_first_use
    def outcomes(self) -> "SessionOutcomes":
        """How sessions ended."""
        from scrubjay.handoffs.brief import completed_sessions
        from scrubjay_growth.promotion.outcomes.store import SessionOutcomes

        inputs = self._inputs
        database = inputs.stores.session
        commands = inputs.shared.settings.promotion.test_commands
        return SessionOutcomes(
            database, inputs.git, inputs.shared.clock, commands, lambda: completed_sessions(database)
        )

    @on_first_use
    def engine(self) -> "PromotionEngine":
        """Decides on every fact."""
        from scrubjay.grounding.same import is_same_claim, same_form
        from scrubjay_growth.promotion.engine import PromotionEngine
        from scrubjay_growth.promotion.gathering import PromotionSources

        shared = self._inputs.shared
        sources = PromotionSources(
            grades=self._at_head,
            outcomes=self.outcomes.outcomes,
            shown=self._shown,
            same=is_same_claim,
            form=same_form,
            client_of=self._clients(),
            statements=self._statements,
            mine=self._own_names,
        )
        return PromotionEngine(
            memories=self._memories.service,
            log=self.log,
            sources=sources,
            clock=shared.clock,
            judge=shared.judge() if shared.judge else None,
            share=self._share(approved=False) if shared.settings.promotion.mode == "auto" else None,
        )

    @on_first_use
    def proposals(self) -> "Proposals":
        """What waits for a person's word."""
        from scrubjay_growth.promotion.proposals import Proposals

        clock = self._inputs.shared.clock
        return Proposals(self._memories.service, self.log, clock, self._share(approved=True), self._publishing)

    def run(self, *, dry_run: bool, stop: Callable[[], bool]) -> int:
        """Decide on every fact: a group of memories, or one that is in none. Returns how many decisions are new."""
        from scrubjay.grouping.reading import every_group
        from scrubjay_growth.promotion.facts import Fact
        from scrubjay_growth.promotion.gathering import each_alone

        reader = self._memories.service
        groups = [Fact(one.key, one.members) for scope in reader.scopes() for one in every_group(reader, scope)]
        grouped = {id for fact in groups for id in fact.members}
        alone = (fact for fact in each_alone(reader) if fact.key not in grouped)
        done = self.engine.run([*groups, *alone], dry_run=dry_run, stop=stop)
        if not dry_run:
            self.outcomes.expire()
        return done.logged

    def ids_beginning(self, texts: Collection[str]) -> tuple[str, ...]:
        """The memories whose ids begin with the first eight digits of some texts."""
        from scrubjay.memories.occurring import ids_beginning

        reader = self._memories.service
        return tuple(
            id for scope in reader.scopes() for id in reader.reading(scope, lambda c, p: ids_beginning(c, p, texts))
        )

    def _share(self, *, approved: bool) -> "Share":
        from scrubjay_growth.promotion.sharing import share

        return lambda id: share(self._memories.service, id, approved=approved)

    def _at_head(self, ids: Collection[str]) -> "Mapping[str, Grade]":
        return self._memories.grades.grades_only(ids, self._knowledge.documents.view())

    def _shown(self, session: str, memory: "Memory") -> bool:
        from scrubjay.memories.repeats import shows

        return shows(self._records.ledger.known_text(session), [(memory.id, memory.content)])

    def _clients(self) -> Callable[[str], str]:
        """The client of a session by the first characters of its id, as agents were seen."""
        from scrubjay.agents.registry import AgentRegistry

        shared, digits = self._inputs.shared, 12
        clients: dict[str, str] = {}

        def client_of(session: str) -> str:
            if not clients:
                runs = AgentRegistry(shared.home, shared.clock).runs(self._inputs.project.id)
                for label, sessions in sorted(runs.items()):
                    for one in sessions - {label} if len(label) < 32 else ():
                        clients[one[:digits]] = label.partition(":")[0]
            return clients.get(session[:digits], "") if session else ""

        return client_of

    def _statements(self) -> "tuple[Statement, ...]":
        """Who states what in git: in documents, commits and `memory/*` branches."""
        from scrubjay_growth.promotion.facts import Statement
        from scrubjay_publishing.standings.statements import statements

        view = self._knowledge.documents.view()
        rows = statements(self._inputs.git, view, self._knowledge.published.places())
        return tuple(
            Statement(
                memory=row.memory, text=row.text, author=row.author, branch=row.branch, commit=row.commit, date=row.date
            )
            for row in rows
        )

    def _own_names(self) -> frozenset[str]:
        """The user's names in git, who is the author of what their agents write."""
        git = self._inputs.git
        said = (git.answer("config", "--get", name) for name in ("user.name", "user.email"))
        return frozenset(text.decode("utf-8", "replace").strip() for code, text in said if code == 0) - {""}
