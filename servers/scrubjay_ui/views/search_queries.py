"""Queries of the search page: what was found, how it was found, and what isn't shown."""

import re
from collections import Counter
from pathlib import Path
from textwrap import shorten
from typing import Final

from scrubjay.app import App, Workspace
from scrubjay.errors import UsageError
from scrubjay.git.revision import TimelinePoint, timeline
from scrubjay.knowledge.chunking.markdown import readable, without_gaps
from scrubjay.knowledge.index.kinds import SEARCH_KINDS
from scrubjay.knowledge.retrieval.recipes import RECIPES
from scrubjay.model.counted import counted
from scrubjay.model.frozen import dataclass
from scrubjay.model.grade import WORDS
from scrubjay.model.pattern import pattern
from scrubjay.operations.across.asking import answer_of_all
from scrubjay.search.recall.answer import RecallAnswer, RecallHit, RecallRequest
from scrubjay.search.recall.excerpts import excerpt
from scrubjay.search.recall.fitness import NEAREST, WEAK_SHOWN
from scrubjay.search.recall.projects import PlacedHit, ProjectsAnswer
from scrubjay.search.recall.render import ground_lines
from scrubjay.text.telling import telling_words
from scrubjay_ui.surface import key_of
from scrubjay_ui.visit import Visit

OPENING = 160
"""Characters of a memory that name it."""

LINES = 6
EXCERPTS = (420, 280, 140)
"""Characters of a hit's text that are shown at once: the most that take no more than `LINES` lines."""

MORE = 1_400
"""Characters of it that are shown when more is asked for."""

NUMBERED = pattern(r"^\W*\d+\W+")
"""How the titles of decisions begin."""

MARKDOWN = (".md", ".markdown", ".mdx")

ARMS = ("bm25", "vector", "reranker")


@dataclass(frozen=True, slots=True)
class MarkedText:
    """Some characters of a text, and whether they are a word of the question."""

    text: str
    found: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundHit:
    """A hit as the page shows it: its text in pieces, how it is cited, and its places by arm: (arm, rank, score).

    `title` names it as a person would, a memory by its first words; `place` is where a passage stands, under which
    heading. `grounds` are a line for each ground of a memory. `pieces` are empty where the title says it all, `more`
    where they do.
    """

    hit: RecallHit
    title: tuple[MarkedText, ...]
    place: str
    pieces: tuple[MarkedText, ...]
    more: tuple[MarkedText, ...]
    grounds: tuple[str, ...]
    citation: str
    arms: tuple[tuple[str, int | None, float | None], ...]
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundAnswer:
    """An answer as the page shows it: its hits, its memories, how many fit how well, and what was left out."""

    answer: RecallAnswer
    hits: tuple[FoundHit, ...]
    memories: tuple[FoundHit, ...]
    discussed: tuple[FoundHit, ...]
    said: str
    left_out: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FoundEverywhere:
    """An answer of all projects: each hit with its project and folder, the key of that, and how it is shown."""

    answer: ProjectsAnswer
    hits: tuple[tuple[PlacedHit, str, FoundHit], ...]
    said: str


def found(workspace: Workspace, question: "SearchQuestion") -> FoundAnswer:
    """Ask the search, and return its answer as the page shows it. Raises UsageError, UnknownRevision, NotIndexed."""
    answer = workspace.recall.search(question.request())
    stems = telling_words(question.query)
    remembered = answer.memories or tuple(hit for hit in answer.below if hit.id)
    memories = [hit for hit in remembered if not question.grades or hit.grade in question.grades]
    other = len(remembered) - len(memories)
    left = [f"{other} of the hits have another grade"] if other else []
    left += [*answer.notes, *answer.degraded, *filter(None, [answer.unread]), *_unshown(workspace, question.query)]
    left += answer.steps
    return FoundAnswer(
        answer=answer,
        hits=tuple(_found_hit(answer, hit, stems) for hit in answer.hits),
        memories=tuple(_found_hit(answer, hit, stems) for hit in memories[: question.limit]),
        discussed=tuple(_found_hit(answer, hit, stems) for hit in answer.discussed),
        said=said(answer.fit, len(answer.hits) + len(memories[: question.limit])),
        left_out=tuple(left),
    )


def found_everywhere(home: App, question: "SearchQuestion") -> FoundEverywhere:
    """Ask every project of the home. Raises NotInitialised where there is none, UsageError."""
    answer = answer_of_all(home, question.request(), release=False)
    stems = telling_words(question.query)
    hits = tuple(
        (
            placed,
            key_of(Path(placed.folder)) if placed.folder else "",
            _found_hit(placed.origin.answer, placed.hit, stems),
        )
        for placed in (*answer.hits, *answer.memories)
    )
    return FoundEverywhere(answer, hits, said(answer.fit, len(hits)))


def said(fit: str, shown: int) -> str:
    """How much was found, and whether it fits, as one statement."""
    if not shown:
        return "Nothing was found."
    if fit == "nothing":
        first = f" An agent is shown a line of the first {NEAREST}." if shown > NEAREST else ""
        return f"Nothing fits this question. What is nearest follows.{first}"
    if fit == "weak":
        first = f" An agent is shown the first {WEAK_SHOWN}." if shown > WEAK_SHOWN else ""
        return f"{counted(shown, 'hit')} of weak fit, which may not answer it.{first}"
    return f"{counted(shown, 'hit')}."


def moments(workspace: Workspace) -> tuple[TimelinePoint, ...]:
    """The tags and months that a question may be asked as of, the oldest first."""
    return timeline(workspace.git, workspace.documents.view().commit)


def marked_words(text: str, stems: frozenset[str]) -> tuple[MarkedText, ...]:
    """A text in pieces; words that begin as a question's word does are marked."""
    if not stems:
        return (MarkedText(text, found=False),)
    begun = "|".join(map(re.escape, sorted(stems, key=len, reverse=True)))
    parts = re.split(rf"(?<![^\W_])((?:{begun})[^\W_]*)", text, flags=re.IGNORECASE)
    return tuple(MarkedText(part, found=bool(n % 2)) for n, part in enumerate(parts) if part)


def _unshown(workspace: Workspace, query: str) -> list[str]:
    """How many memories with these words are in no answer, by how they stand."""
    standing = Counter(str(memory.status) for memory in workspace.why_not.unshown(query))
    counts = ", ".join(f"{count} {status}" for status, count in sorted(standing.items()))
    return [f"memories with these words that are in no answer: {counts}"] if counts else []


def _found_hit(answer: RecallAnswer, hit: RecallHit, stems: frozenset[str]) -> FoundHit:
    title = _title(hit)
    text = _without_title(_readable(hit), title)
    cuts = (excerpt(text, stems, characters) for characters in EXCERPTS)
    short = next((cut for cut in cuts if cut.count("\n") < LINES), excerpt(text, stems, EXCERPTS[-1]))
    more = excerpt(text, stems, MORE) if short != text else ""
    return FoundHit(
        hit=hit,
        title=marked_words(title, stems),
        place=" › ".join(filter(None, (hit.address, hit.heading))) if hit.path else "",
        pieces=marked_words(short, stems) if short else (),
        more=marked_words(more, stems) if more else (),
        grounds=tuple(ground_lines(answer, hit)) if hit.id else (),
        citation=_citation(answer, hit),
        arms=tuple((arm, hit.ranks.get(arm), hit.scores.get(arm)) for arm in ARMS),
        why=_arms(answer, hit),
    )


def _title(hit: RecallHit) -> str:
    """What a person calls a hit: a memory's words, a document's title, a place in code."""
    if hit.id:
        return shorten(hit.text, OPENING, placeholder=" …")
    return hit.address if hit.kind == "code" else hit.title or hit.address


def _without_title(text: str, title: str) -> str:
    """A text without its first line where that says no more than the title above it."""
    first, _, rest = text.partition("\n")
    return rest if title.endswith(NUMBERED.sub("", first)) else text


def _readable(hit: RecallHit) -> str:
    """The text of a hit without Markdown syntax, for readers who don't know it."""
    return readable(hit.text) if hit.path.lower().endswith(MARKDOWN) else without_gaps(hit.text)


def _citation(answer: RecallAnswer, hit: RecallHit) -> str:
    """How a hit is cited, such as a path and its commit."""
    if hit.id:
        return f"memory {hit.id[:12]} ({hit.grade})"
    if hit.discussion:
        return hit.discussion
    return f"{hit.address} @ {answer.view.short}" if hit.path else f"commit {hit.blob[:10]}"


def _arms(answer: RecallAnswer, hit: RecallHit) -> str:
    """Which arms brought a hit, in words."""
    brought = [arm for arm in ARMS[:2] if hit.ranks.get(arm)]
    words = {"bm25": "its words", "vector": "its meaning"}
    exact = f"the question names {', '.join(answer.exact)}; " if answer.exact else ""
    if not brought:
        return f"{exact}it replaces, or belongs to, another hit"
    return f"{exact}found by {' and '.join(words[arm] for arm in brought)}"


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

    def address(self, visit: Visit, *parts: str) -> str:
        """The address of the page that answers the question, or of one below that."""
        return visit.link(
            "search", *parts, q=self.query, kind=self.kinds, path=self.path, grade=self.grades, recipe=self.recipe,
            as_of=self.as_of,
        )  # fmt: skip

    def request(self) -> RecallRequest:
        """The question as a request of the search. With a grade only memories are searched."""
        return RecallRequest(
            query=self.query, kinds=("memory",) if self.grades else self.kinds, path=self.path, as_of=self.as_of,
            recipe=self.recipe, limit=MOST if self.grades else self.limit, budget=BUDGET, detail="full",
        )  # fmt: skip


def question_of(visit: Visit) -> SearchQuestion:
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
