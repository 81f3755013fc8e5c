"""What was done for an answer, and why is it less than it could be? Said in words. Pure."""

from collections.abc import Mapping, Sequence

from scrubjay.knowledge.retrieval.meaning import Meaning
from scrubjay.knowledge.retrieval.pool import Pool
from scrubjay.knowledge.retrieval.query import ParsedQuery
from scrubjay.knowledge.retrieval.recipes import Recipe
from scrubjay.model.counted import counted


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


def done(recipe: Recipe, reranker: str, meaning: Meaning, pool: Pool, *, pasted: bool) -> tuple[str, ...]:
    """The stages of a pool; `reranker` is the one that was asked."""
    ranks = reranker and not pool.unranked.startswith("not ")
    return (
        f"vectors: {meaning.method}",
        f"pool: {counted(pool.documents, 'document')} by reciprocal ranks (k = 60)",
        f"reranked by {reranker}" if ranks else pool.unranked or f"not reranked: recipe {recipe.name}",
        *(("words count half: a pasted text",) if pasted else ()),
    )
