"""Which ways of ranking are measured side by side?"""

from typing import get_args

import pytest

from scrubjay.errors import UsageError
from scrubjay.knowledge.retrieval.recipes import RECIPES
from scrubjay.settings.reading import RecipeName
from scrubjay_bench.runner import arms


def test_every_recipe_is_measured_once_beside_each_arm_alone() -> None:
    measured = arms()
    assert [arm.name for arm in measured][:4] == ["keyword", "vector", "hybrid", "balanced"]
    assert {arm.recipe for arm in measured} == set(RECIPES)
    assert len({(arm.recipe, *arm.weights) for arm in measured}) == len(measured)


def test_the_settings_know_every_recipe() -> None:
    assert get_args(RecipeName) == tuple(RECIPES)


@pytest.mark.parametrize("name", sorted(RECIPES))
def test_one_recipe_is_measured_alone(name: str) -> None:
    assert [(arm.name, arm.recipe, dict(arm.weights)) for arm in arms([name, name])] == [(name, name, {})]


def test_several_recipes_are_measured_in_the_order_asked() -> None:
    assert [arm.name for arm in arms(["fast", "code"])] == ["fast", "code"]


def test_words_alone_need_no_vectors() -> None:
    assert [arm.name for arm in arms() if not arm.uses_vectors] == ["keyword"]


def test_without_vectors_only_words_are_measured() -> None:
    assert [arm.name for arm in arms(vectors=False)] == ["keyword"]


def test_an_unknown_recipe_is_named() -> None:
    with pytest.raises(UsageError, match="nonsense"):
        arms(["nonsense"])
