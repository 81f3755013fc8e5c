"""Stored vectors, quantised: a byte a component.

Cosines are off by .0005; what is found, and where it stands, changes by noise only: recall@10 is the same on
doc_links and commit_to_doc, that of CoSQA .808 as with 4 bytes, nDCG@10 .588 instead of .587.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from scrubjay.inference.numeric import np
from scrubjay.model.encoded import Vector

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Codes = NDArray[np.int8]


LARGEST = 127

AT_ONCE = 256
"""Vectors of a block that is widened for a product: it stays in the processor's cache, so that the product takes a
quarter longer than that of vectors of 4 bytes, in a quarter of the memory."""


def quantise(vectors: Vector) -> Codes:
    """The codes (n, dim) of vectors; zeros stay zeros."""
    largest = np.abs(vectors).max(axis=1, keepdims=True, initial=1e-12)
    return np.asarray(np.rint(vectors * (LARGEST / largest)), dtype=np.int8)


def as_codes(blobs: Sequence[bytes], dim: int) -> Codes:
    """Stored vectors as codes (n, dim)."""
    return np.frombuffer(b"".join(blobs), dtype=np.int8).reshape(len(blobs), dim)


def as_vectors(codes: Codes) -> Vector:
    """The vectors (n, dim) of some codes, of length 1."""
    vectors = codes.astype(np.float32)
    vectors /= lengths(codes)[:, None]
    return vectors


def cosines(codes: Codes, query: Vector) -> NDArray[np.float64]:
    """The cosine of each code with a query of length 1, in double precision: equal codes get equal cosines."""
    wide = codes.astype(np.float64)
    lengths = np.sqrt((wide * wide).sum(axis=1))
    return np.asarray((wide @ query.astype(np.float64)) / np.maximum(lengths, 1), dtype=np.float64)


def products(codes: Codes, query: Vector) -> NDArray[np.float32]:
    """The dot product of each code with a query, in single precision."""
    result = np.empty(len(codes), dtype=np.float32)
    for start, block in _widened(codes):
        np.dot(block, query, out=result[start : start + len(block)])
    return result


def lengths(codes: Codes) -> NDArray[np.float32]:
    """The length of each code, at least 1."""
    result = np.empty(len(codes), dtype=np.float32)
    for start, block in _widened(codes):
        np.einsum("ij,ij->i", block, block, out=result[start : start + len(block)])
    return np.asarray(np.maximum(np.sqrt(result), 1), dtype=np.float32)


def _widened(codes: Codes) -> Iterator[tuple[int, Vector]]:
    """Blocks of codes as floating-point numbers, each with the index of its first row, valid until the next block."""
    space = np.empty((AT_ONCE, codes.shape[1]), dtype=np.float32)
    for start in range(0, len(codes), AT_ONCE):
        part = codes[start : start + AT_ONCE]
        block = space[: len(part)]
        np.copyto(block, part)
        yield start, block
