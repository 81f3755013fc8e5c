"""Passages get their vectors in turns: what was asked for, documents, memories, code, then the newest commits."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scrubjay.knowledge.chunking import Chunk
from scrubjay.knowledge.index import store
from scrubjay.knowledge.index.generation import bump
from scrubjay.knowledge.index.vectors import VectorIndex
from scrubjay.model.encoded import Encoded
from scrubjay.operations.jobs.embed import FETCHED, embed_pending
from scrubjay.storage.database import Database
from scrubjay.storage.driver import Connection
from tests.fakes import HashingEmbedder
from tests.shared.shelf import hash_of

pytestmark = pytest.mark.story

FORMATS = ("markdown", "rst", "memory", "code:python", "commit")
ORDER = ("asked for", "document", "memory", "commit")


@pytest.fixture
def knowledge(tmp_path: Path) -> Iterator[Database]:
    with Database(tmp_path / "home" / "knowledge.db", "knowledge") as opened:
        yield opened


class Reader(HashingEmbedder):
    """Notes what it was given, and does something at each batch."""

    def __init__(self, database: Database) -> None:
        super().__init__()
        self.database = database
        self.read: list[list[str]] = []

    def embed_passages(self, texts: Sequence[str]) -> Encoded:
        self.read.append([text.split()[-1] for text in texts])
        return super().embed_passages(texts)


def put(database: Database, name: str, format: str, passages: int = 1, changed_at: str = "") -> list[int]:
    """Index a content, each of whose passages ends with its name; returns their ids."""
    content = store.Content(
        blob=hash_of(name), format=format, chunker="chunker", title=name, text=name, size=1, masked=0,
        read_at="2026-03-01T12:00:00Z", commit="", changed_at=changed_at, changed_commit="",
    )  # fmt: skip
    chunks = tuple(Chunk(n, (), n + 1, n + 1, f"text {name}", 2) for n in range(passages))

    def write(connection: Connection) -> list[int]:
        store.add(connection, content, chunks)
        bump(connection)
        rows = connection.execute(
            "SELECT p.id FROM passage AS p JOIN content AS c ON c.id = p.content_id WHERE c.blob = ?", (content.blob,)
        )
        return [row["id"] for row in rows]

    return database.write(write)


def embed(database: Database, batches: int = 1_000) -> list[list[str]]:
    reader, left = Reader(database), iter(range(batches - 1))
    embed_pending(database, reader, stop=lambda: next(left, None) is None)
    return reader.read


def test_documents_then_memories_then_commits_from_the_newest_and_never_code(knowledge: Database) -> None:
    """History is read from its newest commit, so the newest has the lowest id."""
    for number in range(FETCHED + 1):
        put(knowledge, f"commit{FETCHED - number}", "commit", changed_at=f"2026-02-01T00:00:{FETCHED - number:06}Z")
    put(knowledge, "fact", "memory")
    put(knowledge, "function", "code:python")
    put(knowledge, "page", "markdown")
    batches = embed(knowledge)
    assert batches[:2] == [["page"], ["fact"]]
    assert batches[-1] == ["commit0"]
    assert all("function" not in batch for batch in batches)


def test_no_batch_mixes_long_documents_with_short_commits(knowledge: Database) -> None:
    put(knowledge, "page", "markdown", passages=100)
    for number in range(100):
        put(knowledge, f"c{number}", "commit")
    batches = embed(knowledge)
    assert [len(batch) for batch in batches] == [64, 36, 64, 36]
    assert {name for batch in batches[:2] for name in batch} == {"page"}


def test_a_question_is_heard_and_a_new_document_seen_after_the_batch_that_runs(knowledge: Database) -> None:
    (asked,) = put(knowledge, "oldest", "commit")
    for number in range(300):
        put(knowledge, f"c{number}", "commit", changed_at="2026-02-01T00:00:00Z")
    index, reader = VectorIndex(HashingEmbedder().fingerprint), Reader(knowledge)

    def meanwhile() -> bool:
        if len(reader.read) == 1:
            put(knowledge, "page", "markdown")
        if len(reader.read) == 3:
            knowledge.write(lambda c: index.want(c, [asked]))
        return False

    embed_pending(knowledge, reader, stop=meanwhile)
    assert reader.read[1] == ["page"]
    assert reader.read[3] == ["oldest"]
    assert sorted(name for batch in reader.read for name in batch) == sorted(
        ["page", "oldest", *(f"c{n}" for n in range(300))]
    )


@settings(max_examples=30, deadline=None)
@given(
    contents=st.lists(st.tuples(st.sampled_from(FORMATS), st.integers(1, 90)), min_size=1, max_size=8),
    asked=st.sets(st.integers(0, 200), max_size=5),
    batches=st.integers(1, 12),
)
def test_while_a_document_lacks_a_vector_no_commit_gets_one_that_nobody_asked_for(
    tmp_path_factory: pytest.TempPathFactory, contents: list[tuple[str, int]], asked: set[int], batches: int
) -> None:
    with Database(tmp_path_factory.mktemp("law") / "knowledge.db", "knowledge") as database:
        corpus: dict[int, str] = {}
        for number, (format, passages) in enumerate(contents):
            put_in = put(database, f"n{number}", format, passages)
            if format != "code:python":  # it gets none
                corpus.update(dict.fromkeys(put_in, format if format in ORDER else "document"))
        index = VectorIndex(HashingEmbedder().fingerprint)
        wanted = asked & corpus.keys()
        database.write(lambda c: index.want(c, sorted(wanted)))
        corpus.update(dict.fromkeys(wanted, "asked for"))
        embed(database, batches)
        lacking = {id for id, _ in database.read(lambda c: index.pending(c, 10_000))}
        first_lacking = min((ORDER.index(corpus[id]) for id in lacking), default=len(ORDER))
        assert all(ORDER.index(corpus[id]) <= first_lacking for id in corpus.keys() - lacking)
