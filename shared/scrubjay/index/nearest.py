"""Comparison of vectors with a query: double precision decides, ties go to the newer passage. No I/O."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import TYPE_CHECKING

from scrubjay.index.cache import Rows
from scrubjay.inference.embedding.embedder import Vector

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

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
    similar = cached.values[rows] @ query if few else (cached.values @ query)[rows]
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
    return passages[present], cached.values[order[positions[present]]] if len(order) else np.empty(
        (0, 0), dtype=np.float32
    )


def best(rows: Blobs, query: Vector, k: int) -> list[tuple[int, float]]:
    """The k best (id, cosine) of (id, vector), in bounded memory. Ties, to six digits: the higher id first."""
    top: dict[int, float] = {}
    iterator = iter(rows)
    while batch := list(islice(iterator, SCANNED_AT_ONCE)):
        import numpy as np

        ids = np.array([row[0] for row in batch], dtype=np.int64)
        top |= _first_k(ids, as_vectors([row[1] for row in batch]), query, k)
        top = dict(sorted(top.items(), key=lambda pair: (-pair[1], -pair[0]))[:k])
    return list(top.items())


def _first_k(ids: NDArray[np.int64], vectors: Vector, query: Vector, k: int) -> list[tuple[int, float]]:
    import numpy as np

    # In double precision, so that equal vectors score equally wherever they stand in a block.
    scores = np.round(vectors.astype(np.float64) @ query.astype(np.float64), 6)
    order = np.lexsort((-ids, -scores))[:k]
    return list(zip(ids[order].tolist(), scores[order].tolist(), strict=True))


def as_vectors(blobs: Sequence[bytes]) -> Vector:
    """Stored vectors as an array (n, dim)."""
    import numpy as np

    joined = np.frombuffer(b"".join(blobs), dtype=np.float32)
    return joined.reshape(len(blobs), -1) if blobs else np.empty((0, 0), dtype=np.float32)
