"""Grouping of vectors that are near each other into groups of memories, and the strongest of each. Pure."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from scrubjay.inference.numeric import np
from scrubjay.knowledge.index.codes import as_vectors
from scrubjay.model.grade import Grade

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from scrubjay.knowledge.index.codes import Codes
    from scrubjay.model.encoded import Vector


@dataclass(frozen=True, slots=True, order=True)
class FactLink:
    """Two memories that state the same fact, the older number first, with the cosine of their vectors."""

    one: int
    other: int
    cosine: float


@dataclass(frozen=True, slots=True)
class FactGroup:
    """A fact and the memories that state it, by id: `key` is the oldest, the strongest stands first among members."""

    key: str
    members: tuple[str, ...]
    strongest: str


def grouped(links: Iterable[FactLink]) -> tuple[tuple[int, ...], ...]:
    """The groups of linked memories, each in the order of their numbers; every two of a group are linked.

    The nearest pairs come together first, whatever order the links have. What would bring two together that aren't
    linked stays apart: likeness isn't handed on from one to the next.
    """
    linked: dict[int, set[int]] = defaultdict(set)
    unique = {(link.one, link.other): link for link in links}
    for one, other in unique:
        linked[one].add(other)
        linked[other].add(one)
    group_of: dict[int, tuple[int, ...]] = {number: (number,) for number in linked}
    for link in sorted(unique.values(), key=lambda link: (-link.cosine, link.one, link.other)):
        left, right = group_of[link.one], group_of[link.other]
        if left is not right and all(linked[number].issuperset(right) for number in left):
            joined = tuple(sorted((*left, *right)))
            group_of.update(dict.fromkeys(joined, joined))
    return tuple(sorted({group for group in group_of.values() if len(group) > 1}))


def by_strength(group: Iterable[int], grades: Mapping[int, Grade], weights: Mapping[int, float]) -> tuple[int, ...]:
    """The members of a group, the strongest first: by grade, then by weight, then the older one."""
    return tuple(
        sorted(group, key=lambda number: (grades.get(number, Grade.SAID).rank, -weights.get(number, 1.0), number))
    )


NEW_AT_ONCE: Final = 1024
ALL_AT_ONCE: Final = 4096
"""Vectors of a block: a product of 16 MB."""

MOST_NEAR: Final = 50
"""Of one memory; in a crowd of near repetitions the nearest stand for all."""

MARGIN: Final = 1e-4
"""Single precision is off by less."""


@dataclass(frozen=True, slots=True)
class Comparables:
    """Memories of one kind and place in the order of their day: numbers, days, codes (n, dim), and which are new."""

    numbers: NDArray[np.int64]
    days: NDArray[np.float64]
    codes: Codes
    new: NDArray[np.bool_]


def near_pairs(rows: Comparables, least: float, window: int) -> Iterator[tuple[list[int], list[FactLink]]]:
    """For each block of new memories: their numbers, and the pairs at least so alike within so many days.

    Equal codes have equal cosines, to six digits.
    """
    new = np.flatnonzero(rows.new)
    for start in range(0, len(new), NEW_AT_ONCE):
        block = new[start : start + NEW_AT_ONCE]
        found = _near_pairs_of_block(rows, block, least, window)
        yield rows.numbers[block].tolist(), found


def _near_pairs_of_block(rows: Comparables, block: NDArray[np.int64], least: float, window: int) -> list[FactLink]:
    vectors, days = as_vectors(rows.codes[block]), rows.days[block]
    first = int(np.searchsorted(rows.days, days.min() - window, side="left"))
    end = int(np.searchsorted(rows.days, days.max() + window, side="right"))
    pairs: list[NDArray[np.int64]] = []
    cosines: list[NDArray[np.float32]] = []
    for start in range(first, end, ALL_AT_ONCE):
        stop = min(start + ALL_AT_ONCE, end)
        products = vectors @ as_vectors(rows.codes[start:stop]).T
        left, right = np.nonzero(products >= least - MARGIN)
        others = right + start
        kept = (np.abs(days[left] - rows.days[others]) <= window) & (
            (others > block[left]) | (~rows.new[others] & (others != block[left]))
        )
        pairs.append(np.stack([left[kept], others[kept]], axis=1))
        cosines.append(products[left[kept], right[kept]])
    return list(_nearest(rows, block, np.concatenate(pairs), np.concatenate(cosines), vectors, least))


def _nearest(
    rows: Comparables, block: NDArray[np.int64], pairs: NDArray[np.int64], cosines: NDArray[np.float32],
    vectors: Vector, least: float,
) -> Iterator[FactLink]:  # fmt: skip
    """The few memories nearest to each of a block, as links; their cosines are in double precision."""
    order = np.lexsort((rows.numbers[pairs[:, 1]], -cosines, pairs[:, 0]))
    pairs = pairs[order]
    _, starts, counts = np.unique(pairs[:, 0], return_index=True, return_counts=True)
    place = np.arange(len(pairs)) - np.repeat(starts, counts)
    pairs = pairs[place < MOST_NEAR]
    for start in range(0, len(pairs), ALL_AT_ONCE):
        part = pairs[start : start + ALL_AT_ONCE]
        left = vectors[part[:, 0]].astype(np.float64)
        right = as_vectors(rows.codes[part[:, 1]]).astype(np.float64)
        exact = np.round((left * right).sum(axis=1), 6)
        for (mine, other), cosine in zip(part.tolist(), exact.tolist(), strict=True):
            if cosine >= least:
                one, two = sorted((int(rows.numbers[block[mine]]), int(rows.numbers[other])))
                yield FactLink(one, two, cosine)
