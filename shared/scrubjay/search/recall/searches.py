"""Searches of one question: each phrasing in every database as one ranking, and commits where no kind is named."""

from collections.abc import Collection, Sequence
from functools import partial
from typing import Final, Protocol

from scrubjay.knowledge.index.kinds import COMMIT
from scrubjay.knowledge.retrieval.exact import may_join, phrases_held, said_in, told_of
from scrubjay.knowledge.retrieval.hybrid import SearchRequest
from scrubjay.knowledge.retrieval.order import best_of_each, fuse_phrasings
from scrubjay.model.frozen import dataclass, replace
from scrubjay.model.hit import Hit, HybridResult
from scrubjay.search.history.search import HistoryAnswer, HistorySearch
from scrubjay.search.recall.evidence import merge
from scrubjay.search.recall.parts import SEARCHED, CommitPart, commit_part

DATES_ASIDE: Final = "nothing of these dates fits, so this is shown whatever its date"
DATES_ASIDE_OF_ALL: Final = "no document or memory of these dates fits, so these are shown whatever their date"
"""The same where commits, of which some may be of these dates, join the answer."""


class Searches(Protocol):
    """Anything that searches the passages of one database."""

    def search(self, request: SearchRequest) -> HybridResult:
        """Find passages."""


@dataclass(frozen=True, slots=True)
class Ranking:
    """The results of all searches: `project` is the project's own, the rest includes other databases.

    `memories` are the project's and the user's, `exact` what the question names, `embedded` the lowest share with
    vectors.
    """

    project: HybridResult
    hits: tuple[Hit, ...]
    memories: tuple[Hit, ...]
    exact: tuple[str, ...]
    embedded: float


def search_phrasings_in(phrasings: Sequence[str], request: SearchRequest, database: Searches) -> HybridResult:
    """Search one database for all phrasings; returns their results as one."""
    results = [database.search(replace(request, query=words)) for words in phrasings]
    return fuse_phrasings(results, request.superseded_by, request.limit)


def search_phrasings(
    phrasings: Sequence[str], request: SearchRequest, project: Searches, others: Sequence[Searches] = ()
) -> Ranking:
    """Search for each phrasing with the request's filters; `others` are further databases: of the user, of forges."""
    requests = [replace(request, query=words) for words in phrasings]
    results = [project.search(each) for each in requests]
    result = fuse_phrasings(results, request.superseded_by, request.limit)
    if not others:
        return Ranking(result, tuple(result.hits), tuple(result.memories), result.exact, result.embedded)
    found = [
        fuse_phrasings([other.search(each) for each in requests], request.superseded_by, request.limit)
        for other in others
    ]
    filters, there = request.filters, phrases_held(request.filters, result)
    holding = [phrases_held(filters, one) for one in found]
    found = [one for one, here in zip(found, holding, strict=True) if may_join(filters, there, here)]
    result = replace(result, notes=told_of(result.notes, frozenset().union(*holding)))
    merged = merge(result.hits, [hit for one in found for hit in one.hits], request.weights)
    called = {one.called for one in found if one.called}
    return Ranking(
        project=result,
        hits=tuple(sorted(merged, key=lambda hit: hit.path not in called)),
        memories=best_of_each([*result.memories, *(hit for one in found for hit in one.memories)]),
        exact=tuple(dict.fromkeys([*result.exact, *(name for one in found for name in one.exact)])),
        embedded=min([result.embedded, *(one.embedded for one in found)]),
    )


def search_near(
    phrasings: Sequence[str], request: SearchRequest, project: Searches, others: Sequence[Searches] = ()
) -> Ranking:
    """Search all phrasings; without a hit in the asked dates, also search for what is nearest without them."""
    ranking = search_phrasings(phrasings, request, project, others)
    filters = request.filters
    if ranking.hits or ranking.memories or not (filters.since or filters.until):
        return ranking
    always = replace(request, filters=replace(filters, since="", until=""))
    near = search_phrasings(phrasings, always, project, others)
    if not (near.hits or near.memories):
        return ranking
    aside = DATES_ASIDE if filters.kinds else DATES_ASIDE_OF_ALL
    notes = (*ranking.project.notes, *near.project.notes, aside)
    return replace(near, project=replace(near.project, notes=tuple(dict.fromkeys(notes))))


class CommitsBeside:
    """Searches commits to put beside documents in answers that don't ask for commits first."""

    def __init__(self, retriever: Searches, history: HistorySearch) -> None:
        self._retriever = retriever
        self._history = history

    def of(
        self, phrasings: Sequence[str], request: SearchRequest, documents: HybridResult, past: HistoryAnswer
    ) -> CommitPart:
        """The commits that join documents in an answer; `past` is the answer of the history search.

        A document that the question calls by its name stands in front of all that is only near. Where documents hold a
        phrase that must stand in the text, so do commits.
        """
        part = self._fitting_commits(phrasings, request, documents, past)
        if not may_join(request.filters, phrases_held(request.filters, documents), part.held):
            return CommitPart(corpora=part.corpora, held=part.held)
        return part.behind_all if any(hit.content in documents.by_name for hit in documents.hits[:1]) else part

    def _fitting_commits(
        self, phrasings: Sequence[str], request: SearchRequest, documents: HybridResult, past: HistoryAnswer
    ) -> CommitPart:
        """The commits that fit the question: from the history's answer, else from a search of their own."""
        others = phrases_held(request.filters, documents)
        if past.asked.place:
            leads = _commits_with_phrases(past.held - others, past.hits)
            part = commit_part(phrasings, past.hits, past.hits, documents.hits, tuple, leads)
            return replace(part, corpora=past.corpora, held=past.held)
        wanted = replace(request, filters=replace(request.filters, kinds=(COMMIT,)), limit=SEARCHED, memories=0)
        results = [self._retriever.search(replace(wanted, query=words)) for words in phrasings]
        found = fuse_phrasings(results, wanted.superseded_by, SEARCHED)
        here = phrases_held(wanted.filters, found)
        leads = _commits_with_phrases(here - others, found.hits)
        each_change = partial(self._history.each_change, superseded_by=request.superseded_by)
        part = commit_part(phrasings, found.hits, results[0].hits, documents.hits, each_change, leads)
        return replace(part, corpora=results[0].corpora, held=here)


def _commits_with_phrases(phrases: Collection[str], commits: Sequence[Hit]) -> list[str]:
    """The ids of the commits that hold phrases which nothing else holds."""
    return [hit.blob for hit in commits if said_in(phrases, [hit.title, hit.text])]
