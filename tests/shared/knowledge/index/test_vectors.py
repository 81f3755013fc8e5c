"""Nearest vectors are the same by sqlite-vec and in memory, and what is in memory follows the table."""

from pathlib import Path

import numpy as np
import pytest

from scrubjay.inference.numeric import normalised
from scrubjay.knowledge.index.vectors import VectorIndex
from scrubjay.knowledge.retrieval.scope import Filters, set_scope
from scrubjay.model.encoded import Encoded, Fingerprint, Vector
from scrubjay.storage.database import Database
from scrubjay.storage.driver import Connection
from tests.shared.shelf import Shelf

MARK = Fingerprint(model="test", weights="w", dim=8, pooling="mean", query_prefix="", passage_prefix="", max_tokens=256)
OTHER = Fingerprint(
    model="test", weights="x", dim=8, pooling="mean", query_prefix="", passage_prefix="", max_tokens=256
)


def unit(rows: int, seed: int = 7) -> Vector:
    random = np.random.default_rng(seed)
    return normalised(random.normal(size=(rows, 8)).astype(np.float32), 8)


@pytest.fixture
def filled(shelf: Shelf) -> tuple[Shelf, VectorIndex, list[int]]:
    """300 passages in ten documents; every third vector is a copy of the one before."""
    for document in range(10):
        shelf.put(f"d{document}.md", "\n\n".join(f"passage {document} {n}" for n in range(30)))
    index = VectorIndex(MARK)
    ids = sorted(id for id, _ in shelf.knowledge.read(lambda c: index.pending(c, 1000)))
    vectors = unit(300)
    vectors[2::3] = vectors[1::3]
    shelf.knowledge.write(lambda c: index.add(c, ids, Encoded(vectors)))
    return shelf, index, ids


def nearest(shelf: Shelf, index: VectorIndex, query: Vector, k: int, path: str = "") -> list[tuple[int, float]]:
    def work(connection: Connection) -> list[tuple[int, float]]:
        set_scope(connection, shelf.visible(connection, shelf.view()), Filters(path=path))
        return index.nearest(connection, query, k)

    return shelf.knowledge.read(work)


def exact(shelf: Shelf, query: Vector, k: int) -> list[tuple[int, float]]:
    def work(connection: Connection) -> list[tuple[int, float]]:
        set_scope(connection, shelf.visible(connection, shelf.view()), Filters())
        return VectorIndex(MARK).exact(connection, query, k)

    return shelf.knowledge.read(work)


@pytest.mark.parametrize("k", [1, 2, 10, 50, 299, 300, 5000])
def test_the_first_question_and_later_ones_are_answered_alike_to_the_last_tie(
    filled: tuple[Shelf, VectorIndex, list[int]], k: int
) -> None:
    shelf, index, _ = filled
    queries = unit(5, seed=8)
    first = [nearest(shelf, VectorIndex(MARK), query, k) for query in queries]
    nearest(shelf, index, queries[0], 1)
    assert [nearest(shelf, index, query, k) for query in queries] == first
    assert all(exact(shelf, query, k) == found for query, found in zip(queries, first, strict=True))


def test_a_hundred_equal_vectors_at_the_border_are_told_apart_by_age(shelf: Shelf) -> None:
    shelf.put("a.md", "\n\n".join(f"passage {n}" for n in range(200)))
    ids = sorted(id for id, _ in shelf.knowledge.read(lambda c: VectorIndex(MARK).pending(c, 1000)))
    vectors = np.repeat(unit(2), 100, axis=0)
    shelf.knowledge.write(lambda c: VectorIndex(MARK).add(c, ids, Encoded(vectors)))
    index, query = VectorIndex(MARK), unit(2)[0]
    newest = list(reversed(ids[:100]))[:10]
    for _ in range(2):
        assert [id for id, _ in nearest(shelf, index, query, 10)] == newest


def test_equal_vectors_put_the_newer_passage_first(filled: tuple[Shelf, VectorIndex, list[int]]) -> None:
    shelf, index, ids = filled
    vectors = unit(300)
    found = nearest(shelf, index, vectors[1], 2)
    assert [id for id, _ in found] == [ids[2], ids[1]]
    assert found[0][1] == found[1][1] == pytest.approx(1, abs=1e-4)


def test_passages_outside_the_scope_take_no_place(filled: tuple[Shelf, VectorIndex, list[int]]) -> None:
    shelf, index, ids = filled
    found = nearest(shelf, index, unit(300)[0], 10, path="d9.md")
    assert len(found) == 10
    assert {id for id, _ in found} <= set(ids[270:])


def test_more_neighbours_than_there_are_is_no_error(filled: tuple[Shelf, VectorIndex, list[int]]) -> None:
    shelf, index, _ = filled
    assert len(nearest(shelf, index, unit(1)[0], 40_000)) == 300
    assert nearest(shelf, index, unit(1)[0], 0) == []


def test_a_text_that_the_model_does_not_know_has_a_vector_that_is_near_to_nothing(
    filled: tuple[Shelf, VectorIndex, list[int]],
) -> None:
    shelf, index, ids = filled
    zeros = np.zeros((3, 8), dtype=np.float32)
    shelf.knowledge.write(lambda c: index.add(c, ids[:3], Encoded(zeros)))
    for _ in range(2):  # by sqlite-vec, then in memory
        assert not set(ids[:3]) & {id for id, _ in nearest(shelf, index, unit(1)[0], 300)}
        assert shelf.knowledge.read(lambda c: index.vectors_of(c, ids[:5]))[0].tolist() == ids[3:5]


def test_vectors_of_two_embedders_are_never_mixed(filled: tuple[Shelf, VectorIndex, list[int]]) -> None:
    shelf, _, ids = filled
    other = VectorIndex(OTHER)
    assert shelf.knowledge.read(other.number) == 0
    assert shelf.knowledge.read(other.progress) == (0, 300)
    shelf.knowledge.write(lambda c: other.add(c, ids[:5], Encoded(unit(5))))
    assert {id for id, _ in nearest(shelf, other, unit(1)[0], 100)} == set(ids[:5])
    assert shelf.knowledge.read(other.progress) == (5, 300)


def test_passages_that_went_away_are_never_found(filled: tuple[Shelf, VectorIndex, list[int]]) -> None:
    shelf, index, ids = filled
    for _ in range(2):
        assert len(nearest(shelf, index, unit(1)[0], 300)) == 300

    def forget(connection: Connection) -> None:
        connection.execute("DELETE FROM content WHERE id IN (SELECT content_id FROM passage WHERE id = ?)", (ids[0],))
        connection.execute("UPDATE generation SET value = value + 1 WHERE name = 'content'")

    shelf.knowledge.write(forget)
    assert not {id for id, _ in nearest(shelf, index, unit(300)[0], 300)} & set(ids[:30])
    assert len(nearest(shelf, index, unit(1)[0], 300)) == 270


def test_a_vector_for_a_passage_that_went_away_is_not_stored(shelf: Shelf) -> None:
    index = VectorIndex(MARK)
    shelf.put("a.md", "one")
    shelf.knowledge.write(lambda c: index.add(c, [999], Encoded(unit(1))))
    assert shelf.knowledge.read(index.progress) == (0, 1)


def test_pending_passages_carry_title_and_heading_and_come_newest_first(shelf: Shelf) -> None:
    shelf.put("a.md", "old text", title="Old")
    shelf.put("b.md", "new text", title="New")
    pending = shelf.knowledge.read(lambda c: VectorIndex(MARK).pending(c, 10))
    assert [text for _, text in pending] == ["New\nnew text", "Old\nold text"]


def test_what_an_answer_showed_then_first_of_each_document_then_the_newest(shelf: Shelf) -> None:
    index = VectorIndex(MARK)
    for name in ("a", "b"):
        shelf.put(f"{name}.md", "\n\n".join(f"{name}{number}" for number in range(4)))

    def pending() -> list[str]:
        return [text.split()[-1] for _, text in shelf.knowledge.read(lambda c: index.pending(c, 10))]

    before = pending()
    assert before == ["b0", "a0", "b3", "b2", "b1", "a3", "a2", "a1"]
    ids = {text.split()[-1]: id for id, text in shelf.knowledge.read(lambda c: index.pending(c, 10))}
    assert shelf.knowledge.read(lambda c: index.not_wanted(c, [ids["a1"], 999])) == [ids["a1"]]
    shelf.knowledge.write(lambda c: index.want(c, [ids["a1"], ids["b2"], 999]))
    assert pending() == ["b2", "a1", "b0", "a0", "b3", "b1", "a3", "a2"]
    assert shelf.knowledge.read(lambda c: index.not_wanted(c, [ids["a1"]])) == []
    shelf.knowledge.write(lambda c: index.add(c, [ids["b2"]], Encoded(unit(1))))
    assert shelf.knowledge.read(lambda c: c.execute("SELECT count(*) FROM wanted").fetchone()[0]) == 1


def test_what_answers_showed_is_remembered_up_to_a_limit(shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scrubjay.knowledge.index.vectors.MOST_WANTED", 2)
    index = VectorIndex(MARK)
    shelf.put("a.md", "\n\n".join(f"a{number}" for number in range(6)))
    ids = sorted(id for id, _ in shelf.knowledge.read(lambda c: index.pending(c, 10)))
    for id in ids:
        shelf.knowledge.write(lambda c, id=id: index.want(c, [id]))  # type: ignore[misc]
    rows = shelf.knowledge.read(lambda c: [row[0] for row in c.execute("SELECT passage_id FROM wanted ORDER BY 1")])
    assert rows == ids[-2:]


def test_writing_vectors_again_replaces_them(filled: tuple[Shelf, VectorIndex, list[int]]) -> None:
    shelf, index, ids = filled
    fresh = unit(1, seed=99)
    for _ in range(2):
        assert nearest(shelf, index, fresh[0], 1)[0][1] < 0.99
    shelf.knowledge.write(lambda c: index.add(c, ids[:1], Encoded(fresh)))
    ((id, cosine),) = nearest(shelf, index, fresh[0], 1)
    assert (id, cosine) == (ids[0], pytest.approx(1, abs=1e-4))
    assert shelf.knowledge.read(index.progress) == (300, 300)


def test_the_vectors_are_there_when_the_file_is_opened_again(tmp_path: Path) -> None:
    path = tmp_path / "again" / "knowledge.db"
    with Database(path, "knowledge") as database:
        shelf = Shelf(database, None)
        shelf.put("a.md", "one\n\ntwo")
        index = VectorIndex(MARK)
        ids = [id for id, _ in database.read(lambda c: index.pending(c, 10))]
        database.write(lambda c: index.add(c, ids, Encoded(unit(2))))
        files = shelf.files
    with Database(path, "knowledge") as database:
        shelf = Shelf(database, None)
        shelf.files = files
        assert len(nearest(shelf, VectorIndex(MARK), unit(1)[0], 10)) == 2
