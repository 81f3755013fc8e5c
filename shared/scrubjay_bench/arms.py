"""Arms of a comparison: each retriever alone, both fused, and each recipe."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from scrubjay.knowledge.retrieval.recipes import RECIPES, find_recipe

PLAIN = "plain bm25"
"""The baseline of labelled sets, which is no recipe; see `evaluation.plain`."""

DEFAULT = "balanced"
SINGLE = ("keyword", "vector")
"""The arms with a single retriever; the recipe that a set is searched by is compared with the better one."""


@dataclass(frozen=True, slots=True)
class Arm:
    """A recipe, optionally with other weights than its own."""

    name: str
    recipe: str
    weights: Mapping[str, float] = field(default_factory=dict)

    @property
    def uses_vectors(self) -> bool:
        """Whether it asks for passages near in meaning."""
        return find_recipe(self.recipe).vector > 0


def arms(recipes: Sequence[str] = (), *, vectors: bool = True) -> tuple[Arm, ...]:
    """The arms to measure: the requested recipes alone; without any both single arms, both fused, and every recipe.

    Without an embedder only `keyword` can be measured. Raises UsageError for a recipe that doesn't exist.
    """
    requested = dict.fromkeys(find_recipe(name).name for name in recipes)
    if not vectors:
        return (Arm("keyword", "keyword"),)
    if requested:
        return tuple(Arm(name, name) for name in requested)
    first = (Arm("keyword", "keyword"), Arm("vector", "fast", {"bm25": 0.0}), Arm("hybrid", "fast"))
    measured = {arm.recipe for arm in first}
    return (*first, *(Arm(name, name) for name in dict.fromkeys([DEFAULT, *RECIPES]) if name not in measured))
