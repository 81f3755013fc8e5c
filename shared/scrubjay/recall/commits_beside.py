"""Which commits may join an answer? Those that its question finds, or that the topic and time of a look back find."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from scrubjay.history.search import HistoryAnswer, HistorySearch
from scrubjay.index.kinds import COMMIT
from scrubjay.model.hit import Hit, HybridResult
from scrubjay.recall.commit_part import SEARCHED, CommitPart, commit_part
from scrubjay.recall.searches import Searches
from scrubjay.retrieval.hybrid import SearchRequest
from scrubjay.retrieval.phrasings import fuse_phrasings


class CommitsBeside:
    """Searches the commits of one project for answers that these don't lead."""

    def __init__(self, retriever: Searches, history: HistorySearch) -> None:
        self._retriever = retriever
        self._history = history

    def of(
        self, phrasings: Sequence[str], request: SearchRequest, documents: HybridResult, past: HistoryAnswer
    ) -> CommitPart:
        """The commits that join documents. `request` is what these were asked, `past` what history answers.

        A document that the question calls by its name stands in front of all that is only near.
        """
        part = self._fitting(phrasings, request, documents.hits, past)
        return part.behind_all if any(hit.content in documents.by_name for hit in documents.hits[:1]) else part

    def _fitting(
        self, phrasings: Sequence[str], request: SearchRequest, documents: Sequence[Hit], past: HistoryAnswer
    ) -> CommitPart:
        if past.asked.place:
            return replace(commit_part(phrasings, past.hits, past.hits, documents, tuple), corpora=past.corpora)
        wanted = replace(request, filters=replace(request.filters, kinds=(COMMIT,)), limit=SEARCHED, memories=0)
        results = [self._retriever.search(replace(wanted, query=words)) for words in phrasings]
        found = fuse_phrasings(results, wanted.superseded_by, SEARCHED).hits
        each_change = partial(self._history.each_change, superseded_by=request.superseded_by)
        part = commit_part(phrasings, found, results[0].hits, documents, each_change)
        return replace(part, corpora=results[0].corpora)
