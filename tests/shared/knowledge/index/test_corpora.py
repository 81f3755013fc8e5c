"""How far the vectors are is counted and told by corpus."""

import pytest

from scrubjay.knowledge.index.kinds import corpora_of, describe, missing, share
from scrubjay.knowledge.index.vectors import VectorIndex
from scrubjay.model.encoded import EmbeddedCorpus, Encoded
from tests.shared.knowledge.index.test_vectors import MARK, unit
from tests.shared.shelf import Shelf


def test_formats_are_told_by_their_corpus_in_one_order() -> None:
    rows = [("commit", 0, 1212), ("rst", 700, 1400), ("markdown", 70, 26), ("memory", 2, 2)]
    assert corpora_of(rows) == (
        EmbeddedCorpus("documents", 770, 1426),
        EmbeddedCorpus("memories", 2, 2),
        EmbeddedCorpus("commits", 0, 1212),
    )


def test_turns_and_whole_sessions_are_turns_and_what_has_no_passage_is_left_out() -> None:
    assert corpora_of([("turn", 1, 2), ("session", 1, 1), ("markdown", 0, 0)]) == (EmbeddedCorpus("turns", 2, 3),)


@pytest.mark.parametrize(
    ("corpora", "words", "part"),
    [
        (
            (EmbeddedCorpus("documents", 770, 1426), EmbeddedCorpus("commits", 0, 1212)),
            "documents 770 of 1,426, commits 0 of 1,212 passages",
            770 / 2638,
        ),
        ((EmbeddedCorpus("documents", 0, 1),), "documents 0 of 1 passage", 0.0),
        (
            (EmbeddedCorpus("documents", 3, 3), EmbeddedCorpus("commits", 5, 5)),
            "documents 3 of 3, commits 5 of 5 passages",
            1.0,
        ),
        ((), "0 of 0 passages", 1.0),
    ],
)
def test_each_corpus_has_its_numbers_and_the_share_is_of_all(
    corpora: tuple[EmbeddedCorpus, ...], words: str, part: float
) -> None:
    assert describe(corpora) == words
    assert share(corpora) == part


@pytest.mark.parametrize(
    ("embedded", "said"),
    [
        (0, "keyword only: nothing of this is embedded yet"),
        (3, "documents 3 of 4 passages embedded; the rest is found by keyword only"),
        (4, ""),
    ],
)
def test_what_is_missing_is_said_until_nothing_is(embedded: int, said: str) -> None:
    assert missing([EmbeddedCorpus("documents", embedded, 4)]) == said


def test_a_database_counts_what_has_a_vector_of_this_embedder(shelf: Shelf) -> None:
    index = VectorIndex(MARK)
    shelf.put("a.md", "one\n\ntwo\n\nthree")
    assert shelf.knowledge.read(index.corpora) == (EmbeddedCorpus("documents", 0, 3),)
    (first, _), *_ = shelf.knowledge.read(lambda c: index.pending(c, 1))
    shelf.knowledge.write(lambda c: index.add(c, [first], Encoded(unit(1))))
    assert shelf.knowledge.read(index.corpora) == (EmbeddedCorpus("documents", 1, 3),)
