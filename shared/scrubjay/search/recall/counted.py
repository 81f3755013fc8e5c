"""Figures of an answer: how it was searched, what it lacked, and how well it fits. Pure."""

from dataclasses import dataclass

from scrubjay.identity.insight.events import SEARCH, Event, searched
from scrubjay.identity.insight.sums import took
from scrubjay.knowledge.retrieval.recipes import RECIPES
from scrubjay.search.recall.answer import RecallAnswer


@dataclass(frozen=True, slots=True)
class AnswerFacts:
    """How an answer was made: "hybrid", "keyword" where no meaning was asked for, "degraded" where vectors lacked."""

    how: str
    why: str
    fit: str
    hits: int

    def events(self, milliseconds: float) -> tuple[Event, ...]:
        """What is counted of it."""
        return *searched(self.how, self.why, self.fit, self.hits), took(SEARCH, milliseconds)


def facts_of(answer: RecallAnswer) -> AnswerFacts:
    """The facts of an answer."""
    how, why = _how(answer)
    return AnswerFacts(how, why, answer.fit, len(answer.hits) + len(answer.memories))


def _how(answer: RecallAnswer) -> tuple[str, str]:
    recipe = RECIPES.get(answer.recipe)
    if recipe is not None and not recipe.vector:
        return "keyword", ""
    if answer.embedded <= 0:
        return "degraded", "no_vectors"
    if answer.embedded < 1:
        return "degraded", "vectors_coming"
    return ("hybrid" if answer.candidates.get("vector") else "keyword"), ""
