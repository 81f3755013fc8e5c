"""A pool is ranked over any index that answers its calls: nothing here has a database."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

import numpy as np
import pytest

from scrubjay.inference.embedding.states import pack
from scrubjay.inference.numeric import normalised
from scrubjay.inference.reranking import LateInteraction
from scrubjay.knowledge.retrieval.meaning import Meaning
from scrubjay.knowledge.retrieval.pool import rank_pool
from scrubjay.knowledge.retrieval.recipes import find_recipe
from scrubjay.model.encoded import EncodedQuery, Vector

OWNERS = {1: 10, 2: 10, 3: 20, 4: 30}
VECTORS = normalised(np.array([[1, 0], [0.6, 0.8], [0.9, 0.4], [0, 1]], dtype=np.float32), 2)
STATES = normalised(np.eye(4, 96, dtype=np.float32), 96)


class Shelves:
    """An index in a few dictionaries, which is its own view."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def view(self) -> "Shelves":
        return self

    def owners(self, passages: Collection[int]) -> Mapping[int, int]:
        return {passage: OWNERS[passage] for passage in passages}

    def members(self, contents: Sequence[int], most: int) -> tuple[Any, Any]:
        found = [(passage, owner) for passage, owner in OWNERS.items() if owner in contents]
        return np.array([passage for passage, _ in found]), np.array([owner for _, owner in found])

    def vectors(self, passages: Any) -> tuple[Any, Vector]:
        ids = np.asarray(passages)
        return ids, VECTORS[ids - 1]

    def texts(self, contents: Collection[int]) -> Iterable[Mapping[str, str]]:
        raise AssertionError("nothing is shown")

    def paths(self, contents: Collection[int]) -> Iterable[str]:
        raise AssertionError("pages have no versions")

    def contents_at(self, paths: Collection[str]) -> Mapping[str, Mapping[str, str]]:
        raise AssertionError("pages have no versions")

    def first_at(self, paths: Collection[str]) -> Sequence[int]:
        raise AssertionError("no decision is replaced")

    def nearest(self, query: Vector, most: int, part: str = "scope") -> Sequence[tuple[int, float]]:
        raise AssertionError("the arms have answered")

    def states(self, passages: Sequence[int]) -> Mapping[int, bytes]:
        self.asked.append("states")
        return {passage: pack(STATES[passage - 1 : passage]) for passage in passages}

    def rows(self, passages: Iterable[int]) -> Mapping[int, Mapping[str, str]]:
        self.asked.append("rows")
        return {passage: {"title": "", "heading": "", "text": f"owl {passage}"} for passage in passages}


@pytest.mark.parametrize(("query", "asked"), [("owl", ["states"]), ("where is the owl?", ["states", "rows"])])
def test_a_pool_is_ranked_over_an_index_without_a_database(query: str, asked: list[str]) -> None:
    encoded = EncodedQuery(VECTORS[0], STATES[:1], np.ones(1, dtype=np.float32))
    near = tuple((passage, float(VECTORS[passage - 1] @ VECTORS[0])) for passage in (1, 3, 2, 4))
    index = Shelves()
    pool = rank_pool(
        recipe=find_recipe("balanced"),
        arms={"bm25": ((1, 2.0), (3, 1.0)), "vector": near},
        owners=OWNERS,
        candidates=10,
        query=query,
        meaning=Meaning(ranked=near, encoded=encoded),
        index=index,
        reranker=LateInteraction(),
        hear=lambda turns, scores: list(scores),
    )
    assert [one.passage for one in pool.scored] == [1, 3, 4]
    assert (pool.documents, pool.unranked) == (3, "")
    assert index.asked == asked
