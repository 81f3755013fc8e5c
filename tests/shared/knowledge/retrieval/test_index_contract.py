"""SQLite's index gives what every index must give, from full text and from rows of words that it kept."""

from collections.abc import Iterator

import pytest

from scrubjay.app import Workspace
from scrubjay.knowledge.index.vectors import VectorIndex
from scrubjay.knowledge.retrieval.scope import Filters, set_scope
from scrubjay.knowledge.retrieval.sqlite_index import SqliteIndex
from scrubjay.operations.jobs.embed import embed_pending
from scrubjay.storage.driver import Connection
from tests.shared.conftest import shared_home
from tests.shared.knowledge.retrieval.index_contract import CHECKS, Check, named
from tests.shared.knowledge.retrieval.index_corpus import FILES, OUTSIDE


@pytest.fixture(scope="module")
def barn(tmp_path_factory: pytest.TempPathFactory, _environment: dict[str, str]) -> Iterator[Workspace]:
    """The corpus, read and embedded."""
    with shared_home(tmp_path_factory.mktemp("barn"), _environment) as (app, repo):
        repo.commit("start", FILES)
        workspace = app.initialise(repo.path)
        workspace.documents.ingest(workspace.documents.view(), cause="test")
        assert workspace.embedder is not None
        embed_pending(workspace.knowledge_database, workspace.embedder, stop=lambda: False)
        yield workspace


@pytest.mark.parametrize("questions", [("an owl",), ("an owl", "a mouse", "another")], ids=["first", "later"])
@pytest.mark.parametrize("check", CHECKS, ids=named)
def test_an_index_gives(check: Check, barn: Workspace, questions: tuple[str, ...]) -> None:
    assert barn.embedder is not None
    vectors = VectorIndex(barn.embedder.fingerprint)

    def look(connection: Connection) -> None:
        view = barn.documents.visible(connection, barn.documents.view())
        set_scope(connection, view, Filters(outside=(OUTSIDE,)))
        for question in questions:
            check(SqliteIndex(connection, lambda: vectors, question))

    barn.knowledge_database.read(look)
