"""Which of many vectors are near each other? Blocks of products, the new ones with all; nothing is compared twice."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from scrubjay.knowledge.index.codes import as_vectors

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from scrubjay.knowledge.index.codes import Codes
    from scrubjay.memory.grouping.groups import FactLink
    from scrubjay.model.encoded import Vector

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


def near(rows: Comparables, least: float, window: int) -> Iterator[tuple[list[int], list[FactLink]]]:
    """For block after block of new memories: their numbers, and the pairs of at least a cosine within so many days.

    Equal codes have equal cosines, to six digits.
    """
    import numpy as np

    new = np.flatnonzero(rows.new)
    for start in range(0, len(new), NEW_AT_ONCE):
        block = new[start : start + NEW_AT_ONCE]
        found = _near_block(rows, block, least, window)
        yield rows.numbers[block].tolist(), found


def _near_block(rows: Comparables, block: NDArray[np.int64], least: float, window: int) -> list[FactLink]:
    import numpy as np

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
    """The nearest few of each as links, their cosines in double precision."""
    import numpy as np

    from scrubjay.memory.grouping.groups import FactLink

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
