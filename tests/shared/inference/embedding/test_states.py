"""A token's state is small, and still tells like from unlike."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scrubjay.inference.embedding.onnx import OnnxEmbedder
from scrubjay.inference.embedding.states import (
    LONG,
    REDUCED,
    TOKEN_BYTES,
    States,
    pack,
    reduce,
    unpack,
)


def some(tokens: int, seed: int = 7, dim: int = 384) -> States:
    return np.random.default_rng(seed).normal(size=(tokens, dim)).astype(np.float32)


def test_a_token_takes_twenty_four_bytes() -> None:
    assert len(pack(reduce(some(200)))) == 200 * TOKEN_BYTES == 4800


def test_no_token_takes_no_byte() -> None:
    assert pack(reduce(some(0))) == b""
    assert unpack(b"").shape == (0, REDUCED)


@settings(derandomize=True, deadline=None, max_examples=20)
@given(seed=st.integers(0, 2**32 - 1), tokens=st.integers(1, 40))
def test_unpacking_gives_back_each_state_but_for_the_rounding(seed: int, tokens: int) -> None:
    reduced = reduce(some(tokens, seed))
    back = unpack(pack(reduced))
    lengths = np.linalg.norm(back, axis=1)
    np.testing.assert_allclose(lengths, LONG, rtol=1e-5)
    assert ((back * reduced).sum(axis=1) / lengths).min() > 0.88


def test_cosines_survive_the_rotation() -> None:
    # Two crowds around two centres: near stays near, far stays far.
    centres = some(2)
    crowd = np.repeat(centres, 50, axis=0) + some(100, seed=8) * 0.7
    whole = crowd / np.linalg.norm(crowd, axis=1, keepdims=True)
    small = unpack(pack(reduce(crowd)))
    assert np.abs(whole @ whole.T - small @ small.T).mean() < 0.12


def test_the_rotation_is_the_same_for_ever() -> None:
    # Stored states are compared with those of later versions: these digits must never change.
    first = reduce(np.eye(384, dtype=np.float32)[:1])[0, :3]
    np.testing.assert_allclose(first, [-0.11109, 0.14057, -0.16817], atol=1e-5)


def test_a_model_with_fewer_dimensions_than_that_is_only_turned() -> None:
    states = some(5, dim=32)
    whole = states / np.linalg.norm(states, axis=1, keepdims=True)
    np.testing.assert_allclose(reduce(states) @ reduce(states).T, whole @ whole.T, atol=1e-5)


@pytest.fixture(scope="module")
def model() -> OnnxEmbedder:
    return OnnxEmbedder()


def test_the_model_gives_a_state_for_each_token_that_tells_something(model: OnnxEmbedder) -> None:
    query = model.embed_query("commit a changes")
    assert query.states is not None
    assert query.weights is not None
    assert query.states.shape == (3, REDUCED)
    assert (query.weights > 0).tolist() == [True, False, True]
    short, long = model.embed_passages(["commit a changes", "commit a changes!, and then the rest"]).states
    assert len(short) == 2 * TOKEN_BYTES
    assert len(long) == 3 * TOKEN_BYTES
    assert (unpack(short) @ query.states[[0, 2]].T).argmax(axis=0).tolist() == [0, 1]


def test_text_without_a_token_has_no_state(model: OnnxEmbedder) -> None:
    query = model.embed_query("")
    assert query.states is not None
    assert query.states.shape == (0, REDUCED)
    assert model.embed_passages([""]).states == (b"",)
