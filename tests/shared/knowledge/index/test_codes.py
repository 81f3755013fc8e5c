"""A vector is stored in a byte a component, and still tells near from far."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from scrubjay.inference.numeric import normalised
from scrubjay.knowledge.index.codes import as_codes, as_vectors, cosines, lengths, products, quantise
from scrubjay.model.encoded import Vector

DIM = 384
SEEDS = st.integers(0, 2**32 - 1)


def some(rows: int, seed: int, dim: int = DIM) -> Vector:
    return normalised(np.random.default_rng(seed).normal(size=(rows, dim)).astype(np.float32), dim)


@settings(max_examples=30)
@given(SEEDS, st.integers(1, 600))
def test_a_code_points_where_its_vector_did(seed: int, rows: int) -> None:
    vectors = some(rows, seed)
    codes = quantise(vectors)
    assert codes.nbytes == rows * DIM
    assert (as_vectors(codes) * vectors).sum(axis=1).min() > 0.9999


@settings(max_examples=30)
@given(SEEDS, st.integers(0, 600))
def test_single_precision_in_blocks_is_off_by_less_than_the_border_takes_in(seed: int, rows: int) -> None:
    codes, query = quantise(some(rows, seed)), some(1, seed + 1)[0]
    single = products(codes, query) / lengths(codes)
    assert np.abs(single - cosines(codes, query)).max(initial=0) < 1e-5


def test_a_vector_of_zeros_is_near_to_nothing() -> None:
    codes = quantise(np.zeros((1, DIM), dtype=np.float32))
    assert cosines(codes, some(1, 7)[0]).tolist() == [0.0]
    assert not as_vectors(codes).any()


def test_no_vectors_are_no_codes() -> None:
    assert as_codes([], DIM).shape == (0, DIM)
    assert quantise(np.empty((0, DIM), dtype=np.float32)).shape == (0, DIM)
