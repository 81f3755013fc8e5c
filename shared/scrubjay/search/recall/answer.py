"""Values of a request and its answer, with the figures of how it was searched and what it lacked. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal

from scrubjay.identity.insight.events import SEARCH, Event, duration_event, searched
from scrubjay.knowledge.documents.left_out import NOTHING_LEFT_OUT, LeftOut, short_note
from scrubjay.knowledge.index.kinds import FILES
from scrubjay.knowledge.retrieval.recipes import RECIPES
from scrubjay.memory.freshness.wording import ShownGround
from scrubjay.model.decision import BY_GIT, DatedBy
from scrubjay.model.grade import Grade
from scrubjay.model.hit import RetrievalTrace
from scrubjay.model.pool import PoolView
from scrubjay.model.view import View
from scrubjay.search.history.values import Person
from scrubjay.search.recall.excerpts import in_quotes
from scrubjay.search.recall.fitness import Fit, best_of

LONGEST_TITLE: Final = 100
"""Characters of a discussion's title in its caption, so that whoever wrote the text stands beside it."""

DATED_KINDS: Final = ("decision", "incident")
"""What a reader expects to say its own day."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RecallRequest:
    """A question with its filters. `budget` is in tokens of the rendered answer.

    `detail`: "concise" shows the best part of each passage, "whole" all of it, "full" with scores and stages.

    `recipe` empty and `weights` None stand for those of the settings. `trimmed` shows a reader at most five hits where
    they fit weakly, two of them at length, and a line of the nearest three where nothing fits. `also_ask` are further
    phrasings: plain words, to which the query's own filters apply. `service` and `topic` keep what belongs to a service
    or whose title holds some words; `shared` keeps what a pool shows an agent. `discussed` lets commits and discussions
    join an answer about everything.
    """

    query: str
    also_ask: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    path: str = ""
    limit: int = 8
    budget: int = 1500
    as_of: str = ""
    detail: Literal["concise", "whole", "full"] = "concise"
    recipe: str = ""
    weights: Mapping[str, float] | None = None
    trimmed: bool = False
    service: str = ""
    topic: str = ""
    shared: PoolView | None = None
    discussed: bool = True

    @property
    def wording(self) -> str:
        """The words of all phrasings."""
        return "\n".join((self.query, *self.also_ask))


@dataclass(frozen=True, slots=True, kw_only=True)
class RecallHit:
    """One hit of an answer: its text, where it stands, and what speaks for or against it.

    For a memory `path` is empty, `id` is its own, `source` says whose words it is, `worth` ranks it for filters,
    `grounds` are what it leans on.

    `own`: a memory of the user's own, of no project. `dirty`: its file has uncommitted changes.
    A commit's `author` is who wrote it, its `date` the author's; so those of a text of a discussion, with `discussion`
    as texts name it (`owner/name#12`) and `place`, the path and lines that it speaks of.
    What an extension's source gave has as its `place` where a person opens it.
    `marks` are what a reader must know: superseded, replaces, uncommitted changes, contradicted. `also` holds the other
    paths of the view that have the very same content, and those of near-twins that it stands for; `older` are those of
    a page's versions before this one, which `also` doesn't name. `against` are the
    keys of hits that say otherwise, without which it isn't shown. `dated_by` says whose word `date` is. `repository`
    and `commit` say where its file stands, in an answer about several repositories. `far` is the server that gave it,
    by its name: nothing of it was compared with the worktree.
    """

    kind: str
    title: str
    text: str
    date: str
    id: str = ""
    path: str = ""
    blob: str = ""
    author: str = ""
    start_line: int = 0
    end_line: int = 0
    heading: str = ""
    status: str = ""
    replaces: tuple[str, ...] = ()
    dirty: bool = False
    also: tuple[str, ...] = ()
    older: tuple[str, ...] = ()
    grade: str = ""
    worth: Grade = Grade.SAID
    source: str = ""
    grounds: tuple[ShownGround, ...] = ()
    marks: tuple[str, ...] = ()
    score: float = 0.0
    scores: Mapping[str, float] = field(default_factory=dict)
    ranks: Mapping[str, int] = field(default_factory=dict)
    against: frozenset[str] = frozenset()
    own: bool = False
    discussion: str = ""
    place: str = ""
    dated_by: DatedBy = ""
    repository: str = ""
    commit: str = ""
    far: str = ""

    @property
    def shown_day(self) -> str:
        """The day as a person reads it, with a mark where the record itself doesn't state it."""
        unsaid = self.dated_by == "git" and self.kind in DATED_KINDS
        return f"{self.date[:10]}{BY_GIT}" if unsaid else self.date[:10]

    @property
    def key(self) -> str:
        """What identifies the hit: a memory's id, else the place of its passage."""
        return self.id or f"{self.repository}:{self.path or self.blob}:{self.start_line}-{self.end_line}"

    @property
    def address(self) -> str:
        """Where the hit stands: a memory's kind and id, a passage's path and lines, else a kind and short id."""
        if self.id:
            return self.title
        if self.discussion:
            return f"{self.discussion} on {self.place}" if self.place else self.discussion
        if self.path and self.repository and not self.far:
            return f"{self.repository}:{self.path}:{self.start_line}-{self.end_line} @ {self.commit[:10]}"
        if self.path:
            return f"{self.path}:{self.start_line}-{self.end_line}"
        return f"{self.kind} {self.place or self.blob[:10]}"

    @property
    def caption(self) -> str:
        """The caption of a hit: who stands behind a memory, the author of a commit, else title and heading.

        Of a discussion the title stands by itself: its texts are by others than whoever gave it.
        """
        if self.id:
            return self.source
        if self.discussion:
            title = "" if self.discussion.endswith(self.title) else in_quotes(self.title, LONGEST_TITLE)
            return " · ".join(filter(None, [title, f"by {self.author}" if self.author else ""]))
        if self.author:
            return f"{self.author}: {self.title}"
        return f"{self.title} › {self.heading}" if self.heading else self.title


LARGER = (10, 100)
"""Limits that are named where a larger one than was asked for shows more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RecallAnswer(RetrievalTrace):
    """The answer to a question: its hits in order, the view that they were found in, and how they were found.

    `memories` follow in a part of their own, and so does what was `discussed` at a forge. `below` is what is nearest
    where it doesn't fit, of which there is `more` where a larger limit shows it.
    `people` know the topic by what they wrote of it, where the question asks who does. `documents_fit` says whether the
    best of the hits fits the question, `memories_fit` whether the best of the memories does. `left_out` isn't read.
    """

    request: RecallRequest
    view: View
    hits: tuple[RecallHit, ...]
    memories: tuple[RecallHit, ...] = ()
    below: tuple[RecallHit, ...] = ()
    more: bool = False
    discussed: tuple[RecallHit, ...] = ()
    people: tuple[Person, ...] = ()
    documents_fit: Fit = "nothing"
    memories_fit: Fit = "nothing"
    left_out: LeftOut = NOTHING_LEFT_OUT

    @property
    def fit(self) -> Fit:
        """How well the best of all hits fits the question; a discussion counts as a good fit."""
        return best_of([self.documents_fit, self.memories_fit, "good" if self.discussed else "nothing"])

    @property
    def unread(self) -> str:
        """What isn't read and might hold the answer, for the first line; empty if no documents were asked for."""
        if self.request.kinds and not set(self.request.kinds) & set(FILES):
            return ""
        fits, found = self.fit == "good", self.fit != "nothing"
        return short_note(self.left_out, fits=fits, found=found, served=self.view.served)

    def hint(self, *, nearest: bool) -> str:
        """What to ask next where nothing fits: by what is `nearest`, if that follows, or otherwise."""
        if nearest:
            limit = next((limit for limit in LARGER if limit > self.request.limit), 0)
            option = "" if self.view.served else f" (--limit {limit})"
            more = f"; limit {limit}{option} shows more" if self.more and limit else ""
            return f"What is nearest has little to do with it{more}:"
        if self.request.path or self.request.kinds:
            return "Try without path or kinds."
        if self.view.served:
            return "Try other words; knowledge_status counts what isn't read."
        return "Try other words; `scrubjay explain PATH` says whether a file is indexed."

    @property
    def carried_by(self) -> str:
        """The only part that fits as well as the whole answer: "a memory" or "a discussion"; empty if documents do."""
        if self.fit == self.documents_fit:
            return ""
        return "a memory" if self.fit == self.memories_fit else "a discussion"


@dataclass(frozen=True, slots=True)
class AnswerFacts:
    """How an answer was made, for counts: by "hybrid", "keyword" or "degraded" search, why, its fit, and its hits."""

    how: str
    why: str
    fit: str
    hits: int

    def events(self, milliseconds: float) -> tuple[Event, ...]:
        """The events to count for this answer."""
        return *searched(self.how, self.why, self.fit, self.hits), duration_event(SEARCH, milliseconds)


def facts_of(answer: RecallAnswer) -> AnswerFacts:
    """The facts of an answer."""
    how, why = _search_mode(answer)
    return AnswerFacts(how, why, answer.fit, len(answer.hits) + len(answer.memories))


def _search_mode(answer: RecallAnswer) -> tuple[str, str]:
    """Whether an answer came by "hybrid", "keyword" or "degraded" search, and why degraded."""
    recipe = RECIPES.get(answer.recipe)
    if recipe is not None and not recipe.vector:
        return "keyword", ""
    if answer.embedded <= 0:
        return "degraded", "no_vectors"
    if answer.embedded < 1:
        return "degraded", "vectors_coming"
    return ("hybrid" if answer.candidates.get("vector") else "keyword"), ""
