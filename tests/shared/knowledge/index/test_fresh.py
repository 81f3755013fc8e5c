"""Does what was just written have vectors at once, as the worker would have made them?"""

from collections.abc import Sequence

import pytest

from scrubjay.errors import ModelUnavailable
from scrubjay.knowledge.chunking import Chunk
from scrubjay.knowledge.index import store as index
from scrubjay.knowledge.index.indexes import embedded_ahead
from scrubjay.knowledge.index.kinds import MEMORY
from scrubjay.knowledge.index.store import Content
from scrubjay.knowledge.index.vectors import VectorIndex
from scrubjay.model.encoded import Encoded, passage_prefix
from scrubjay.storage.driver import Connection
from tests.fakes import HashingEmbedder
from tests.shared.shelf import Shelf


class Broken(HashingEmbedder):
    """Its model is gone."""

    def embed_passages(self, texts: Sequence[str]) -> Encoded:
        raise ModelUnavailable("no model")


def vectors(shelf: Shelf) -> list[tuple[int, bytes, bytes]]:
    """Every passage with its vector and signs."""
    sql = "SELECT passage_id, vector FROM embedding ORDER BY passage_id"
    return shelf.knowledge.read(lambda c: [tuple(row) for row in c.execute(sql)])


def embed(shelf: Shelf, embedder: HashingEmbedder, blob: str) -> bool:
    """Embed what a content's passages say, then store it: whether the content has all of its vectors."""
    sql = (
        "SELECT c.title, p.heading, p.text FROM passage AS p JOIN content AS c ON c.id = p.content_id WHERE c.blob = ?"
    )
    rows = shelf.knowledge.read(lambda c: c.execute(sql, (blob,)).fetchall())
    keep = embedded_ahead(shelf.knowledge, embedder, [f"{passage_prefix(row[0], row[1])}{row[2]}" for row in rows])
    return shelf.knowledge.write(lambda c: keep(c, blob))


def test_each_passage_of_the_content_gets_what_the_worker_would_give_it(shelf: Shelf) -> None:
    shelf.put("old.md", "Coffee is roasted in Trieste.")
    shelf.embed()
    new = shelf.put("new.md", "The canary runs for an hour.\n\nIt sings at noon.", title="Canary")
    shelf.put("other.md", "Tea waits for the worker.")
    assert embed(shelf, HashingEmbedder(), new.blob)
    index = VectorIndex(HashingEmbedder().fingerprint)
    at_once = vectors(shelf)
    assert [text for _, text in shelf.knowledge.read(lambda c: index.pending(c, 9))] == ["Tea waits for the worker."]
    assert shelf.knowledge.read(index.lacking) == 0
    shelf.knowledge.write(lambda c: c.execute("DELETE FROM embedding WHERE passage_id > 1"))
    shelf.embed()
    assert len(at_once) == 3
    assert at_once == vectors(shelf)[:3]


def test_it_is_found_by_meaning_without_a_worker(shelf: Shelf) -> None:
    shelf.put("old.md", "Coffee is roasted in Trieste.")
    shelf.embed()
    shelf.search("coffee")
    new = shelf.put("new.md", "The canary runs for an hour.")
    embed(shelf, HashingEmbedder(), new.blob)
    answer = shelf.search("canary")
    assert answer.embedded == 1.0
    assert answer.hits[0].path == "new.md"
    assert "vector" in answer.hits[0].scores


def test_a_database_without_vectors_waits_for_the_worker(shelf: Shelf) -> None:
    shelf.put("old.md", "Coffee is roasted in Trieste.")
    new = shelf.put("new.md", "The canary runs for an hour.")
    assert not embed(shelf, HashingEmbedder(), new.blob)
    assert vectors(shelf) == []


def test_without_a_model_it_waits_for_the_worker(shelf: Shelf) -> None:
    shelf.put("old.md", "Coffee is roasted in Trieste.")
    shelf.embed()
    new = shelf.put("new.md", "The canary runs for an hour.")
    assert not embed(shelf, Broken(), new.blob)
    assert len(vectors(shelf)) == 1


def test_memories_alone_are_compared_with_a_claim_however_many_there_are(shelf: Shelf) -> None:
    shelf.put("old.md", "The canary runs for an hour.")
    said = ["The canary runs for an hour.", "The canary sings.", *(f"Tea {n} is brewed in cup {n}." for n in range(9))]

    def add(connection: Connection) -> None:
        for n, text in enumerate(said):
            memory = Content(
                blob=f"memory{n}", format=MEMORY, chunker="memory-1", text=text, size=len(text), read_at=f"2026-03-{n}"
            )
            index.add(connection, memory, [Chunk(0, (), 1, 1, text, 6)])

    shelf.knowledge.write(add)
    shelf.embed()
    query = HashingEmbedder().embed_query("The canary runs for an hour.").vector
    for few in (3, 1_000):
        vectors = VectorIndex(HashingEmbedder().fingerprint, rescored=few)
        found = shelf.knowledge.read(lambda c, vectors=vectors: vectors.within(c, query, 0.3))  # type: ignore[misc]
        assert found[0] == ("memory0", pytest.approx(1.0, abs=0.02))
        assert "memory1" in dict(found)
