"""Arms of a comparison: each retriever alone, both fused, and each recipe."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from scrubjay.retrieval.recipes import RECIPES, find_recipe

DEFAULT = "balanced"
SINGLE = ("keyword", "vector")
"""The arms with a single retriever; the default is compared with the better one."""


@dataclass(frozen=True, slots=True)
class Arm:
    """A recipe, optionally with other weights than its own."""

    name: str
    recipe: str
    weights: Mapping[str, float] = field(default_factory=dict)


def arms(recipes: Sequence[str] = (), *, vectors: bool = True) -> tuple[Arm, ...]:
    """The arms to measure: both single ones, both fused, the default, then the requested recipes, or all of them.

    Without an embedder only `keyword` can be measured. Raises UsageError for a recipe that doesn't exist.
    """
    chosen = [DEFAULT, *([find_recipe(name).name for name in recipes] or RECIPES)]
    if not vectors:
        return (Arm("keyword", "keyword"),)
    first = (Arm("keyword", "keyword"), Arm("vector", "fast", {"bm25": 0.0}), Arm("hybrid", "fast"))
    measured = {arm.recipe for arm in first}
    return (*first, *(Arm(name, name) for name in dict.fromkeys(chosen) if name not in measured))
