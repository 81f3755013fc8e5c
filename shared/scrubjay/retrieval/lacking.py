"""Why is an answer less than it could be? Said in words: what took no part, and why. Pure."""

from collections.abc import Mapping, Sequence

from scrubjay.retrieval.meaning import Meaning
from scrubjay.retrieval.pool import Pool
from scrubjay.retrieval.query import ParsedQuery
from scrubjay.retrieval.recipes import Recipe


def problems(
    arms: Mapping[str, Sequence[tuple[int, float]]], parsed: ParsedQuery, meaning: Meaning, pool: Pool
) -> tuple[str, ...]:
    """Why an answer is less than it could be: no vectors, no words to look up, no reranking."""
    unasked = "" if parsed.match else "no words to look up"
    problems = (meaning.problem, "newest first" if arms["bm25"] and unasked else unasked, pool.unranked)
    return tuple(problem for problem in problems if problem)


def skipped(
    recipe: Recipe, arms: Mapping[str, Sequence[tuple[int, float]]], parsed: ParsedQuery, meaning: Meaning
) -> list[str]:
    """Which arms brought nothing, and why."""
    steps = []
    if not arms["bm25"]:
        why = "it has no weight" if not recipe.bm25 else "none holds its words" if parsed.match else "no words"
        steps.append(f"no passages by keyword: {why}")
    if not arms["vector"]:
        why = meaning.problem or ("nothing to embed" if recipe.vector else f"recipe {recipe.name} asks none")
        steps.append(f"no passages by vector: {why}")
    return steps
