"""What a passage shows of a claim, what the committed trees make of it, and that they are those of the rows."""

import json
from itertools import islice

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scrubjay.grounding.support.alignment import alignment
from scrubjay.grounding.support.forest import TREES, Forest, forest
from scrubjay.grounding.support.supporting import NOTHING, evidence, supporter
from scrubjay.grounding.support.wording import wording

from scrubjay.grounding.blocks import Form
from scrubjay.grounding.passage import Passage
from scrubjay.inference.embedding.bundle import MODEL_SHA256
from scrubjay.inference.embedding.onnx import OnnxEmbedder
from tests.benchmarks.support.boosting import Growth, grow, scores
from tests.benchmarks.support.rows import digest, pairs, read_sets, shown

EMBEDDER = OnnxEmbedder(threads=1)


def passage(text: str, *heading: str) -> Passage:
    return Passage(form=Form.PARAGRAPH, lines=(1, 1), text=text, heading=heading)


def test_the_trees_belong_to_these_rows_and_this_model() -> None:
    """If this fails after a change of rows, features or model: `python -m tests.benchmarks.support`."""
    assert (forest().rows, forest().model) == (digest(), MODEL_SHA256)
    names, _ = read_sets()
    assert forest().features == names == tuple(sorted(evidence(EMBEDDER, "It runs once", passage("It runs twice."))))
    assert TREES.stat().st_size < 300_000


def test_the_trees_separate_rows_that_they_were_made_from() -> None:
    some = list(islice(pairs(), 0, None, 31))
    scored = [(forest().score(seen[0]), row.supported) for row in some if (seen := shown(EMBEDDER, row))]
    true, false = ([score for score, right in scored if right is wanted] for wanted in (True, False))
    assert np.mean([one > other for one in true for other in false]) > 0.7


def test_what_was_shown_of_the_sets_holds_none_of_their_words() -> None:
    names, rows = read_sets()
    assert all(len(one.values) == len(names) for one in rows)
    assert {one.file for one in rows} == {"paraphrases", "cited_true", "copied", "false", "contradictions", "elsewhere"}


def test_no_pair_stands_twice_and_each_label_has_many() -> None:
    rows = list(pairs())
    assert len({(one.group, one.claim, one.file) for one in rows}) == len(rows)
    assert min(sum(one.supported is right for one in rows) for right in (True, False)) > 1_000


def test_a_tree_is_followed_to_its_leaf() -> None:
    tree = ((0, 0.5, 1, 2), (-1, -1.0, 0, 0), (1, 2.0, 3, 4), (-1, 0.25, 0, 0), (-1, 3.0, 0, 0))
    both = Forest(("a", "b"), 0.5, (tree, tree))
    assert [both.score({"a": a, "b": b}) for a, b in ((0.5, 9), (0.6, 2), (0.6, 2.1))] == [-1.5, 1.0, 6.5]


def test_growing_finds_what_decides_and_gives_the_same_twice() -> None:
    source = np.random.default_rng(1)
    features = source.normal(size=(400, 4))
    right = ((features[:, 1] > 0) ^ (features[:, 2] > 0)).astype(float)
    some = Growth(depth=3)
    bias, trees = grow(features, right, np.ones(400), some)
    assert np.mean((scores(bias, trees, features) > 0) == right) > 0.9
    assert json.dumps(grow(features, right, np.ones(400), some)) == json.dumps((bias, trees))


@given(st.text(max_size=60), st.text(max_size=120))
@settings(max_examples=60, derandomize=True, deadline=None)
def test_any_claim_and_passage_have_a_score(claim: str, text: str) -> None:
    score = supporter(EMBEDDER)(claim, passage(text))
    assert score == supporter(EMBEDDER)(claim, passage(text))
    assert np.isfinite(score)


def test_what_the_model_sees_nothing_of_supports_nothing() -> None:
    assert alignment(EMBEDDER, "", passage("It runs.")) == {}
    assert supporter(EMBEDDER)("It runs.", passage("", "Running")) == NOTHING


def test_a_copy_is_as_near_as_can_be_and_another_matter_is_not() -> None:
    text = "The worker retries a failed job five times."
    copy, other = (
        alignment(EMBEDDER, claim, passage(text, "Retries")) for claim in (text, "Colours are chosen freely.")
    )
    assert copy["absent"] == 0
    assert copy["covered"] > 0.8 > other["covered"]
    assert other["absent share"] == 1


@pytest.mark.parametrize(
    ("claim", "name"),
    [
        ("The worker does not retry a failed job.", "denies otherwise"),
        ("The worker always retries a failed job.", "adds every"),
        ("The worker must retry a failed job.", "adds must"),
        ("The worker retries only a failed job.", "adds only"),
        ("The worker retries a failed job 7 times.", "lacks"),
        ("The worker retries a finished job.", "replaces"),
        ("If a job failed, the worker retries it.", "other condition"),
    ],
)
def test_what_a_claim_changes_is_shown(claim: str, name: str) -> None:
    source = passage("The worker retries a failed job once its lease ends.", "Retries")
    assert wording(claim, source)[name] > 0
    assert wording(source.text, source)[name] == 0


def test_a_long_passage_is_read_as_far_as_the_model_sees() -> None:
    seen = alignment(EMBEDDER, "The last one is read", passage("A sentence of several words. " * 100))
    assert 0 <= seen["covered"] <= 1
