"""Documents of a pool: their passages that stand for them, and how near these and the whole are to the question."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from scrubjay.inference.numeric import np
from scrubjay.knowledge.retrieval.meaning import Meaning
from scrubjay.model.frozen import dataclass, replace

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from scrubjay.knowledge.retrieval.index import IndexView

CENTRE_OF = 64
"""Passages of a document that its mean vector is made of: the first, which bounds what a long one costs."""

Ranking = Sequence[tuple[int, float]]

Members = tuple["NDArray[np.int64]", "NDArray[np.int64]"]
"""Passages, and the document of each."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PoolDocument:
    """A document of the pool: its best passage by words, its nearest by vectors, and their scores."""

    content: int
    bm25: float | None
    wordiest: int | None
    nearest: int | None
    cosines: Mapping[int, float]
    centre: float | None

    @property
    def seen(self) -> bool:
        """Whether the passage found by words has a vector; true if words found none."""
        return self.wordiest is None or self.wordiest in self.cosines

    @property
    def passages(self) -> tuple[int, ...]:
        """The passages that stand for the document: the nearest by vector, then the one with most words."""
        if self.nearest is None:
            return () if self.wordiest is None else (self.wordiest,)
        return (self.nearest,) if self.wordiest in (None, self.nearest) else (self.nearest, self.wordiest)


def wordiest_of(words: Ranking, owners: Mapping[int, int]) -> dict[int, tuple[int, float]]:
    """The best passage by words of each document, with its score."""
    wordiest: dict[int, tuple[int, float]] = {}
    for passage, score in words:
        wordiest.setdefault(owners.get(passage, 0), (passage, score))
    return wordiest


def with_threads(documents: Sequence[PoolDocument], held: Mapping[int, float], members: Members) -> list[PoolDocument]:
    """The documents, where threads are scored by the words of all their texts; `held` are these scores."""
    first: dict[int, int] = {}
    for passage, thread in zip(*map(np.ndarray.tolist, members), strict=True):
        first.setdefault(thread, passage)
    return [
        replace(
            document,
            bm25=held.get(document.content, 0.0),
            wordiest=document.wordiest if document.passages else first.get(document.content),
        )
        for document in documents
    ]


def read_documents(
    contents: Sequence[int],
    members: Members,
    words: Ranking,
    owners: Mapping[int, int],
    meaning: Meaning,
    view: IndexView,
) -> list[PoolDocument]:
    """The pool's documents with the scores that words and vectors give them."""
    wordiest = wordiest_of(words, owners)
    best = [passage for passage, _ in wordiest.values()]
    cosines, centres, nearest = _cosines(members, best, meaning, view)
    nothing: tuple[int | None, float | None] = (None, None)
    return [
        PoolDocument(
            content=content,
            bm25=wordiest.get(content, nothing)[1],
            wordiest=wordiest.get(content, nothing)[0],
            nearest=nearest.get(content),
            cosines=cosines.get(content, {}),
            centre=centres.get(content),
        )
        for content in contents
    ]


def members_of(view: IndexView, documents: Sequence[int], found: Mapping[int, int]) -> Members:
    """Passages of some documents, each with its document: the first ones of each, and those that were found."""
    pooled = set(documents)
    ids, owners = arrays({passage: number for passage, number in sorted(found.items()) if number in pooled})
    first = view.members(documents, CENTRE_OF)
    more = ~np.isin(ids, first[0])
    return np.concatenate([first[0], ids[more]]), np.concatenate([first[1], owners[more]])


def arrays(members: Mapping[int, int]) -> Members:
    """Passages and their documents as two arrays of equal length."""
    return np.array(list(members), dtype=np.int64), np.array(list(members.values()), dtype=np.int64)


def _cosines(
    members: Members, wordiest: Sequence[int], meaning: Meaning, view: IndexView
) -> tuple[dict[int, dict[int, float]], dict[int, float], dict[int, int]]:
    """The cosines of the nearest passage and the wordiest one of some documents, those of the documents' mean vectors,
    and the nearest passage.
    """
    if meaning.encoded is None or not len(members[0]):
        return {}, {}, {}
    together = np.argsort(members[1], kind="stable")
    passages, owner = members[0][together], members[1][together]
    ids, vectors = view.vectors(passages)
    if not len(ids):
        return {}, {}, {}
    owner = owner if len(ids) == len(passages) else owner[np.isin(passages, ids)]
    similar = np.round(vectors.astype(np.float64) @ meaning.encoded.vector.astype(np.float64), 6)
    starts = np.flatnonzero(np.concatenate([[True], owner[1:] != owner[:-1]]))
    means = np.add.reduceat(vectors, starts, axis=0).astype(np.float64)
    lengths = np.maximum(np.linalg.norm(means, axis=1), 1e-12)
    central = np.round(np.add.reduceat(similar, starts) / lengths, 6)
    nearest = np.lexsort((ids, similar, owner))[np.concatenate([starts[1:], [len(ids)]]) - 1]
    taken = np.isin(ids, wordiest)
    taken[nearest] = True
    kept = np.flatnonzero(taken)
    cosines: dict[int, dict[int, float]] = {}
    for passage, content, cosine in zip(ids[kept].tolist(), owner[kept].tolist(), similar[kept].tolist(), strict=True):
        cosines.setdefault(content, {})[passage] = cosine
    documents = owner[starts].tolist()
    near = dict(zip(documents, ids[nearest].tolist(), strict=True))
    return cosines, dict(zip(documents, central.tolist(), strict=True)), near
