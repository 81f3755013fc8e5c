"""Recipes, the named ways of ranking, as data."""

from collections.abc import Mapping
from typing import Final

from scrubjay.errors import UsageError
from scrubjay.knowledge.retrieval.scoring import Blend
from scrubjay.knowledge.retrieval.talk import Talk
from scrubjay.model.frozen import dataclass, replace

DOCUMENTS: Final = Blend(bm25=0.2, cosine=0.5, centre=0.5, reranker=1.0)
TURNS: Final = Blend(bm25=0.3, cosine=0.0, centre=0.5, reranker=1.0)
"""A long turn has a passage near to anything: the whole of it is compared (ADR 0065)."""
MEMORIES: Final = Blend(bm25=0.0, cosine=1.0, centre=0.0, reranker=1.0)
"""Memories among themselves: so that scores compare between databases, no share of the best by words is in them."""

THREADS: Final = Blend(bm25=0.5, cosine=0.5, centre=0.5, reranker=1.0)
"""Where only discussions are asked for: a thread is a document, whose words are counted over all that was said in it.
Chosen on 80 development questions about four repositories (docs/figures.md, "What was discussed")."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Recipe:
    """A way to rank: the weight of each arm, both for the pool and in the blend; an arm with 0 doesn't run.

    `pool` is how many documents are scored; `talk` is how turns of a conversation are heard, where they are.
    """

    name: str
    bm25: float = 1.0
    vector: float = 1.0
    reranker: float = 1.0
    pool: int = 50
    blend: Blend = DOCUMENTS
    talk: Talk | None = None

    def weighted(self, weights: Mapping[str, float]) -> "Recipe":
        """The recipe with the user's weights multiplied in."""
        bm25, vector, reranker = (getattr(self, arm) * weights.get(arm, 1.0) for arm in ("bm25", "vector", "reranker"))
        blend = self.blend
        return Recipe(
            name=self.name,
            bm25=bm25,
            vector=vector,
            reranker=reranker,
            pool=self.pool,
            blend=Blend(
                blend.bm25 * bm25,
                blend.cosine * vector,
                blend.centre * vector,
                blend.reranker * reranker,
            ),
            talk=self.talk,
        )

    def for_discussions(self) -> "Recipe":
        """The recipe as it ranks discussions alone."""
        return replace(self, blend=THREADS, talk=None)


TALK: Final = Talk(adjacent=0.3, beyond=0.2, named=0.2, latest=0.25, alike=0.5)

RECIPES: Final = {
    recipe.name: recipe
    for recipe in (
        Recipe(name="balanced"),
        Recipe(name="code", bm25=1.5),
        Recipe(name="concepts", vector=1.5),
        Recipe(name="conversation", pool=100, blend=TURNS, talk=TALK),
        Recipe(name="fast", reranker=0.0),
        Recipe(name="keyword", vector=0.0, reranker=0.0),
    )
}


def find_recipe(name: str) -> Recipe:
    """A recipe by its name. Raises UsageError with the names that exist."""
    if name not in RECIPES:
        raise UsageError(f"No recipe {name[:40]!r}. There are: {', '.join(RECIPES)}.")
    return RECIPES[name]
