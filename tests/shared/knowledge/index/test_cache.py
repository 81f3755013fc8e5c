"""What lies in memory is what the table holds: every way to compare answers alike, whoever wrote, whatever it was."""

from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scrubjay.inference.numeric import normalised
from scrubjay.knowledge.index.codes import as_vectors, quantise
from scrubjay.knowledge.index.generation import drop_embedder
from scrubjay.knowledge.index.vectors import VectorIndex
from scrubjay.knowledge.retrieval.scope import Filters, set_scope
from scrubjay.model.encoded import Encoded, Fingerprint, Vector
from scrubjay.storage.database import Database
from scrubjay.storage.driver import Connection
from tests.shared.shelf import Shelf

MARK = Fingerprint(
    model="test", weights="w", dim=16, pooling="mean", query_prefix="", passage_prefix="", max_tokens=256
)
CHANGES = ("put", "put", "embed", "embed", "again", "forget", "forget last", "drop")


def vectors(rows: int, seed: int) -> Vector:
    """Few different vectors, so that there are ties."""
    random = np.random.default_rng(seed)
    return normalised(random.integers(-1, 2, size=(rows, 16)).astype(np.float32) + np.float32(0.1), 16)


def change(shelf: Shelf, what: str, seed: int) -> None:
    """Do something to the index, as another process would: by a database object and an index of its own."""
    index = VectorIndex(MARK)
    match what:
        case "put":
            shelf.put(f"d{seed}.md", "\n\n".join(f"passage {seed} {n}" for n in range(1 + seed % 5)))
        case "embed" | "again":
            if what == "again":
                found = shelf.knowledge.read(
                    lambda c: [row[0] for row in c.execute("SELECT passage_id FROM embedding ORDER BY 1 LIMIT 3")]
                )
            else:
                found = [id for id, _ in shelf.knowledge.read(lambda c: index.pending(c, 1 + seed % 7))]
            shelf.knowledge.write(lambda c: index.add(c, found, Encoded(vectors(len(found), seed))))
        case "drop":
            shelf.knowledge.write(lambda c: drop_embedder(c, MARK.key))
        case _:
            order = "id DESC" if what == "forget last" else f"id * {seed + 1} % 7, id"
            row = shelf.knowledge.read(lambda c: c.execute(f"SELECT id, blob FROM content ORDER BY {order}").fetchone())
            if row:
                shelf.files = {path: file for path, file in shelf.files.items() if file.blob != row["blob"]}
                shelf.knowledge.write(lambda c: _forget(c, row["id"]))


def _forget(connection: Connection, content: int) -> None:
    connection.execute("DELETE FROM content WHERE id = ?", (content,))
    connection.execute("UPDATE generation SET value = value + 1 WHERE name = 'content'")


@settings(max_examples=15, derandomize=True, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(CHANGES), st.integers(0, 40)), min_size=4, max_size=14))
def test_after_any_changes_of_another_process_all_ways_find_the_same(changes: list[tuple[str, int]]) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "home" / "knowledge.db"
        with Database(path, "knowledge") as here, Database(path, "knowledge") as there:
            shelf = Shelf(there, None)
            memory, bits = VectorIndex(MARK), VectorIndex(MARK, exact=0)
            for what, seed in changes:
                change(shelf, what, seed)
                query, k = vectors(1, seed + 1)[0], 1 + seed % 9

                def found(
                    connection: Connection, query: Vector = query, k: int = k
                ) -> tuple[list[list[tuple[int, float]]], list[tuple[int, float]]]:
                    set_scope(connection, shelf.visible(connection, shelf.view()), Filters())
                    ways = (memory, bits, VectorIndex(MARK))
                    return [way.nearest(connection, query, k) for way in ways], memory.exact(connection, query, k)

                every, expected = here.read(found)
                assert every == [expected] * 3, (what, seed)


def test_a_snapshot_that_began_before_a_write_is_answered_from_what_is_held_since(shelf: Shelf, tmp_path: Path) -> None:
    index = VectorIndex(MARK)
    shelf.put("a.md", "one\n\ntwo")
    change(shelf, "embed", 6)

    def look(connection: Connection) -> list[int]:
        set_scope(connection, shelf.visible(connection, shelf.view()), Filters())
        return [id for id, _ in index.nearest(connection, vectors(1, 1)[0], 10)]

    def before(connection: Connection) -> list[int]:
        first = look(connection)  # the snapshot is taken here
        shelf.put("b.md", "three")
        change(shelf, "embed", 6)
        assert len(shelf.knowledge.read(look)) == 3
        files = shelf.files
        shelf.files = {"a.md": files["a.md"]}
        again = look(connection)
        shelf.files = files
        assert sorted(again) == sorted(first)
        return again

    assert len(shelf.knowledge.read(before)) == 2
    assert len(shelf.knowledge.read(look)) == 3


@pytest.mark.parametrize("exact", [0, 50_000])
def test_vectors_are_given_in_the_asked_order_and_those_that_lack_are_left_out(shelf: Shelf, exact: int) -> None:
    shelf.put("a.md", "one\n\ntwo\n\nthree")
    index = VectorIndex(MARK, exact=exact)
    ids = sorted(id for id, _ in shelf.knowledge.read(lambda c: index.pending(c, 10)))
    made = vectors(2, 3)
    shelf.knowledge.write(lambda c: index.add(c, ids[:2], Encoded(made)))
    for _ in range(2):
        there, found = shelf.knowledge.read(lambda c: index.vectors_of(c, [ids[1], ids[2], 999, ids[0]]))
        assert there.tolist() == [ids[1], ids[0]]
        assert np.array_equal(found, as_vectors(quantise(made[::-1])))

        def ask(connection: Connection) -> None:
            set_scope(connection, shelf.visible(connection, shelf.view()), Filters())
            index.nearest(connection, made[0], 1)
            index.nearest(connection, made[0], 1)

        shelf.knowledge.read(ask)
    nothing, none = shelf.knowledge.read(lambda c: index.vectors_of(c, []))
    assert not len(nothing)
    assert not len(none)
