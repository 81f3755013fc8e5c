"""Rows that are kept and added up are those that full text ranks: same ids, scores and ties, whoever wrote since."""

import random
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scrubjay.knowledge.index import store, terms
from scrubjay.knowledge.index.terms import (
    DOCUMENTS,
    PASSAGES,
    add_up,
    best_rows,
    count_rows,
    count_words,
    keeps,
    owners,
)
from scrubjay.knowledge.retrieval.query import any_of, each_of
from scrubjay.knowledge.retrieval.scope import Filters, Q, set_scope
from scrubjay.storage.database import Database
from scrubjay.storage.driver import Connection
from tests.shared.shelf import Shelf

VOCABULARY = ("read", "reads", "file", "line", "table", "tables", "set", "timeout", "a phrase", "raise", "nowhere")
FEW = 5


def text(chance: random.Random) -> str:
    """Passages of few words, so that some are equal and some hold a word often."""
    return "\n\n".join(
        " ".join(chance.choices(VOCABULARY[:-1], k=chance.randint(1, 9))) for _ in range(chance.randint(1, 4))
    )


def ranked(connection: Connection, shelf: Shelf, words: list[str], limit: int) -> tuple[list[object], list[object]]:
    """The first passages and documents of the scope as they are added up, and as full text ranks them."""
    set_scope(connection, shelf.visible(connection, shelf.view()), Filters())
    scope = {"match": any_of(words), "limit": limit, "scope": connection.scope.number}  # type: ignore[attr-defined]
    shown = np.array([row[0] for row in connection.execute("SELECT content_id FROM temp.scope")], dtype=np.int64)
    added: list[object] = []
    asked: list[object] = []
    for index, sql in ((PASSAGES, Q.passages_by_words), (DOCUMENTS, Q.documents_by_words)):
        rows = add_up(connection, index, each_of(words))
        contents = owners(connection, rows.ids) if index is PASSAGES else rows.ids
        added.append(best_rows(rows.where(terms.is_among(shown, contents)), limit))
        asked.append([(id, -score) for id, score in connection.execute(sql, scope)])
    return added, asked


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 10_000))
def test_what_is_added_up_is_what_full_text_ranks_whoever_wrote_since(seed: int) -> None:
    chance = random.Random(seed)
    with TemporaryDirectory() as folder, Database(Path(folder) / "k.db", "knowledge") as knowledge:
        shelf = Shelf(knowledge, None)
        for number in range(8):
            with Database(knowledge.path, "knowledge") as other:
                writer = Shelf(other, None)
                writer.put(f"{number}.md", text(chance), title=chance.choice(("", "read a table")))
                shelf.files |= writer.files
                if number % 3 == 2:  # forget one that is in the view, of which a moment ago somebody was told
                    gone = shelf.files.pop(chance.choice(sorted(shelf.files)))
                    row = other.read(
                        lambda c, b=gone.blob: c.execute("SELECT id FROM content WHERE blob = ?", (b,)).fetchone()  # type: ignore[misc]
                    )
                    other.write(lambda c, id=row[0]: store.drop(c, [id]))  # type: ignore[misc]
            for _ in range(FEW):
                words = chance.choices(VOCABULARY, k=chance.randint(1, 5))
                limit = chance.choice((1, 2, 3, 100))
                added, asked = knowledge.read(lambda c, w=words, n=limit: ranked(c, shelf, w, n))  # type: ignore[misc]
                assert added == asked


def test_words_are_counted_as_full_text_counts_them_and_rows_by_its_own_record(shelf: Shelf) -> None:
    for number in range(130):
        shelf.put(f"{number}.md", "a file" if number % 2 else "a table")

    def counted(connection: Connection) -> tuple[int, dict[str, int]]:
        return count_rows(connection, PASSAGES), count_words(connection, PASSAGES, ['"file"', '"tables"', '"none"'])

    assert shelf.knowledge.read(counted) == (130, {'"file"': 65, '"tables"': 65, '"none"': 0})


def test_rows_are_kept_from_the_second_question_of_an_index_that_nobody_changed(shelf: Shelf) -> None:
    shelf.put("a.md", "a file")

    def asked(questions: str) -> list[bool]:
        return [shelf.knowledge.read(lambda c, one=one: keeps(c, PASSAGES, one)) for one in questions]  # type: ignore[misc]

    assert asked("aabba") == [False, False, True, True, True]
    shelf.put("b.md", "a table")
    assert asked("bc") == [False, True]
    assert not shelf.knowledge.write(lambda c: keeps(c, PASSAGES, "a") or keeps(c, PASSAGES, "b"))


def test_words_that_were_asked_for_last_are_kept_within_a_bound(shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(20):
        shelf.put(f"{number}.md", "file line table")
    monkeypatch.setattr(terms, "MOST_BYTES", 2 * 20 * 16)

    def asked(connection: Connection) -> list[int]:
        rows = [add_up(connection, PASSAGES, [f'"{word}"']) for word in ("file", "line", "table", "file")]
        kept = connection.words[PASSAGES.state]
        assert list(kept.words) == ['"table"', '"file"']  # type: ignore[attr-defined]
        return [len(each.ids) for each in rows]

    assert shelf.knowledge.read(asked) == [20] * 4


def test_a_passage_that_is_not_there_belongs_to_nobody(shelf: Shelf) -> None:
    shelf.put("a.md", "one\n\ntwo")
    found = shelf.knowledge.read(lambda c: owners(c, np.array([0, 1, 2, 3, 900], dtype=np.int64)))
    assert found.tolist() == [terms.NOBODY, 1, 1, terms.NOBODY, terms.NOBODY]
