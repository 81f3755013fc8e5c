"""The vector index against an exact comparison, on a sample."""

from collections.abc import Callable
from datetime import datetime

from scrubjay.app import Workspace, open_app
from scrubjay.git.process import GitEnvironment
from scrubjay.knowledge.index.vectors import VectorIndex
from scrubjay.operations.doctor.knowledge import recall, vector_cache
from scrubjay.operations.jobs.embed import embed_pending
from scrubjay.settings.layers import load_settings
from tests.conftest import Repo
from tests.fakes import HashingEmbedder


def indexed(at: Workspace) -> VectorIndex:
    assert at.embedder is not None
    at.documents.ingest(at.documents.view(), cause="test")
    embed_pending(at.knowledge_database, at.embedder, stop=lambda: False)
    return VectorIndex(at.embedder.fingerprint)


def test_a_whole_index_finds_everything_and_a_spoilt_one_is_a_finding(
    repo: Repo, environment: dict[str, str], clock: Callable[[], datetime]
) -> None:
    repo.commit("first", {f"docs/{n}.md": f"# Jay {n}\n\nJay {n} hides acorn {n * 7}.\n" for n in range(60)})
    with open_app(
        load_settings(environment), git_environment=GitEnvironment.of(environment), embedder=HashingEmbedder(),
        clock=clock, wake=lambda: None,
    ) as app:  # fmt: skip
        at = app.initialise(repo.path)
        assert "no vectors yet" in str(recall(at, at.documents.view()).found)
        index = indexed(at)
        whole = recall(at, at.documents.view())
        assert whole.ok
        assert str(whole.found).startswith("1.000")
        at.knowledge_database.write(lambda c: c.execute("DELETE FROM vector_bits WHERE passage_id % 10 > 0"))
        spoilt = recall(at, at.documents.view())
        assert not spoilt.ok
        assert "doctor --repair" in spoilt.do
        assert not vector_cache(at).ok
        at.knowledge_database.write(index.repair)
        assert vector_cache(at).ok
        assert recall(at, at.documents.view()).ok
