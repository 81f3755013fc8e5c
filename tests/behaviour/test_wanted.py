"""What a question showed before it had a vector gets one next, and the rest keep their order."""

from contextlib import closing

from scrubjay.app import App
from scrubjay.knowledge.index.vectors import VectorIndex
from scrubjay.search.recall.answer import RecallRequest
from scrubjay.storage.driver import connect
from tests.behaviour.conftest import ingest
from tests.conftest import Repo
from tests.fakes import HashingEmbedder

SECTIONS = "\n\n".join(f"## Part {n}\n\n{f'The word{n} of the jay is told here. ' * 40}" for n in range(12))


def test_a_question_brings_its_passages_forward(app: App, repo: Repo) -> None:
    repo.commit("first", {"docs/a.md": f"# Jay\n\n{SECTIONS}\n"})
    at = app.initialise(repo.path)
    ingest(at)
    index, database = VectorIndex(HashingEmbedder().fingerprint), at.knowledge_database
    first, *rest = [text for _, text in database.read(lambda c: index.pending(c, 100))]
    assert "word3 " not in first + rest[0]
    answer = at.recall.search(RecallRequest(query="word3", limit=1))
    assert "word3" in answer.hits[0].text
    again = [text for _, text in database.read(lambda c: index.pending(c, 100))]
    assert "word3" in again[0]
    assert again[1] == first
    assert sorted(again) == sorted([first, *rest])


def test_while_somebody_writes_an_answer_does_without(app: App, repo: Repo) -> None:
    repo.commit("first", {"docs/a.md": f"# Jay\n\n{SECTIONS}\n"})
    at = app.initialise(repo.path)
    ingest(at)
    database = at.knowledge_database
    with closing(connect(database.path)) as other:
        other.execute("BEGIN IMMEDIATE")
        assert at.recall.search(RecallRequest(query="word3", limit=1)).hits
        other.execute("ROLLBACK")
    assert database.read(lambda c: c.execute("SELECT count(*) FROM wanted").fetchone()[0]) == 0
    assert at.recall.search(RecallRequest(query="word3", limit=1)).hits
    assert database.read(lambda c: c.execute("SELECT count(*) FROM wanted").fetchone()[0]) == 1
