"""Maker of the story of a topic."""

from scrubjay.documents.documents import Documents
from scrubjay.git.process import Git
from scrubjay.history.discussed import StoryDiscussions
from scrubjay.history.shown import People
from scrubjay.history.story import Stories
from scrubjay.index.sources import Sources
from scrubjay.recall.recall import Recall
from scrubjay.recall.storyteller import Storyteller
from scrubjay.retrieval.hybrid import HybridRetriever


def storyteller(
    git: Git, retriever: HybridRetriever, recall: Recall, documents: Documents, index_sources: Sources,
    people: People, story_discussions: StoryDiscussions,
) -> Storyteller:  # fmt: skip
    stories = Stories(git, retriever.search, people, story_discussions)
    return Storyteller(git, recall.searchable, documents, index_sources, stories)
