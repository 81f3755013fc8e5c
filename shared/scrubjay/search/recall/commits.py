"""Commits that stand beside an answer that names no kinds."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from functools import partial

from scrubjay.knowledge.index.kinds import COMMIT
from scrubjay.knowledge.retrieval.held_phrases import held, may_join, said_in
from scrubjay.knowledge.retrieval.hybrid import SearchRequest
from scrubjay.knowledge.retrieval.order import fuse_phrasings
from scrubjay.model.hit import Hit, HybridResult
from scrubjay.search.history.search import HistoryAnswer, HistorySearch
from scrubjay.search.recall.commit_part import SEARCHED, CommitPart, commit_part
from scrubjay.search.recall.searches import Searches


class CommitsBeside:
    """Searches the commits of one project for answers that these don't lead."""

    def __init__(self, retriever: Searches, history: HistorySearch) -> None:
        self._retriever = retriever
        self._history = history

    def of(
        self, phrasings: Sequence[str], request: SearchRequest, documents: HybridResult, past: HistoryAnswer
    ) -> CommitPart:
        """The commits that join documents. `request` is what these were asked, `past` what history answers.

        A document that the question calls by its name stands in front of all that is only near. Where documents hold a
        phrase that must stand in the text, so do commits.
        """
        part = self._fitting(phrasings, request, documents, past)
        if not may_join(request.filters, held(request.filters, documents), part.held):
            return CommitPart(corpora=part.corpora, held=part.held)
        return part.behind_all if any(hit.content in documents.by_name for hit in documents.hits[:1]) else part

    def _fitting(
        self, phrasings: Sequence[str], request: SearchRequest, documents: HybridResult, past: HistoryAnswer
    ) -> CommitPart:
        others = held(request.filters, documents)
        if past.asked.place:
            leads = _holding(past.held - others, past.hits)
            part = commit_part(phrasings, past.hits, past.hits, documents.hits, tuple, leads)
            return replace(part, corpora=past.corpora, held=past.held)
        wanted = replace(request, filters=replace(request.filters, kinds=(COMMIT,)), limit=SEARCHED, memories=0)
        results = [self._retriever.search(replace(wanted, query=words)) for words in phrasings]
        found = fuse_phrasings(results, wanted.superseded_by, SEARCHED)
        here = held(wanted.filters, found)
        leads = _holding(here - others, found.hits)
        each_change = partial(self._history.each_change, superseded_by=request.superseded_by)
        part = commit_part(phrasings, found.hits, results[0].hits, documents.hits, each_change, leads)
        return replace(part, corpora=results[0].corpora, held=here)


def _holding(phrases: Collection[str], commits: Sequence[Hit]) -> list[str]:
    """The commits in which phrases stand that nothing else holds."""
    return [hit.blob for hit in commits if said_in(phrases, [hit.title, hit.text])]
