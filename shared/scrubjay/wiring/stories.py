"""Maker of the story of a topic."""

from collections.abc import Sequence

from scrubjay.documents.documents import Documents
from scrubjay.extensions.kinds.history_source import HistorySource
from scrubjay.git.process import Git
from scrubjay.history.shown import People
from scrubjay.history.story import Stories
from scrubjay.index.sources import Sources
from scrubjay.recall.recall import Recall
from scrubjay.recall.storyteller import Storyteller
from scrubjay.retrieval.hybrid import HybridRetriever


def storyteller(
    git: Git, retriever: HybridRetriever, recall: Recall, documents: Documents, index_sources: Sources,
    people: People, history_sources: Sequence[HistorySource],
) -> Storyteller:  # fmt: skip
    stories = Stories(git, retriever.search, people, history_sources)
    return Storyteller(git, recall.searchable, documents, index_sources, stories)
