"""Comparison of vectors with a query: signs as a prefilter, double precision to decide.

Hamming distance orders about as the angle does (Charikar, STOC 2002). The nearest few thousand are ordered again by the
query's own components, of which the signs say which to add (Gordo and Perronnin, CVPR 2011): among 105,000 vectors in
clumps around 500 of turns of BEAM, the best thousand then hold .988 of the true fifty instead of .956.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any

from scrubjay.inference.numeric import np
from scrubjay.knowledge.index.cache import Rows
from scrubjay.knowledge.index.codes import as_codes, cosines, products
from scrubjay.model.encoded import Vector

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from scrubjay.knowledge.index.codes import Codes

    Blobs = Iterable[tuple[int, bytes]]


MARGIN = 1e-4
"""Single precision is off by less: what is within it of the k-th cosine is compared again in double precision."""

SCANNED_AT_ONCE = 4096


def nearest_in_memory(cached: Rows, visible: NDArray[np.bool_], query: Vector, k: int) -> list[tuple[int, float]]:
    """The k best visible (passage, cosine) of held vectors. Ties, to six digits: the higher passage first."""
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
    """The cached vectors of some passages, without missing and zero ones: ids in the given order, and (n, dim)."""
    order = cached.by_passage
    positions = np.minimum(np.searchsorted(cached.in_order, passages), max(len(order) - 1, 0))
    present = cached.in_order[positions] == passages if len(order) else np.zeros(len(passages), dtype=bool)
    chosen = order[positions[present]] if len(order) else order
    lengths = cached.lengths[chosen]
    if (lengths > 1).all():
        ids = passages if present.all() else passages[present]
    else:  # texts that the model doesn't hold have vectors of zeros, which say nothing; others' codes are long
        ids, chosen, lengths = passages[present][lengths > 1], chosen[lengths > 1], lengths[lengths > 1]
    vectors = cached.values[chosen].astype(np.float32)
    vectors /= lengths[:, None]
    return ids, vectors


def without_zeros(ids: NDArray[np.int64], vectors: Vector) -> tuple[NDArray[np.int64], Vector]:
    """The vectors that aren't zero, with their ids; zero means that the model knows none of the text's words."""
    held = vectors.any(axis=1)
    return (ids, vectors) if held.all() else (ids[held], vectors[held])


def nearest_rows(rows: Blobs, query: Vector, k: int) -> list[tuple[int, float]]:
    """The k best (id, cosine) of (id, vector), in bounded memory. Ties, to six digits: the higher id first."""
    top: dict[int, float] = {}
    iterator = iter(rows)
    while batch := list(islice(iterator, SCANNED_AT_ONCE)):
        ids = np.array([row[0] for row in batch], dtype=np.int64)
        top |= _first_k(ids, as_codes([row[1] for row in batch], query.shape[0]), query, k)
        top = dict(sorted(top.items(), key=lambda pair: (-pair[1], -pair[0]))[:k])
    return list(top.items())


def _first_k(ids: NDArray[np.int64], codes: Codes, query: Vector, k: int) -> list[tuple[int, float]]:
    """The k best (id, cosine), best first, of equal ones the higher id; zero vectors are left out."""
    scores = np.round(cosines(codes, query), 6)
    order = np.lexsort((-ids, -scores))[:k]
    # A text that the model doesn't hold has a vector of zeros: it is near to nothing.
    order = order[(scores[order] != 0) | codes[order].any(axis=1)]
    return list(zip(ids[order].tolist(), scores[order].tolist(), strict=True))


WIDE = 4
"""Times as many passages as are wanted that are ordered the second time: 8 gave no more."""

WORD = 8
"""Bytes that are compared at once; shorter bits are filled up."""


def pack_bits(vectors: Vector | Codes) -> list[bytes]:
    """The signs of each vector or code, eight in a byte."""
    return [row.tobytes() for row in np.packbits(vectors > 0, axis=1)]


def as_words(bits: Sequence[bytes]) -> NDArray[np.uint64]:
    """Packed bits in words (n, dim / 64)."""
    if not bits:
        return np.zeros((0, 1), dtype=np.uint64)
    size = -(-len(bits[0]) // WORD) * WORD
    joined = b"".join(bits) if len(bits[0]) == size else b"".join(row.ljust(size, b"\0") for row in bits)
    return np.frombuffer(joined, dtype=np.uint64).reshape(len(bits), -1)


def nearest_by_bits(cached: Rows, visible: NDArray[np.bool_], query: Vector, k: int) -> list[int]:
    """The k visible passages nearest to a query by their vectors' signs, in no order; `cached` holds the signs."""
    rows = np.flatnonzero(visible)
    words = cached.values if len(rows) == len(cached.values) else cached.values[rows]
    if len(rows) > WIDE * k:
        rows = rows[_least_distances(_hamming_distances(words, query), cached.passages[rows], WIDE * k)]
    if len(rows) > k:
        signs = np.unpackbits(np.ascontiguousarray(cached.values[rows]).view(np.uint8), axis=1)[:, : query.shape[0]]
        estimates = np.round(signs.astype(np.float32) @ query, 5)
        rows = rows[np.lexsort((-cached.passages[rows], -estimates))[:k]]
    return [int(passage) for passage in cached.passages[rows]]


def _least_distances(differ: NDArray[np.uint16], passages: NDArray[np.int64], most: int) -> NDArray[np.int64]:
    """The indexes of the `most` smallest distances; of equal ones at the border the newest passages."""
    border = np.partition(differ, most - 1)[most - 1]
    nearer, equal = np.flatnonzero(differ < border), np.flatnonzero(differ == border)
    free = most - len(nearer)
    newest = equal[np.argpartition(-passages[equal], free - 1)[:free]]
    return np.asarray(np.concatenate([nearer, newest]), dtype=np.int64)


def _hamming_distances(words: NDArray[Any], query: Vector) -> NDArray[np.uint16]:
    """The Hamming distance of each row's sign bits to the query's; contiguous columns are read fastest."""
    (query_words,) = as_words(pack_bits(query[None, :]))
    differ = np.zeros(len(words), dtype=np.uint16)
    for column, word in enumerate(query_words):
        differ += np.bitwise_count(words[:, column] ^ word)
    return differ
