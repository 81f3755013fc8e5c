"""Without what forges provide the core is whole: it searches, tells stories, judges claims and looks at grounds."""

import pytest

from scrubjay.app import App, Workspace
from scrubjay.knowledge.index.indexes import WantedPassages
from scrubjay.knowledge.retrieval.grounds import GroundPassages
from scrubjay.memory.freshness.freshness import Freshness
from scrubjay.memory.grounding.checks import WorktreeChecks
from scrubjay.memory.grounding.validator import IngestionValidator
from scrubjay.memory.grounding.verification import CitationVerifier
from scrubjay.memory.store.request import RememberRequest
from scrubjay.memory.store.visible import StandIns
from scrubjay.model.clock import system_clock
from scrubjay.model.evidence import CitationKind, CitationStatus, Origin
from scrubjay.search.history.authors import Authors, People
from scrubjay.search.history.search import HistorySearch
from scrubjay.search.history.story import Stories
from scrubjay.search.recall.answer import RecallRequest
from scrubjay.search.recall.decisions import DecisionFilters
from scrubjay.search.recall.document import DocumentRequest
from scrubjay.search.recall.recall import Recall
from tests.conftest import Repo

ADR = "# Sort parcels twice\n\nStatus: accepted\n\nThe belt sorts wet parcels twice, as #12 asked.\n"


@pytest.fixture
def at(app: App, repo: Repo) -> Workspace:
    """A repository whose documents and commits name a discussion."""
    repo.commit("Sort wet parcels twice (#12)", {"docs/adr/0001-sort-twice.md": ADR})
    return app.initialise(repo.path)


@pytest.fixture
def recall(at: Workspace) -> Recall:
    """Search to which nothing is provided."""
    people = People(Authors(at.git), named=True)
    view = at.documents.view()
    at.documents.ingest(view, cause="test")
    at.commits.ingest(view)
    return Recall(
        git=at.git,
        documents=at.documents,
        retriever=at.retriever,
        memories=at.memories,
        grades=at.grades,
        own=at.user_retriever,
        settings=at.settings.retrieval,
        later=lambda: None,
        commits=at.commits,
        sources=at.index_sources,
        history=HistorySearch(at.git, at.retriever.search, Authors(at.git), people),
        stand_ins=StandIns(),
        wanted=WantedPassages(at.knowledge_database, None),
    )


@pytest.mark.parametrize("query", ["why are wet parcels sorted twice", "#12", "who knows about wet parcels"])
def test_a_question_is_answered_from_documents_and_commits(recall: Recall, query: str) -> None:
    answer = recall.search(RecallRequest(query=query))
    assert {hit.kind for hit in answer.hits} & {"decision", "document", "commit"}
    assert answer.discussed == ()


def test_a_kind_that_nobody_provides_has_no_hits_and_no_error(recall: Recall) -> None:
    assert recall.search(RecallRequest(query="wet parcels", kinds=("issue",))).hits == ()


def test_documents_and_decisions_are_read_without_notes(recall: Recall) -> None:
    shown = recall.reader.document(DocumentRequest(path="docs/adr/0001-sort-twice.md"))
    assert "sorts wet parcels twice" in shown.text
    assert "Discussed in" not in shown.text
    assert "Sort parcels twice" in recall.reader.list_decisions(DecisionFilters())


def test_a_story_has_its_commits_and_decisions(at: Workspace, recall: Recall) -> None:
    view, documents = at.documents.view(), at.documents
    stories = Stories(at.git, at.retriever.search, People(Authors(at.git), named=True))
    story = stories.tell("wet parcels", view, documents.records(view))
    assert any("Sort wet parcels twice" in event.what for event in story.events)
    assert story.as_of == ""


def test_a_claim_is_judged_and_a_discussion_that_it_cites_is_said_to_be_unknown(at: Workspace, recall: Recall) -> None:
    view = at.documents.view()
    verifier = CitationVerifier(git=at.git, base=at.base, documents=at.documents, commits=at.commits)
    checks = WorktreeChecks(
        verifier=verifier,
        documents=at.documents,
        passages=GroundPassages(at.knowledge_database, at.documents.visible),
        memories=at.memories,
        grades=at.grades.grades_only,
        owns=lambda request: False,
        by_meaning=lambda scope: None,
        observer=None,
        embedder=None,
    )
    claim = "The belt sorts wet parcels twice (docs/adr/0001-sort-twice.md:5), see #12."
    judged = IngestionValidator(checks, system_clock, ()).validate(
        RememberRequest(content=claim, author="ann", origin=Origin.AGENT), view
    )
    found = {one.kind: one.status for one in judged.evidence.citations}
    assert found[CitationKind.PLACE] is CitationStatus.RESOLVED
    assert found[CitationKind.ISSUE] is CitationStatus.UNVERIFIABLE


def test_grounds_are_looked_at_without_texts_from_outside(at: Workspace, recall: Recall) -> None:
    view = at.documents.view()
    fresh = Freshness(at.git, at.documents, at.memories)
    assert fresh.moved(view) == ()
