"""What do the user's own memories say? A retriever over the user's database, made when it is first asked."""

import threading
from collections.abc import Callable, Sequence

from scrubjay.inference.embedding.embedder import Embedder
from scrubjay.inference.reranking.reranker import Reranker
from scrubjay.knowledge.index.indexes import VectorIndexes
from scrubjay.knowledge.retrieval.hybrid import HybridRetriever, SearchRequest
from scrubjay.memory.store.visible import VisibleMemories
from scrubjay.model.clock import Clock
from scrubjay.model.hit import HybridResult
from scrubjay.storage.database import Database

NUMBER = 1
"""The number of the one view in the user's database: there is no tree, only moments."""


class UserRetriever:
    """Searches the memories that follow the user into a project, but those that a commit there shows as documents."""

    def __init__(
        self,
        project: str,
        database: Callable[[], Database],
        clock: Clock,
        embedder: Embedder | None,
        reranker: Reranker | None = None,
        indexes: VectorIndexes | None = None,
        published: Callable[[str], frozenset[str]] = lambda commit: frozenset(),
    ) -> None:
        self._database = database
        self._shelf = VisibleMemories("", clock, project=project, published=published)
        self._embedder = embedder
        self._reranker = reranker
        self._indexes = indexes
        self._lock = threading.Lock()
        self._retriever: HybridRetriever | None = None

    def search(self, request: SearchRequest) -> HybridResult:
        """Find passages of the user's memories, as of the request's view."""
        return self._opened().search(request)

    def alike(self, text: str, formats: Sequence[str], least: float) -> dict[str, float]:
        """The user's memories whose cosine with a text is at least so much, by id."""
        return self._opened().alike(text, formats, least)

    def _opened(self) -> HybridRetriever:
        with self._lock:
            if self._retriever is None:
                self._retriever = HybridRetriever(
                    self._database(),
                    lambda c, view, _: self._shelf.fill(c, view, NUMBER),
                    self._embedder,
                    reranker=self._reranker,
                    indexes=self._indexes,
                )
            return self._retriever

    def close(self) -> None:
        """End its threads."""
        with self._lock:
            if self._retriever is not None:
                self._retriever.close()
