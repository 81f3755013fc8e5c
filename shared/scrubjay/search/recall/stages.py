"""Values that the stages of a search pass on to those after them; and the stages that only decide."""

from collections.abc import Collection, Mapping, Sequence
from functools import partial
from typing import Any

from scrubjay.knowledge.documents.values import ViewRecords
from scrubjay.knowledge.retrieval.answering import MOST
from scrubjay.knowledge.retrieval.exact import denied, told_of
from scrubjay.knowledge.retrieval.hybrid import SearchRequest
from scrubjay.memory.freshness.graded import GradeResult
from scrubjay.memory.grouping.groups import FactGroup
from scrubjay.model.frozen import dataclass, field, replace
from scrubjay.model.history import Revert
from scrubjay.model.hit import Hit
from scrubjay.model.view import View
from scrubjay.search.history.question import HistoryQuestion
from scrubjay.search.history.search import HistoryAnswer
from scrubjay.search.history.values import Person
from scrubjay.search.recall.answer import RecallAnswer, RecallRequest
from scrubjay.search.recall.asked import ONLY_MEMORIES, Narrowed
from scrubjay.search.recall.asked_names import AskedNames
from scrubjay.search.recall.fitness import Cosines, Fit, best_fit, best_of, doubted, first_of_kinds, shown_of
from scrubjay.search.recall.names import Named
from scrubjay.search.recall.other_databases import SubmodulePart
from scrubjay.search.recall.parts import CommitPart, memory_part
from scrubjay.search.recall.searches import Ranking
from scrubjay.settings.reading import RetrievalSettings

SPARE = 10
"""Further hits that are asked for, so that what says the same leaves no gap."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedSearch:
    """A question that is ready to be searched for: its view and records, narrowed filters, and phrasings.

    `names` are what it calls by a name, `lacks` what the answer will lack; `about_all`: commits and discussions join.
    """

    request: RecallRequest
    view: View
    records: ViewRecords
    narrowed: Narrowed
    worded: tuple[str, ...]
    names: AskedNames
    lacks: tuple[str, ...]
    about_all: bool

    def answered(self, settings: RetrievalSettings, **found: Any) -> RecallAnswer:
        """The answer made of what was found, with the notes on what it lacks and how it was narrowed."""
        base = RecallAnswer(
            request=self.request, view=self.view, hits=(), recipe=self.request.recipe or settings.recipe, degraded=(),
            embedded=1.0, left_out=self.records.left_out,
        )  # fmt: skip
        answer = replace(base, **found)
        return replace(
            answer,
            degraded=tuple(dict.fromkeys([*self.lacks, *answer.degraded])),
            notes=tuple(dict.fromkeys([*self.narrowed.notes, *answer.notes])),
        )

    def goes_out_as(
        self, settings: RetrievalSettings, reverts: Sequence[Revert], replaced: Mapping[str, tuple[str, ...]], *,
        said: bool,
    ) -> SearchRequest:  # fmt: skip
        """The request to each database; `replaced` are files of superseded memories. `said`: all memories count."""
        request, narrowed = self.request, self.narrowed
        limit = min(request.limit + SPARE, MOST)
        older = {**replaced, **self.records.superseded_by, **{one.sha: (one.reverted_by,) for one in reverts}}
        return SearchRequest(
            query=narrowed.words,
            view=self.view,
            limit=limit,
            filters=replace(narrowed.filters, kinds=narrowed.kinds),
            recipe=request.recipe or settings.recipe,
            weights=settings.weights.values() if request.weights is None else request.weights,
            superseded_by=older,
            versions=self.records.versions,
            candidates=settings.candidates,
            memories=limit if said else MOST,
        )


@dataclass(frozen=True, slots=True)
class AskedPast:
    """What a question asks about history: by whom, whether commits join documents, and which were reverted."""

    asks: HistoryQuestion
    by: tuple[str, ...]
    beside: bool
    reverts: Sequence[Revert]


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundByAll:
    """The results of all databases: all hits in order, those that the question names, and those of submodules.

    `near` tells how near a text is to each phrasing.
    """

    search: SearchRequest
    near: Mapping[str, Cosines]
    ranking: Ranking
    theirs: SubmodulePart
    named: Named
    ordered: Sequence[Hit]


@dataclass(frozen=True, slots=True)
class WeighedMemories:
    """The memories that may be shown, best first, each statement once; `told` are those that a person told."""

    hits: Sequence[Hit] = ()
    grades: Mapping[str, GradeResult] = field(default_factory=dict)
    groups: Mapping[str, FactGroup] = field(default_factory=dict)
    told: Collection[str] = ()


@dataclass(frozen=True, slots=True)
class JoinedPast:
    """The result of searching history: its answer, all hits, joining commits, and people; `nobody`: why none."""

    answer: HistoryAnswer
    hits: Sequence[Hit]
    commits: CommitPart
    people: Sequence[Person]
    nobody: str


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedHits:
    """The hits and memories to show, those `left` and `below` the line, and how well the answer fits."""

    hits: Sequence[Hit]
    left: Sequence[Hit]
    below: Sequence[Hit]
    memories: Sequence[Hit]
    fit: Fit
    memories_fit: Fit
    best: Fit
    notes: tuple[str, ...]


def judge(asked: AskedSearch, found: FoundByAll, memories: WeighedMemories, joined: JoinedPast) -> JudgedHits:
    """Judge how well the best hits of each kind fit, and choose what is shown."""
    request, ranking, named, commits = asked.request, found.ranking, found.named, joined.commits
    filters, limit = found.search.filters, request.limit
    best = (*named.hits[:1], *first_of_kinds(joined.hits), *first_of_kinds(found.ordered))
    is_named = bool(named.hits or ranking.exact or joined.people or joined.answer.by or filters.asks_for_places)
    documents = best_fit(found.near, best, ranking.project.embedded, named=is_named)
    notes = told_of(ranking.project.notes, commits.held)
    fits = partial(doubted, doubt=denied(filters, notes) and not asked.names.alone)
    hits: Sequence[Hit] = named.first(commits.among(joined.hits), ranking.project)[:limit]
    documents = named.fit(fits(best_of([documents, commits.fit]))) if hits else "nothing"
    hits, documents = found.theirs.behind(hits, documents, found.near, named.hits, limit)
    only = asked.narrowed.kinds == ONLY_MEMORIES
    part = memory_part(asked.worded, memories.hits, memories.told, limit, documents, asked=only)
    shown, left, below = shown_of(documents if request.trimmed else "good", hits, commits.below, part.below)
    return JudgedHits(
        hits=shown,
        left=left,
        below=below,
        memories=part.above,
        fit=documents,
        memories_fit=fits(part.fit),
        best=best_of([documents, part.fit]),
        notes=notes,
    )
