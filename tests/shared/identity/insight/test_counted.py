"""What is counted of searches and claims, whichever way they came, and that no word of them is."""

from scrubjay.app import App, Workspace
from scrubjay.identity.insight.events import Measure
from scrubjay.memory.store.request import RememberRequest
from scrubjay.model.evidence import Act, Origin
from scrubjay.operations.jobs.embed import embed_pending
from scrubjay.search.recall.answer import RecallRequest
from scrubjay.storage.database import Database
from tests.conftest import Repo

GUIDE = "# Parcels\n\nParcels are weighed at the third gate before they are sorted.\n"


def opened(app: App, repo: Repo) -> Workspace:
    repo.commit("Describe parcels", {"docs/guide.md": GUIDE})
    at = app.initialise(repo.path)
    at.documents.ingest(at.documents.view(), cause="test")
    return at


def totals(at: Workspace, measure: Measure) -> dict[str, int]:
    at.counts.flush()
    return at.counts.since("").totals(measure)


def test_a_search_counts_as_degraded_until_the_vectors_are_there(app: App, repo: Repo) -> None:
    at = opened(app, repo)
    at.recall.search(RecallRequest(query="where are parcels weighed"))
    assert totals(at, Measure.HOW) == {"degraded": 1}
    assert totals(at, Measure.WHY) == {"no_vectors": 1}
    assert at.embedder is not None
    embed_pending(at.knowledge_database, at.embedder, stop=lambda: False)
    at.recall.search(RecallRequest(query="where are parcels weighed"))
    at.recall.search(RecallRequest(query="parcels", recipe="keyword"))
    assert totals(at, Measure.HOW) == {"degraded": 1, "hybrid": 1, "keyword": 1}
    assert sum(totals(at, Measure.FIT).values()) == 3
    assert sum(at.counts.since("").histogram(Measure.MILLISECONDS, "search").values()) == 3


def test_a_repeated_answer_counts_as_the_search_that_it_answers(app: App, repo: Repo) -> None:
    at = opened(app, repo)
    for _ in range(3):
        at.answers.search(RecallRequest(query="where are parcels weighed", recipe="keyword"))
    assert totals(at, Measure.HOW) == {"keyword": 3}


def test_what_a_briefing_looks_up_by_itself_is_no_search(app: App, repo: Repo) -> None:
    at = opened(app, repo)
    at.briefer.compose("where are parcels weighed")
    assert totals(at, Measure.HOW) == {}


def test_claims_are_counted_by_how_they_ended(app: App, repo: Repo) -> None:
    at = opened(app, repo)
    typed = RememberRequest(content="Parcels wait two days.", author="ada", origin=Origin.PERSON, act=Act.TYPED)
    for _ in range(2):
        at.memories.remember(typed)
    at.memories.remember(RememberRequest(content="Seeds are dried at noon."))
    assert totals(at, Measure.OUTCOME) == {"known": 1, "stored_told": 1, "stored_said": 1}


def test_no_word_of_a_query_or_claim_is_in_the_sums(app: App, repo: Repo) -> None:
    at = opened(app, repo)
    at.recall.search(RecallRequest(query="quetzal feathers"))
    at.memories.remember(RememberRequest(content="Quetzals moult in spring.", tags=("quetzal",), author="ada"))
    at.counts.flush()
    with Database(at.project.folder / "session.db", "session") as database:
        rows = database.read(lambda c: [tuple(row) for row in c.execute("SELECT * FROM daily_sum")])
    assert rows
    assert not any("quetzal" in str(row).lower() or "ada" in str(row) for row in rows)
