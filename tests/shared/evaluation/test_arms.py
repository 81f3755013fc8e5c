"""Which ways of ranking are measured side by side?"""

import pytest

from scrubjay.errors import UsageError
from scrubjay.evaluation.arms import arms
from scrubjay.retrieval.recipes import RECIPES


def test_every_recipe_is_measured_once_beside_each_arm_alone() -> None:
    measured = arms()
    assert [arm.name for arm in measured][:4] == ["keyword", "vector", "hybrid", "balanced"]
    assert {arm.recipe for arm in measured} == set(RECIPES)
    assert len({(arm.recipe, *arm.weights) for arm in measured}) == len(measured)


def test_the_default_is_always_there_to_compare_with() -> None:
    assert [arm.name for arm in arms(["code"])] == ["keyword", "vector", "hybrid", "balanced", "code"]


def test_without_vectors_only_words_are_measured() -> None:
    assert [arm.name for arm in arms(vectors=False)] == ["keyword"]


def test_an_unknown_recipe_is_named() -> None:
    with pytest.raises(UsageError, match="nonsense"):
        arms(["nonsense"])
