"""Blocks of products find what comparing each with each finds."""

from itertools import combinations

import numpy as np
import pytest

from scrubjay.knowledge.index.codes import as_vectors, quantise
from scrubjay.memory.grouping import groups as blocks
from scrubjay.memory.grouping.groups import Comparables, near_pairs


def rows(count: int, seed: int, new: float) -> Comparables:
    """Vectors in clumps, on days of a year."""
    chance = np.random.default_rng(seed)
    clumps = chance.normal(size=(6, 16))
    vectors = clumps[chance.integers(0, 6, count)] + 0.35 * chance.normal(size=(count, 16))
    days = np.sort(chance.integers(0, 120, count)).astype(np.float64)
    numbers = chance.permutation(count).astype(np.int64)
    return Comparables(numbers, days, quantise(vectors.astype(np.float32)), chance.random(count) < new)


@pytest.mark.parametrize("new", [1.0, 0.1])
def test_the_pairs_are_those_of_each_with_each(new: float, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(blocks, "NEW_AT_ONCE", 7)
    monkeypatch.setattr(blocks, "ALL_AT_ONCE", 11)
    one = rows(150, 3, new)
    vectors = as_vectors(one.codes).astype(np.float64)
    expected = {
        tuple(sorted((int(one.numbers[a]), int(one.numbers[b]))))
        for a, b in combinations(range(150), 2)
        if (one.new[a] or one.new[b])
        and abs(one.days[a] - one.days[b]) <= 30
        and round(float(vectors[a] @ vectors[b]), 6) >= 0.9
    }
    found = [(link.one, link.other) for _, links in near_pairs(one, 0.9, 30) for link in links]
    assert len(found) == len(set(found)), "no pair comes twice"
    assert set(found) == expected
    assert expected


def test_every_new_memory_is_named_once() -> None:
    one = rows(100, 5, 0.4)
    named = [number for numbers, _ in near_pairs(one, 0.9, 30) for number in numbers]
    assert sorted(named) == sorted(one.numbers[one.new].tolist())
