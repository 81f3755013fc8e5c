"""The same fact in other words is found by the bundled model; one number, name, noun, denial or place makes another."""

import random
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scrubjay.inference.embedding.onnx import OnnxEmbedder
from scrubjay.memory.grouping.alignment import weights
from scrubjay.memory.grouping.guards import kept_apart, rule_for
from scrubjay.memory.grouping.same import SameFact, groups
from tests.shared.memory.grouping.conftest import TopicEmbedder

TOGETHER = [
    ("Route changes must be confirmed by dispatch.", "Dispatch has to confirm any change of a route."),
    ("Nurses can't edit prescriptions.", "A nurse isn't allowed to change prescriptions."),
    ("Delivery photos are stored for a year.", "We keep photos of deliveries for 12 months."),
    ("Drivers have to confirm each stop.", "Every stop must be confirmed by the driver."),
]
APART = [
    ("Drivers have to confirm each stop.", "Drivers have to confirm each break."),
    ("Heavy parcels need two drivers.", "Two drivers are needed for frozen goods."),
    ("Route changes must be confirmed by dispatch.", "Dispatch must confirm every overtime request."),
    ("The shop gets its stock from the depot.", "The depot gets its stock from the shop."),
]
CLAIMS = [one for pair in TOGETHER for one in pair]

WORDS = "the a driver parcel token is must never stops 30 60 days Ana Bo replica primary from to and by not".split()  # noqa: SIM905
SENTENCES = st.lists(st.sampled_from(WORDS), min_size=1, max_size=9).map(" ".join)


@pytest.fixture(scope="module")
def embedder() -> OnnxEmbedder:
    return OnnxEmbedder(threads=1)


@pytest.fixture(scope="module")
def same(embedder: OnnxEmbedder) -> SameFact:
    return SameFact(embedder)


@pytest.mark.parametrize(("one", "other"), TOGETHER)
def test_the_same_in_other_words_is_one_fact(same: SameFact, one: str, other: str) -> None:
    assert same(one, other)
    assert same(other, one)


@pytest.mark.parametrize(("one", "other"), APART)
def test_what_differs_in_one_thing_is_two_facts(same: SameFact, one: str, other: str) -> None:
    assert not same(one, other)
    assert not same(other, one)


@given(SENTENCES, SENTENCES)
@settings(max_examples=60, deadline=None)
def test_it_is_the_same_from_both_sides_and_of_itself(same: SameFact, one: str, other: str) -> None:
    assert same(one, other) == same(other, one)
    assert same(one, one)


@pytest.mark.parametrize("change", ["number", "negation", "name"])
@given(st.sampled_from(CLAIMS), st.integers(2, 900), st.integers(901, 9_999))
@settings(max_examples=40, deadline=None)
def test_one_number_denial_or_name_always_splits(same: SameFact, change: str, claim: str, few: int, many: int) -> None:
    body = claim.rstrip(".")
    left, right = {
        "number": (f"{body} in {few} of all cases.", f"{body} in {many} of all cases."),
        "negation": (f"It is true that {body}.", f"It is not true that {body}."),
        "name": (f"{body}, says Ana.", f"{body}, says Bogdan."),
    }[change]
    assert kept_apart(left, right)
    assert not same(left, right)


def test_groups_are_the_same_in_any_order_and_hold_no_two_that_differ(embedder: OnnxEmbedder, same: SameFact) -> None:
    texts = [*CLAIMS, *(one for pair in APART for one in pair)]
    texts = list(dict.fromkeys(texts))
    found = {frozenset(texts[place] for place in group) for group in groups(texts, vectors(embedder, texts), same, 0.6)}
    assert all(same(one, other) for group in found for one in group for other in group)
    assert {frozenset(pair) for pair in TOGETHER} == found
    random.Random(3).shuffle(texts)
    again = groups(texts, vectors(embedder, texts), same, 0.6)
    assert {frozenset(texts[place] for place in group) for group in again} == found


def vectors(embedder: OnnxEmbedder, texts: list[str]) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    return embedder.embed_passages(texts).vectors


def test_likeness_is_not_handed_on_from_one_to_the_next() -> None:
    near: Callable[[str, str], bool] = lambda one, other: abs(int(one) - int(other)) <= 1  # noqa: E731
    every = np.ones((4, 1), dtype=np.float32)
    assert groups(["1", "2", "3", "4"], every, near, 0.5) == ((0, 1), (2, 3))
    assert groups(["4", "3", "2", "1"], every, near, 0.5) == ((0, 1), (2, 3))


def test_the_bundled_model_is_the_one_that_weights_and_bound_belong_to(embedder: OnnxEmbedder) -> None:
    """If this fails after a change of the model or its states: `python -m tests.training.same`, and rules.json."""
    key = embedder.fingerprint.key
    assert weights()["fingerprint"] == key
    assert rule_for(key).cosine < rule_for("").cosine


def test_nothing_without_a_vector_is_grouped() -> None:
    assert groups(["a", "a"], np.zeros((2, 3), dtype=np.float32), lambda *_: True, 0.5) == ()


def test_by_an_embedder_without_states_only_what_is_near_and_reworded_is_one_fact() -> None:
    same = SameFact(TopicEmbedder())
    assert same("API tokens expire after 90 days.", "You must renew an access token every 90 days, else it is void.")
    assert not same("The token is long.", "The token is old.")
    assert not same("The ledger is append-only, as the auditors asked.", "Each deploy of the day is announced by mail.")
