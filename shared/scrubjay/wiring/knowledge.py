"""The services of what a repository's files and commits say, and the retriever over everything indexed with them."""

from dataclasses import dataclass

from scrubjay.commits.commits import CommitIndex
from scrubjay.documents.documents import Documents
from scrubjay.documents.policy import policy
from scrubjay.documents.selection import Selection
from scrubjay.documents.view import Views
from scrubjay.git.base import BaseTracker
from scrubjay.grounding.search import SupportSearch
from scrubjay.index.sources import Sources
from scrubjay.memories.visibility import WorktreeBranches
from scrubjay.memories.visible import VisibleMemories
from scrubjay.model.view import View
from scrubjay.retrieval.hybrid import HybridRetriever
from scrubjay.storage import Connection, Database
from scrubjay.wiring.inputs import WorktreeInputs


@dataclass(frozen=True, slots=True, kw_only=True)
class KnowledgeServices:
    """Documents and commits of a worktree, and search over them and the project's memories.

    `sources` fill the index with all kinds that are neither documents nor memories.
    """

    database: Database
    base: BaseTracker
    documents: Documents
    commits: CommitIndex
    sources: Sources
    retriever: HybridRetriever
    supporting: SupportSearch


def wire_knowledge(inputs: WorktreeInputs, branches: WorktreeBranches) -> KnowledgeServices:
    """Wire documents, commits and search; `branches` says which memories a view shows."""
    shared, git, database = inputs.shared, inputs.git, inputs.stores.knowledge
    ingestion = inputs.settings.ingestion
    selection = Selection(ingestion.include, ingestion.exclude, ingestion.code)
    rules = policy(ingestion, inputs.settings.privacy.allow)
    documents = Documents(
        git=git,
        knowledge=database,
        views=Views(git, inputs.repository, selection),
        selection=selection,
        policy=rules,
        counter=shared.tokenizer,
        clock=shared.clock,
        fingerprint=lambda: shared.embedder.fingerprint.key if shared.embedder else "",
    )
    commits = CommitIndex(git, database, rules, shared.tokenizer, shared.clock)
    sources = Sources([commits])
    visible_memories = VisibleMemories(inputs.project.id, shared.clock, branches)

    def visible(connection: Connection, view: View, kinds: tuple[str, ...]) -> int:
        number = documents.visible(connection, view)
        sources.fill_visible(connection, view, number, kinds)
        if not kinds or "memory" in kinds:
            visible_memories.fill(connection, view, number)
        return number

    retriever = HybridRetriever(database, visible, shared.embedder, reranker=inputs.reranker, indexes=shared.indexes)
    base = BaseTracker(git, inputs.repository.common_dir)
    return KnowledgeServices(
        database=database,
        base=base,
        documents=documents,
        commits=commits,
        sources=sources,
        retriever=retriever,
        supporting=SupportSearch(git, base, documents, commits, retriever),
    )
