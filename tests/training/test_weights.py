"""The committed weights are what the training program makes of the committed rows, with the bundled model."""

from collections import Counter

import numpy as np
import pytest

from scrubjay.context.extraction.stated import STATED
from scrubjay.context.extraction.stated import THRESHOLD as WORTH_KEEPING
from scrubjay.inference.embedding.model import MODEL_SHA256
from scrubjay.inference.embedding.probe import load
from scrubjay.memory.grounding.injection import READER, TABLE, senses
from scrubjay.memory.grounding.injection import THRESHOLD as HELD
from tests.training.fit import Row, embed
from tests.training.rows import ASKS, TURNS, digest, labelled, reader_rows, stated_rows, turns
from tests.training.rows import READER as ROWS


def test_the_weights_belong_to_these_rows_and_this_model() -> None:
    """If this fails after a change of rows or model: `python -m tests.training`."""
    reader, stated = load(READER), load(STATED)
    assert (reader.rows, reader.model) == (digest(ROWS, TURNS, TABLE), MODEL_SHA256)
    assert (stated.rows, stated.model) == (digest(TURNS), MODEL_SHA256)
    assert len(reader.vector) == len(stated.vector) == 384


def test_each_ask_and_each_kind_of_other_text_has_rows_and_none_stands_twice() -> None:
    rows = labelled()
    counts = Counter(label for label, _ in rows)
    assert set(counts) == {*ASKS, "work", "fact", "prose", "ask", "claim"}
    assert all(counts[ask] >= 350 for ask in ASKS)
    assert len({text for _, text in rows}) == len(rows)


def test_what_is_kept_of_a_turn_stands_in_it_and_most_turns_have_nothing() -> None:
    every = turns()
    assert len({turn.turn for turn in every}) == len(every) >= 1_300
    assert all(kept in turn.turn for turn in every for kept in turn.keep)
    assert 3 * sum(bool(turn.keep) for turn in every) <= len(every)


@pytest.mark.parametrize(
    ("rows", "weights", "threshold"), [(reader_rows(), READER, HELD), (stated_rows(), STATED, WORTH_KEEPING)]
)
def test_the_weights_separate_rows_that_they_were_made_from(rows: list[Row], weights: object, threshold: float) -> None:
    some = rows[::23]
    probe = load(READER if weights is READER else STATED)
    vectors = embed([row.text for row in some])
    read = senses if weights is READER else lambda _: frozenset()
    seen = [
        probe.score(row.text, np.asarray(vector), read(row.text)) >= threshold
        for row, vector in zip(some, vectors, strict=True)
    ]
    assert sum(one == row.wanted for one, row in zip(seen, some, strict=True)) >= 0.9 * len(some)
