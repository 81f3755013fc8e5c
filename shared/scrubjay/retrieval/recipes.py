"""Which ways of ranking are there? Named, as data."""

from dataclasses import dataclass
from typing import Final

from scrubjay.errors import UsageError


@dataclass(frozen=True, slots=True)
class Recipe:
    """How much each arm counts; an arm with weight 0 doesn't run. `pool` is how many candidates each arm brings."""

    name: str
    bm25: float
    vector: float
    pool: int = 100


RECIPES: Final = {
    "balanced": Recipe("balanced", 1.0, 1.0),
    "keyword": Recipe("keyword", 1.0, 0.0),
}


def find_recipe(name: str) -> Recipe:
    """A recipe by its name. Raises UsageError with the names that exist."""
    if name not in RECIPES:
        raise UsageError(f"No recipe {name[:40]!r}. There are: {', '.join(RECIPES)}.")
    return RECIPES[name]
