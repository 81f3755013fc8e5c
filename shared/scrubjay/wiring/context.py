"""The services that answer: search over everything, the briefing of a session, and what goes into a prompt."""

from dataclasses import dataclass

from scrubjay.blocks import Contexts, ContextSources
from scrubjay.briefing.briefer import Briefer
from scrubjay.briefing.sources import BriefingSources
from scrubjay.conversations import TurnReader
from scrubjay.history.authors import Authors
from scrubjay.history.search import HistorySearch
from scrubjay.history.shown import People
from scrubjay.history.story import Stories
from scrubjay.index.wanted import WantedPassages
from scrubjay.recall.recall import Recall
from scrubjay.recall.storyteller import Storyteller
from scrubjay.wiring.inputs import WorktreeInputs
from scrubjay.wiring.knowledge import KnowledgeServices
from scrubjay.wiring.memories import MemoryServices
from scrubjay.wiring.sessions import SessionRecords


@dataclass(frozen=True, slots=True, kw_only=True)
class ContextServices:
    """What a session is given: answers, stories, briefings, prompt contexts; `people` shows who wrote commits."""

    people: People
    recall: Recall
    storyteller: Storyteller
    briefer: Briefer
    contexts: Contexts


def wire_context(
    inputs: WorktreeInputs,
    *,
    knowledge: KnowledgeServices,
    memories: MemoryServices,
    records: SessionRecords,
    said: TurnReader,
) -> ContextServices:
    """Wire the services that read everything else. They read the records of sessions, which `Tasks` writes."""
    clock, settings = inputs.shared.clock, inputs.shared.settings
    unconfirmed = settings.memory.unconfirmed == "show"
    search, authors = knowledge.retriever.search, Authors(inputs.git)
    people = People(authors, named=settings.people == "on")
    recall = Recall(
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
        history=HistorySearch(inputs.git, search, authors, people),
        wanted=WantedPassages(knowledge.database, inputs.shared.embedder),
        unconfirmed=unconfirmed,
    )
    storyteller = Storyteller(
        inputs.git, recall.searchable, knowledge.documents, knowledge.sources, Stories(inputs.git, search, people)
    )
    sources = BriefingSources(
        session=inputs.stores.session,
        git=inputs.git,
        repository=inputs.repository,
        documents=knowledge.documents,
        retriever=knowledge.retriever,
        recall=recall,
        people=people,
        memories=memories.service,
        branches=memories.branches,
        reviews=memories.reviews,
        freshness=memories.freshness,
        grades=memories.grades,
        tasks=records.tasks,
        points=records.points,
        merged=records.merged,
        clock=clock,
        unconfirmed=unconfirmed,
        min_grade=settings.memory.min_grade,
    )
    materials = ContextSources(
        documents=knowledge.documents,
        memories=memories.service,
        grades=memories.grades,
        tasks=records.tasks,
        turn_reader=said,
        search=recall.search,
        clock=clock,
        least=settings.memory.min_grade,
    )
    return ContextServices(
        people=people,
        recall=recall,
        storyteller=storyteller,
        briefer=Briefer(sources, records.ledger),
        contexts=Contexts(materials),
    )
