"""The services that answer: search over everything, the briefing of a session, and what goes into a prompt."""

from typing import TYPE_CHECKING

from scrubjay.wiring.conversations import ConversationServices
from scrubjay.wiring.discussions import DiscussionServices
from scrubjay.wiring.inputs import WorktreeInputs
from scrubjay.wiring.knowledge import KnowledgeServices
from scrubjay.wiring.memories import MemoryServices
from scrubjay.wiring.on_first_use import on_first_use
from scrubjay.wiring.promotion import PromotionServices
from scrubjay.wiring.sessions import SessionRecords

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from scrubjay.blocks import Contexts
    from scrubjay.briefing.briefer import Briefer
    from scrubjay.extensions.kinds.history_source import HistorySource
    from scrubjay.history.authors import Authors
    from scrubjay.history.shown import People
    from scrubjay.listing.needs import Need
    from scrubjay.model.view import View
    from scrubjay.recall.answers import Answers
    from scrubjay.recall.recall import Recall
    from scrubjay.recall.storyteller import Storyteller
    from scrubjay.recall.why_not import WhyNot
    from scrubjay.storage import Database
    from scrubjay_forges.history.named_by import NamedBy
    from scrubjay_forges.recall.beside import BesideDocuments
    from scrubjay_forges.recall.discussed import DiscussionSearch
    from scrubjay_forges.recall.thread import ThreadReader


class ContextServices:
    """What a session is given: answers, stories, briefings, prompt contexts."""

    def __init__(
        self,
        inputs: WorktreeInputs,
        *,
        knowledge: KnowledgeServices,
        memories: MemoryServices,
        conversations: ConversationServices,
        discussions: DiscussionServices,
        records: SessionRecords,
        promotion: PromotionServices,
        needs: "Callable[[View], Sequence[Need]]",
    ) -> None:
        self._inputs = inputs
        self._knowledge = knowledge
        self._memories = memories
        self._conversations = conversations
        self._discussions = discussions
        self._records = records
        self._promotion = promotion
        self._needs = needs

    @on_first_use
    def people(self) -> "People":
        """Shows who wrote commits."""
        from scrubjay.history.shown import People

        return People(self._authors, named=self._inputs.shared.settings.people == "on")

    @on_first_use
    def discussed(self) -> "DiscussionSearch":
        """Search over what was discussed at forges."""
        from scrubjay_forges.recall.discussed import DiscussionSearch

        return DiscussionSearch(self._discussions, named=lambda: self.people.named)

    @on_first_use
    def threads(self) -> "ThreadReader":
        """Reads single discussions."""
        from scrubjay_forges.recall.thread import ThreadReader

        return ThreadReader(self._discussions, named=lambda: self.people.named)

    @on_first_use
    def _beside(self) -> "BesideDocuments":
        from scrubjay_forges.recall.beside import BesideDocuments

        kept = self._discussions
        return BesideDocuments(kept.named, kept.reviewed, self.people, self.named_by)

    @on_first_use
    def history_sources(self) -> "Sequence[HistorySource]":
        """What discussions add to the history."""
        from scrubjay_forges.history.discussed import StoryDiscussions

        kept = self._discussions
        return (StoryDiscussions(kept.named, kept.about, kept.reviewed, kept.reviewers, self.people),)

    @on_first_use
    def recall(self) -> "Recall":
        """Search over everything."""
        from scrubjay.history.search import HistorySearch
        from scrubjay.index.wanted import WantedPassages
        from scrubjay.pools.naming import pools_of
        from scrubjay.recall.recall import Recall
        from scrubjay_forges.recall.thread import ThreadTexts

        inputs, knowledge, memories = self._inputs, self._knowledge, self._memories
        return Recall(
            git=inputs.git,
            documents=knowledge.documents,
            retriever=knowledge.retriever,
            memories=memories.service,
            grades=memories.grades,
            own=memories.own,
            settings=inputs.settings.retrieval,
            later=lambda: inputs.enqueue("search"),
            commits=knowledge.commits,
            sources=knowledge.sources,
            history=HistorySearch(
                inputs.git, knowledge.retriever.search, self._authors, self.people, self.history_sources
            ),
            wanted=WantedPassages(knowledge.database, inputs.shared.embedder),
            searched_apart=(self.discussed,),
            document_notes=(self._beside,),
            named_texts=(ThreadTexts(self.threads, self._beside),),
            said=inputs.shared.settings.memory.said == "show",
            pools_of=lambda ids: pools_of(knowledge.database, ids),
            published=knowledge.published.notes,
            replaced=knowledge.published.replaced,
            count=inputs.stores.counts.count,
        )

    @on_first_use
    def why_not(self) -> "WhyNot":
        """Why a question found nothing."""
        from scrubjay.memories import quarantined
        from scrubjay.recall.why_not import WhyNot

        memories = self._memories.service

        def count() -> int:
            rows = [memories.reading(scope, lambda c, _: quarantined.quarantines(c)) for scope in memories.scopes()]
            return sum(one.memories for some in rows for one in some)

        def withheld(stems: frozenset[str]) -> int:
            return sum(
                memories.reading(scope, lambda c, place: quarantined.withheld(c, place, stems))
                for scope in memories.scopes()
            )

        return WhyNot(self.recall.search, self._knowledge.documents, memories, count, withheld)

    @on_first_use
    def answers(self) -> "Answers":
        """The answers of `recall` as texts, those of repeated questions from a cache."""
        from scrubjay.recall.answers import Answers
        from scrubjay.recall.repeated import RepeatedAnswers

        shared, memories = self._inputs.shared, self._memories.service

        def databases() -> tuple["Database", ...]:
            user = (shared.user_database(),) if memories.user_exists() else ()
            forge = (self._discussions.database,) if self._discussions.exists() else ()
            return (self._inputs.stores.knowledge, *user, *forge)

        repeated = RepeatedAnswers(self._inputs.repository, databases, shared.clock)
        return Answers(self.recall, self._knowledge.documents, repeated, lambda: memories.user_reads)

    @on_first_use
    def named_by(self) -> "NamedBy":
        """What names a discussion."""
        from scrubjay_forges.history.named_by import NamedBy

        return NamedBy(self._discussions.named, self._knowledge.retriever.search)

    @on_first_use
    def storyteller(self) -> "Storyteller":
        """The story of a topic."""
        from scrubjay.history.story import Stories
        from scrubjay.recall.storyteller import Storyteller

        git, knowledge = self._inputs.git, self._knowledge
        stories = Stories(git, knowledge.retriever.search, self.people, self.history_sources)
        return Storyteller(git, self.recall.searchable, knowledge.documents, knowledge.sources, stories)

    @on_first_use
    def briefer(self) -> "Briefer":
        """The briefing of a session."""
        from scrubjay.briefing.briefer import Briefer
        from scrubjay.briefing.sources import BriefingSources
        from scrubjay.model.grade import grade_named
        from scrubjay.promotion.notice import briefing_line

        inputs, knowledge, memories, records = self._inputs, self._knowledge, self._memories, self._records
        settings = inputs.shared.settings.memory
        sources = BriefingSources(
            session=records.database,
            git=inputs.git,
            repository=inputs.repository,
            documents=knowledge.documents,
            retriever=knowledge.retriever,
            recall=self.recall,
            people=self.people,
            memories=memories.service,
            branches=memories.branches,
            reviews=memories.reviews,
            freshness=memories.freshness,
            grades=memories.grades,
            tasks=records.tasks,
            points=records.points,
            merged=records.merged,
            clock=inputs.shared.clock,
            said=settings.said == "show",
            min_grade=grade_named(settings.min_grade),
            needs=self._needs,
            proposed=lambda: briefing_line(self._promotion.log),
        )
        return Briefer(sources, records.ledger)

    @on_first_use
    def contexts(self) -> "Contexts":
        """What goes into a prompt."""
        from scrubjay.blocks import Contexts, ContextSources
        from scrubjay.model.grade import grade_named

        memories, shared = self._memories, self._inputs.shared
        return Contexts(
            ContextSources(
                documents=self._knowledge.documents,
                memories=memories.service,
                grades=memories.grades,
                tasks=self._records.tasks,
                turn_reader=self._conversations.said,
                search=self.recall.look,
                clock=shared.clock,
                least=grade_named(shared.settings.memory.min_grade),
            )
        )

    @on_first_use
    def _authors(self) -> "Authors":
        from scrubjay.history.authors import Authors

        return Authors(self._inputs.git)
