"""What a branch can't see takes nobody's place: few of many passages are visible, and all of them are found."""

from collections.abc import Iterator

import pytest

from scrubjay.knowledge.index.indexes import VectorIndexes
from scrubjay.knowledge.retrieval.hybrid import HybridRetriever, SearchRequest
from scrubjay.knowledge.retrieval.scope import Filters
from scrubjay.model.view import ViewFile
from scrubjay.storage.database import Database
from scrubjay.storage.driver import Connection
from tests.fakes import HashingEmbedder
from tests.shared.shelf import Shelf

BRANCHES = 50
NESTS = 12

Grove = tuple[Shelf, list[list[ViewFile]]]


@pytest.fixture(scope="module")
def grove(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Grove]:
    """Fifty branches, on each its own version of twelve files about the same; 98 % of the passages are elsewhere."""
    with Database(tmp_path_factory.mktemp("grove") / "home" / "knowledge.db", "knowledge") as knowledge:
        shelf = Shelf(knowledge, HashingEmbedder())
        branches = [
            [
                shelf.put(f"{folder}/nest{n}.md", f"The jay keeps acorn {n} in nest {n}\n\nBranch {branch} says so")
                for n in range(NESTS)
                for folder in ("docs" if n % 2 else "notes",)
            ]
            for branch in range(BRANCHES)
        ]
        shelf.embed(100_000)
        knowledge.write(_date)
        yield shelf, branches


def _date(connection: Connection) -> None:
    """Every third document is of 2025, the others of 2024."""
    connection.execute("UPDATE content SET changed_at = CASE id % 3 WHEN 0 THEN '2025' ELSE '2024' END || '-05-01'")


@pytest.fixture(params=[0, 50_000], ids=["bits", "every vector"])
def searching(grove: Grove, request: pytest.FixtureRequest) -> HybridRetriever:
    shelf, _ = grove
    return HybridRetriever(shelf.knowledge, shelf.visible, shelf.embedder, indexes=VectorIndexes(request.param))


FILTERS = {
    "everything": (Filters(), NESTS),
    "a folder": (Filters(path="docs"), NESTS // 2),
    "a glob": (Filters(path="**/nest1*.md"), 3),
    "a kind": (Filters(kinds=("document",)), NESTS),
    "no such kind": (Filters(kinds=("memory",)), 0),
    "a year": (Filters(since="2025", until="2025"), NESTS // 3),
    "a phrase": (Filters(holds=("acorn 7",)), 1),
    "without a word": (Filters(lacks=("acorn 7",)), NESTS - 1),
}


@pytest.mark.parametrize("recipe", ["balanced", "keyword", "fast"])
@pytest.mark.parametrize("name", FILTERS)
def test_a_branch_finds_all_that_it_shows(grove: Grove, searching: HybridRetriever, name: str, recipe: str) -> None:
    shelf, branches = grove
    filters, expected = FILTERS[name]
    for number in (0, 1, 24, 49):
        view = shelf.view(branches[number])
        request = SearchRequest(
            query="jay acorn nest", view=view, limit=40, filters=filters, recipe=recipe, candidates=20
        )
        for _ in range(2):  # the first question is answered by SQLite, the next one in memory
            found = searching.search(request)
            assert len({hit.path for hit in found.hits}) == expected
            assert {hit.blob for hit in found.hits} <= {file.blob for file in branches[number]}


def test_each_arm_brings_as_many_as_it_may_although_most_are_hidden(grove: Grove, searching: HybridRetriever) -> None:
    shelf, branches = grove
    request = SearchRequest(query="jay acorn nest", view=shelf.view(branches[30]), candidates=5)
    for _ in range(2):
        found = searching.search(request)
        assert found.candidates["vector"] == found.candidates["bm25"] == 10
