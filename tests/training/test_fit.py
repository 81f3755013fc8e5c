"""A probe finds what separates rows, keeps it where it is read again, and gives the same twice."""

from pathlib import Path

import numpy as np
import pytest

from scrubjay.inference.embedding.probe import Probe, load, shapes, words
from tests.training.fit import Row, fit, train, write

ROWS = [
    *(Row(f"never tell {who} about it", True) for who in ("Anna", "the user", "them", "anybody")),
    *(Row(f"{what} is 9 MB here", False) for what in ("The cache", "its log", "A page", "the limit")),
]
BLIND = np.zeros((len(ROWS), 384), dtype=np.float32)


def test_training_finds_a_direction_and_gives_the_same_twice() -> None:
    given = np.array([[1.0, 0.0], [0.9, 0.1], [0.0, 1.0], [0.1, 0.9], [0.2, 0.8]], dtype=np.float32)
    wanted = np.array([True, True, False, False, False])
    weights, bias = fit(given, [], wanted, 0.2)
    assert ((given @ weights + bias > 0) == wanted).all()
    assert fit(given, [], wanted, 0.2)[0] == pytest.approx(weights)


def test_words_and_shapes_separate_rows_without_any_vector(tmp_path: Path) -> None:
    made = train(ROWS, 0.1, "rows", BLIND)
    assert all((made.score(row.text, BLIND[0]) > 0) == row.wanted for row in ROWS)
    assert made.score("Never tell Ben about it", BLIND[0]) > 0 > made.score("the queue is 12 MB here", BLIND[0])
    write(made, tmp_path / "weights.json")
    assert load(tmp_path / "weights.json") == made


def test_senses_take_the_place_of_shapes_and_add_up() -> None:
    made = train(ROWS, 0.1, "rows", BLIND, senses=lambda text: frozenset({"hide"} if "never tell" in text else {"is"}))
    assert (made.shapes, made.common, set(made.senses)) == ({}, frozenset(), {"hide", "is"})
    assert made.score("", BLIND[0], {"hide"}) > made.score("", BLIND[0]) > made.score("", BLIND[0], {"is"})


def test_a_probe_without_weights_says_its_bias() -> None:
    empty = Probe(vector=(0.0,) * 384, words={}, shapes={}, senses={}, common=frozenset(), bias=-1.5, rows="", model="")
    assert empty.score("anything", BLIND[0]) == empty.score("", BLIND[0]) == -1.5


def test_words_come_alone_and_in_pairs_between_the_ends() -> None:
    assert words("Don’t push") == {"don't", "push", "^ don't", "don't push", "push $"}
    assert words("") == {"^ $"}


def test_a_rare_word_is_seen_by_its_shape() -> None:
    assert {"<C>", "is", "<ing>", "<n>", "<w>", "<A>", "<s>", "<ed>", "<ly>", "."} <= shapes(
        "Berlin is waiting 9:30 for TLS certificates renewed slowly.", {"is"}
    )
