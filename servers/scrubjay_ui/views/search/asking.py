"""The question of an address: its words and filters, as the product's own search takes them."""

from typing import TYPE_CHECKING, Final

from scrubjay.errors import UsageError
from scrubjay.knowledge.index.kinds import SEARCH_KINDS
from scrubjay.knowledge.retrieval.recipes import RECIPES
from scrubjay.model.frozen import dataclass
from scrubjay.model.grade import WORDS
from scrubjay.search.recall.answer import RecallRequest

if TYPE_CHECKING:
    from scrubjay_ui.visit import Visit

LIMITS: Final = ("8", "20", "50")
MOST = 100
"""Hits that are asked for where they are narrowed by grade afterwards."""

BUDGET = 100_000
"""Tokens: more than all hits that can be asked for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchQuestion:
    """What is asked for. `grades` narrows to memories of these grades; `limit` is how many hits are shown."""

    query: str
    kinds: tuple[str, ...]
    path: str
    grades: tuple[str, ...]
    recipe: str
    as_of: str
    limit: int

    @property
    def asked(self) -> bool:
        """Whether there is anything to look for: words, or all memories."""
        return bool(self.query) or self.kinds == ("memory",) or bool(self.grades)

    @property
    def narrowed(self) -> bool:
        """Whether a filter is set."""
        return bool(self.kinds or self.path or self.grades or self.recipe or self.as_of)

    def address(self, visit: "Visit", *parts: str) -> str:
        """The page that answers it, or one below it."""
        return visit.link(
            "search", *parts, q=self.query, kind=self.kinds, path=self.path, grade=self.grades, recipe=self.recipe,
            as_of=self.as_of,
        )  # fmt: skip

    def request(self) -> "RecallRequest":
        """The same for the search. A grade is a memory's: who names one wants no documents."""

        return RecallRequest(
            query=self.query, kinds=("memory",) if self.grades else self.kinds, path=self.path, as_of=self.as_of,
            recipe=self.recipe, limit=MOST if self.grades else self.limit, budget=BUDGET, detail="full",
        )  # fmt: skip


def question_of(visit: "Visit") -> SearchQuestion:
    """The question of an address. Raises UsageError for a kind, grade, recipe or number that doesn't exist."""

    kinds, grades = visit.texts("kind"), visit.texts("grade")
    for name, values, there in (("kind", kinds, SEARCH_KINDS), ("grade", grades, WORDS)):
        if unknown := [value for value in values if value not in there]:
            raise UsageError(f"There is no {name} {unknown[0][:40]!r}. There are: {', '.join(there)}.")
    return SearchQuestion(
        query=visit.text("q"),
        kinds=kinds,
        path=visit.text("path"),
        grades=grades,
        recipe=visit.choice("recipe", ("", *RECIPES), ""),
        as_of=visit.text("as_of"),
        limit=int(visit.choice("limit", LIMITS, LIMITS[0])),
    )
