"""A large index is scanned by bits: nearly all of the nearest are found, whatever part of it is visible."""

from collections.abc import Iterable

import numpy as np
import pytest

from scrubjay.inference.numeric import normalised
from scrubjay.knowledge.index.cache import Rows
from scrubjay.knowledge.index.nearest import as_words, nearest_by_bits, pack_bits
from scrubjay.knowledge.index.vectors import VectorIndex
from scrubjay.knowledge.retrieval.scope import Filters, set_scope
from scrubjay.model.encoded import Encoded, Fingerprint, Vector
from scrubjay.model.view import ViewFile
from scrubjay.storage.driver import Connection
from tests.shared.shelf import Shelf

DIM = 384
MARK = Fingerprint(
    model="test", weights="w", dim=DIM, pooling="mean", query_prefix="", passage_prefix="", max_tokens=256
)
BRANCHES = 50
EACH = 20


def clustered(rows: int, seed: int) -> Vector:
    random = np.random.default_rng(seed)
    centres = random.normal(size=(40, DIM))
    around = [centres[random.integers(0, 40)] + random.normal(size=DIM) * 0.6 for _ in range(rows)]
    return normalised(np.stack(around).astype(np.float32), DIM)


@pytest.fixture
def branches(shelf: Shelf) -> list[ViewFile]:
    """A file on each of fifty branches; 98 % of the passages are invisible at any of them."""
    texts = ["\n\n".join(f"passage {branch} {n}" for n in range(EACH)) for branch in range(BRANCHES)]
    return [shelf.put("notes.md", text) for text in texts]


def fill(shelf: Shelf, index: VectorIndex) -> None:
    ids = sorted(id for id, _ in shelf.knowledge.read(lambda c: index.pending(c, 10_000)))
    shelf.knowledge.write(lambda c: index.add(c, ids, Encoded(clustered(len(ids), 7))))


def near(shelf: Shelf, index: VectorIndex, query: Vector, files: Iterable[ViewFile], k: int) -> list[tuple[int, float]]:
    def work(connection: Connection) -> list[tuple[int, float]]:
        set_scope(connection, shelf.visible(connection, shelf.view(files)), Filters())
        return index.nearest(connection, query, k)

    return shelf.knowledge.read(work)


def test_a_branch_finds_its_own_passages_among_those_of_fifty(shelf: Shelf, branches: list[ViewFile]) -> None:
    bits, exact = VectorIndex(MARK, exact=100, rescored=EACH), VectorIndex(MARK)
    fill(shelf, exact)
    for query in clustered(5, 8):
        for file in branches[::7]:
            assert near(shelf, bits, query, [file], 5) == near(shelf, exact, query, [file], 5)


def test_bits_find_nearly_all_that_an_exact_scan_finds(shelf: Shelf) -> None:
    files = [shelf.put(f"d{n}.md", "\n\n".join(f"passage {n} {m}" for m in range(EACH))) for n in range(BRANCHES)]
    bits, exact = VectorIndex(MARK, exact=100, rescored=200), VectorIndex(MARK)
    fill(shelf, exact)
    found = total = 0
    for query in clustered(BRANCHES * EACH + 20, 7)[-20:]:
        true = {passage for passage, _ in near(shelf, exact, query, files, 10)}
        found += len(true & {passage for passage, _ in near(shelf, bits, query, files, 10)})
        total += len(true)
    assert found / total >= 0.95


def test_what_is_added_and_taken_away_is_followed(shelf: Shelf) -> None:
    index = VectorIndex(MARK, exact=1, rescored=10)
    first = shelf.put("a.md", "one\n\ntwo\n\nthree")
    fill(shelf, index)
    query = clustered(1, 7)[0]
    assert len(near(shelf, index, query, [first], 10)) == 3
    second = shelf.put("b.md", "four")
    fill(shelf, index)
    assert len(near(shelf, index, query, [first, second], 10)) == 4

    def forget(connection: Connection) -> None:
        connection.execute("DELETE FROM content WHERE blob = ?", (first.blob,))
        connection.execute("UPDATE generation SET value = value + 1 WHERE name = 'content'")

    shelf.knowledge.write(forget)
    assert len(near(shelf, index, query, [first, second], 10)) == 1


def test_an_index_says_how_it_compares(shelf: Shelf) -> None:
    shelf.put("a.md", "one\n\ntwo")
    small, large = VectorIndex(MARK), VectorIndex(MARK, exact=1)
    fill(shelf, small)
    assert shelf.knowledge.read(small.method).startswith("every vector")
    assert shelf.knowledge.read(large.method).startswith("signs of the vectors")


def test_nothing_is_near_in_an_empty_scope(shelf: Shelf) -> None:
    shelf.put("a.md", "one\n\ntwo")
    index = VectorIndex(MARK, exact=1)
    fill(shelf, index)
    assert near(shelf, index, clustered(1, 7)[0], [], 10) == []


def test_in_tight_clumps_the_querys_own_components_tell_more_than_signs_alone() -> None:
    random = np.random.default_rng(3)
    centres = random.normal(size=(20, DIM))
    around = centres[random.integers(0, 20, 4000)] + random.normal(size=(4000, DIM)) * 0.4
    vectors = normalised(around.astype(np.float32), DIM)
    numbers = np.arange(4000, dtype=np.int64)
    held = Rows(
        fingerprint=1,
        generation=0,
        last=4000,
        numbers=numbers,
        passages=numbers,
        contents=numbers,
        values=as_words(pack_bits(vectors)),
    )
    by_signs = by_both = 0
    for query in normalised((centres[:10] + random.normal(size=(10, DIM)) * 0.8).astype(np.float32), DIM):
        nearest = set(np.argsort(-(vectors @ query))[:20].tolist())
        differ = np.bitwise_count(held.values ^ as_words(pack_bits(query[None, :]))).sum(axis=1)
        by_signs += len(nearest & set(np.argsort(differ, kind="stable")[:60].tolist()))
        by_both += len(nearest & set(nearest_by_bits(held, np.ones(4000, dtype=bool), query, 60)))
    assert by_both > 1.1 * by_signs
