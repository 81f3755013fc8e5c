"""A kind is found by words and by meaning once it fills the index and shows its rows: by name, or by each search."""

import pytest

from scrubjay.knowledge.chunking import Chunk
from scrubjay.knowledge.index import store
from scrubjay.knowledge.index.generation import bump, generation, show_kind
from scrubjay.knowledge.index.kinds import KIND_OF_FORMAT, NOT_FROM_GIT, ONLY_BY_NAME, SEARCH_KINDS, kind_of
from scrubjay.knowledge.retrieval.hybrid import HybridRetriever, SearchRequest
from scrubjay.knowledge.retrieval.scope import Filters
from scrubjay.model.view import View
from scrubjay.storage.driver import Connection
from tests.shared.shelf import Shelf

FILL = """INSERT INTO temp.visible (view, content_id, path_id, path, kind)
SELECT :view, id, 0, format || ':' || blob, format FROM content WHERE format = :kind"""


@pytest.fixture(params=[*ONLY_BY_NAME, "ticket"])
def kind(request: pytest.FixtureRequest) -> str:
    """Those that a search has to name, and one that nobody knew."""
    return str(request.param)


@pytest.fixture
def tickets(shelf: Shelf, kind: str) -> HybridRetriever:
    """A retriever of a database with a document and a content of the kind."""
    shelf.put("docs/pool.md", "Connections are pooled.")
    text = "The pool of connections leaks sockets at night."

    def write(connection: Connection) -> None:
        ticket = store.Content(
            blob="4711",
            format=kind,
            chunker=f"{kind}-1",
            title="Leak",
            text=text,
            size=len(text),
            read_at="2026-03-01",
        )
        assert store.add(connection, ticket, [Chunk(0, (), 1, 1, text, 8)]) is not None
        assert store.add(connection, ticket, []) is None
        bump(connection)

    shelf.knowledge.write(write)
    shelf.embed()

    def visible(connection: Connection, view: View, _: tuple[str, ...]) -> int:
        number = shelf.visible(connection, view)
        state = str(generation(connection))
        return show_kind(connection, kind, number, state, lambda n: connection.execute(FILL, {"view": n, "kind": kind}))

    return HybridRetriever(shelf.knowledge, visible, shelf.embedder)


@pytest.mark.parametrize("recipe", ["keyword", "balanced"])
def test_it_is_found_by_its_name_and_beside_documents_where_it_needs_none(
    tickets: HybridRetriever, shelf: Shelf, kind: str, recipe: str
) -> None:
    def blobs(**kinds: tuple[str, ...]) -> set[str]:
        request = SearchRequest(
            query="pool of connections",
            view=shelf.view(),
            recipe=recipe,
            filters=Filters(**kinds),  # type: ignore[arg-type]
        )
        return {hit.blob for hit in tickets.search(request).hits}

    assert blobs(kinds=(kind,)) == {"4711"}
    assert "4711" not in blobs(kinds=("document",))
    assert len(blobs()) == (1 if kind in ONLY_BY_NAME else 2)
    assert ("4711" in blobs()) is (kind not in ONLY_BY_NAME)


def test_every_format_is_of_a_kind_that_a_search_can_name() -> None:
    assert set(KIND_OF_FORMAT.values()) <= set(SEARCH_KINDS)
    assert {*ONLY_BY_NAME, "memory"} == set(KIND_OF_FORMAT.values())
    assert set(NOT_FROM_GIT) <= set(KIND_OF_FORMAT)
    assert [kind_of(format) for format in ("markdown", "code:python", "commit", "memory")] == [
        "document", "code", "commit", "memory"
    ]  # fmt: skip
