"""Maker of the graph: how things hang together in the view of a worktree."""

from scrubjay.git.process import Git
from scrubjay.knowledge.documents.documents import Documents
from scrubjay.knowledge.index.kinds import Policy
from scrubjay.memory.freshness.grades import Grades
from scrubjay.memory.store.reader import MemoryReader
from scrubjay.search.history.authors import Authors, People
from scrubjay.search.recall.evidence import behind_note
from scrubjay.search.recall.recall import Recall
from scrubjay.settings.schema import Settings
from scrubjay.storage.database import Database
from scrubjay_graph.build.building import GraphBuilder
from scrubjay_graph.graph import Graph
from scrubjay_graph.own import OwnGraph


def graph(
    git: Git, knowledge_database: Database, documents: Documents, policy: Policy, authors: Authors, people: People,
    memories: MemoryReader, grades: Grades, recall: Recall, settings: Settings, user_settings: Settings
) -> Graph:  # fmt: skip
    """Answers questions about the graph, and builds it where it isn't built."""
    builder = GraphBuilder(git, knowledge_database, documents, policy, settings.ingestion.exclude)
    own = OwnGraph(authors, people, memories, grades, said=user_settings.memory.said == "show")
    return Graph(knowledge_database, recall.searchable, builder, own, behind_note)
