"""What an earlier version stored in more bits becomes smaller, while every answer stays the same."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scrubjay.index.codes import as_codes, as_vectors
from scrubjay.index.narrowing import narrow_all, narrow_some, wide
from scrubjay.index.vectors import VectorIndex
from scrubjay.inference.embedding.states import narrow
from scrubjay.model.hit import HybridResult
from scrubjay.storage import Connection, Database
from tests.shared.shelf import Shelf

TEXTS = ("grey parrots fly", "green parrots sleep", "owls hunt at night", "a jay hides acorns", "acorns under the oak")


def widen(connection: Connection, dim: int) -> None:
    """Store what is there as an earlier version would have: 4 bytes a component, 4 bits a component."""
    levels = np.array([2, 6, 9, 13], dtype=np.uint8)
    for row in connection.execute("SELECT rowid AS id, vector FROM embedding").fetchall():
        vector = as_vectors(as_codes([row["vector"]], dim))[0].tobytes()
        connection.execute("UPDATE embedding SET vector = ?, bits = 32 WHERE rowid = ?", (vector, row["id"]))
    for row in connection.execute("SELECT rowid AS id, states FROM token_states").fetchall():
        packed = np.frombuffer(row["states"], dtype=np.uint8)
        codes = levels[np.stack([packed >> 6, packed >> 4 & 3, packed >> 2 & 3, packed & 3], axis=1).ravel()]
        states = (codes[0::2] << 4 | codes[1::2]).tobytes()
        assert narrow(states) == row["states"]
        connection.execute("UPDATE token_states SET states = ?, bits = 4 WHERE rowid = ?", (states, row["id"]))


@pytest.fixture
def old(shelf: Shelf) -> Shelf:
    for number, text in enumerate(TEXTS * 4):
        shelf.put(f"{number}.md", f"{text} {number}")
    shelf.embed()
    assert shelf.embedder is not None
    dim = shelf.embedder.fingerprint.dim
    shelf.knowledge.write(lambda c: widen(c, dim))
    return shelf


def answers(shelf: Shelf) -> list[HybridResult]:
    """Of a process that starts now, and asks twice: by sqlite-vec or every vector, then in memory."""
    shelf.retriever.close()
    shelf.retriever = type(shelf.retriever)(shelf.knowledge, shelf.visible, shelf.embedder)
    return [shelf.search(text) for text in (*TEXTS, *TEXTS)]


def told(results: list[HybridResult]) -> list[object]:
    return [[(hit.path, hit.scores, hit.text) for hit in result.hits] for result in results]


def test_each_answer_is_the_same_before_meanwhile_and_afterwards(old: Shelf) -> None:
    assert wide(old.knowledge) == 2 * len(TEXTS) * 4
    before, size = told(answers(old)), stored(old.knowledge)
    while old.knowledge.write(lambda c: narrow_some(c, 7)):
        assert told(answers(old)) == before
    assert wide(old.knowledge) == 0
    assert stored(old.knowledge) < size / 1.9
    assert told(answers(old)) == before


def stored(database: Database) -> int:
    sql = "SELECT (SELECT sum(length(vector)) FROM embedding) + (SELECT sum(length(states)) FROM token_states)"
    return int(database.read(lambda c: c.execute(sql).fetchone()[0]))


def test_a_process_that_holds_the_old_vectors_answers_as_before(old: Shelf) -> None:
    before = [told([old.search(text)]) for text in (*TEXTS, *TEXTS)]
    with Database(old.knowledge.path, "knowledge") as there:
        assert narrow_all(there)
    assert [told([old.search(text)]) for text in (*TEXTS, *TEXTS)] == before


def test_it_stops_when_told_and_goes_on_later(old: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scrubjay.index.narrowing.BATCH", 10)
    steps: list[tuple[int, int]] = []
    assert not narrow_all(old.knowledge, stop=lambda: True, progress=lambda *step: steps.append(step))
    assert steps == [(10, 40)]
    assert narrow_all(old.knowledge, progress=lambda *step: steps.append(step))
    assert steps[-1] == (30, 30)


def test_another_embedders_vectors_become_smaller_as_well(old: Shelf) -> None:
    old.knowledge.write(lambda c: c.execute("UPDATE fingerprint SET key = 'another'"))
    assert narrow_all(old.knowledge)
    assert old.embedder is not None
    assert old.knowledge.read(VectorIndex(old.embedder.fingerprint).progress)[0] == 0


@settings(max_examples=20)
@given(st.binary(max_size=200))
def test_any_bytes_become_half_as_many(packed: bytes) -> None:
    assert len(narrow(packed)) == len(packed) // 48 * 24
