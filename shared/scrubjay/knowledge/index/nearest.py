"""Comparison of vectors with a query: double precision decides, ties go to the newer passage. No I/O."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import TYPE_CHECKING

from scrubjay.knowledge.index.cache import Rows
from scrubjay.knowledge.index.codes import as_codes, as_vectors, cosines, products
from scrubjay.model.encoded import Vector

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from scrubjay.knowledge.index.codes import Codes

    Blobs = Iterable[tuple[int, bytes]]

MARGIN = 1e-4
"""Single precision is off by less: what is within it of the k-th cosine is compared again in double precision."""

SCANNED_AT_ONCE = 4096


def nearest_in_memory(cached: Rows, visible: NDArray[np.bool_], query: Vector, k: int) -> list[tuple[int, float]]:
    """The k best visible (passage, cosine) of held vectors. Ties, to six digits: the higher passage first."""
    import numpy as np

    rows = np.flatnonzero(visible)
    if not len(rows) or k < 1:
        return []
    few = len(rows) * 4 < len(cached.values)
    similar = products(cached.values[rows], query) if few else products(cached.values, query)[rows]
    similar /= cached.lengths[rows]
    if len(rows) > k:
        border = np.partition(similar, len(rows) - k)[len(rows) - k]
        rows = rows[similar >= border - MARGIN]
    return _first_k(cached.passages[rows], cached.values[rows], query, k)


def rows_of(cached: Rows, passages: NDArray[np.int64]) -> tuple[NDArray[np.int64], Vector]:
    """The cached vectors of some passages, where they have one: ids in the given order, and (n, dim)."""
    import numpy as np

    order = cached.by_passage
    positions = np.minimum(np.searchsorted(cached.passages[order], passages), max(len(order) - 1, 0))
    present = cached.passages[order[positions]] == passages if len(order) else np.zeros(len(passages), dtype=bool)
    chosen = order[positions[present]] if len(order) else order
    return passages[present], as_vectors(cached.values[chosen])


def without_zeros(ids: NDArray[np.int64], vectors: Vector) -> tuple[NDArray[np.int64], Vector]:
    """The vectors of texts that the model holds, with their ids: others are zeros, which say nothing."""
    held = vectors.any(axis=1)
    return (ids, vectors) if held.all() else (ids[held], vectors[held])


def best(rows: Blobs, query: Vector, k: int) -> list[tuple[int, float]]:
    """The k best (id, cosine) of (id, vector), in bounded memory. Ties, to six digits: the higher id first."""
    top: dict[int, float] = {}
    iterator = iter(rows)
    while batch := list(islice(iterator, SCANNED_AT_ONCE)):
        import numpy as np

        ids = np.array([row[0] for row in batch], dtype=np.int64)
        top |= _first_k(ids, as_codes([row[1] for row in batch], query.shape[0]), query, k)
        top = dict(sorted(top.items(), key=lambda pair: (-pair[1], -pair[0]))[:k])
    return list(top.items())


def _first_k(ids: NDArray[np.int64], codes: Codes, query: Vector, k: int) -> list[tuple[int, float]]:
    import numpy as np

    scores = np.round(cosines(codes, query), 6)
    order = np.lexsort((-ids, -scores))[:k]
    # A text that the model doesn't hold has a vector of zeros: it is near to nothing.
    order = order[(scores[order] != 0) | codes[order].any(axis=1)]
    return list(zip(ids[order].tolist(), scores[order].tolist(), strict=True))
