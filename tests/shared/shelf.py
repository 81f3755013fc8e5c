"""A shelf: documents in a real database, put there without git, so that a test says exactly what is found."""

from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from scrubjay.extensions.kinds.content import Embedder
from scrubjay.knowledge.chunking import Chunk
from scrubjay.knowledge.documents import store
from scrubjay.knowledge.documents.prepare import PreparedBlob
from scrubjay.knowledge.index import store as index
from scrubjay.knowledge.index.kinds import Policy
from scrubjay.knowledge.index.vectors import VectorIndex
from scrubjay.knowledge.retrieval.hybrid import HybridRetriever, SearchRequest
from scrubjay.model.hit import HybridResult
from scrubjay.model.view import View, ViewFile
from scrubjay.storage.database import Database
from scrubjay.storage.driver import Connection
from tests.fakes import HashingEmbedder

POLICY = Policy(
    chunker="chunker", commits="commits", key="key", parser="1.1", max_bytes=1_000_000, skip_binary=True, secrets="mask"
)


class Shelf:
    """Documents by path; a passage for each paragraph."""

    def __init__(self, knowledge: Database, embedder: Embedder | None) -> None:
        self.knowledge = knowledge
        self.embedder = embedder
        self.retriever = HybridRetriever(knowledge, self.visible, embedder)
        self.files: dict[str, ViewFile] = {}

    def visible(self, connection: Connection, view: View, kinds: tuple[str, ...] = ()) -> int:
        """Every kind is a document here."""
        return store.visible(connection, view, POLICY)

    def put(self, path: str, text: str, title: str = "") -> ViewFile:
        """Index a document; the same path again is a new version of it."""
        file = ViewFile(path, f"{hash_of(path + text)}", "markdown")
        chunks = tuple(
            Chunk(n, (), n + 1, n + 1, paragraph, len(paragraph.split()))
            for n, paragraph in enumerate(text.split("\n\n"))
        )
        prepared = PreparedBlob(file=file, title=title, text=text, passages=chunks, masked=0, size=len(text))

        def write(connection: Connection) -> None:
            store.add(connection, [prepared], POLICY, read_at="2026-03-01T12:00:00Z", commit="")
            index.add_paths(connection, [path])

        self.knowledge.write(write)
        self.files[path] = file
        return file

    def view(self, files: Iterable[ViewFile] | None = None) -> View:
        """A view of the newest versions, or of some files."""
        shown = tuple(sorted(self.files.values() if files is None else files, key=lambda f: f.path))
        key = hash_of("".join(f.path + f.blob for f in shown))
        return View(
            key=key,
            worktree=Path("repo"),
            branch="main",
            commit="c" * 40,
            tree="t" * 40,
            committed_at="2026-03-01T12:00:00Z",
            as_of="",
            files=shown,
        )

    def embed(self, limit: int = 10_000) -> None:
        """Make vectors that are missing, newest first."""
        assert self.embedder is not None
        vectors = VectorIndex(self.embedder.fingerprint)
        pending = self.knowledge.read(lambda c: vectors.pending(c, limit))
        encoded = self.embedder.embed_passages([text for _, text in pending])
        self.knowledge.write(lambda c: vectors.add(c, [id for id, _ in pending], encoded))

    def search(self, query: str, **more: object) -> HybridResult:
        """Search the newest versions, unless a view is given."""
        return self.retriever.search(SearchRequest(query=query, **{"view": self.view(), **more}))  # type: ignore[arg-type]

    def paths(self, query: str, **more: object) -> list[str]:
        """The paths of the hits, best first, each once."""
        return list(dict.fromkeys(hit.path for hit in self.search(query, **more).hits))


def hash_of(text: str) -> str:
    """Forty hex digits, as a blob has."""
    import hashlib

    return hashlib.sha1(text.encode(), usedforsecurity=False).hexdigest()


@pytest.fixture
def knowledge(tmp_path: Path) -> Iterator[Database]:
    with Database(tmp_path / "home" / "knowledge.db", "knowledge") as opened:
        yield opened


@pytest.fixture
def shelf(knowledge: Database) -> Shelf:
    return Shelf(knowledge, HashingEmbedder())


@pytest.fixture
def words_only(knowledge: Database) -> Shelf:
    return Shelf(knowledge, None)
