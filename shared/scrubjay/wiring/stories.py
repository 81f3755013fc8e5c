"""Maker of the story of a topic."""

from collections.abc import Sequence

from scrubjay.extensions.kinds.history_source import HistorySource
from scrubjay.git.process import Git
from scrubjay.knowledge.documents.documents import Documents
from scrubjay.knowledge.index.sources import Sources
from scrubjay.knowledge.retrieval.hybrid import HybridRetriever
from scrubjay.search.history.authors import People
from scrubjay.search.history.story import Stories
from scrubjay.search.recall.recall import Recall
from scrubjay.search.recall.story import Storyteller


def storyteller(
    git: Git, retriever: HybridRetriever, recall: Recall, documents: Documents, index_sources: Sources,
    people: People, history_sources: Sequence[HistorySource],
) -> Storyteller:  # fmt: skip
    stories = Stories(git, retriever.search, people, history_sources)
    return Storyteller(git, recall.searchable, documents, index_sources, stories)
