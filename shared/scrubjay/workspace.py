"""Wiring of the services of one worktree; `app` keeps what workspaces share."""

from collections.abc import Callable

from scrubjay.blocks import Contexts, Materials
from scrubjay.briefing.briefer import Briefer
from scrubjay.briefing.sources import Sources
from scrubjay.briefing.told import Ledger
from scrubjay.conversations import Conversations, SaidTurns
from scrubjay.conversations import store as conversation_rows
from scrubjay.documents.chunking.languages import unknown_languages
from scrubjay.documents.commits import Commits
from scrubjay.documents.documents import Documents
from scrubjay.documents.policy import policy
from scrubjay.documents.selection import Selection
from scrubjay.documents.view import Views
from scrubjay.extraction.extraction import Extraction
from scrubjay.extraction.stated import Stated
from scrubjay.freshness import Freshness, Grades, says
from scrubjay.git.base import BaseTracker
from scrubjay.git.process import Git
from scrubjay.git.repository import Repository
from scrubjay.git.written import clone_state
from scrubjay.grounding.judging import afar, judging
from scrubjay.grounding.neighbours import Alike
from scrubjay.grounding.search import SupportSearch
from scrubjay.grounding.support.supporting import supporter
from scrubjay.grounding.verification import CitationVerifier
from scrubjay.inference.choose import make_reranker
from scrubjay.memories.archive import MemoryArchive
from scrubjay.memories.memories import Memories
from scrubjay.memories.room import Limits
from scrubjay.memories.shelf import MemoryShelf
from scrubjay.memories.visibility import WorktreeBranches
from scrubjay.model.project import Project
from scrubjay.model.view import View
from scrubjay.recall.conversations import ConversationSearch
from scrubjay.recall.own import UserRetriever
from scrubjay.recall.recall import Recall
from scrubjay.retrieval.fresh import embed_content
from scrubjay.retrieval.hybrid import HybridRetriever
from scrubjay.review import ReviewQueue
from scrubjay.review.running import running
from scrubjay.services import Shared, Stores, Workspace
from scrubjay.sessions.archive import TaskArchive as TaskArchive
from scrubjay.sessions.branches import lineage
from scrubjay.sessions.points import Points
from scrubjay.sessions.tasks import Tasks
from scrubjay.settings import REPOSITORY_FILE, with_repository
from scrubjay.storage import Connection, Database


def assemble(
    shared: Shared,
    repository: Repository,
    project: Project,
    stores: Stores,
    text: str,
    enqueue: Callable[[str], None],
) -> Workspace:
    """Wire one workspace. `text` is the repository's configuration, which is untrusted. Raises ConfigError."""
    settings, refused = with_repository(shared.settings, text, str(repository.worktree / REPOSITORY_FILE))
    unknown = unknown_languages(settings.ingestion.code)
    git = Git(repository.worktree, shared.git_environment)
    selection = Selection(settings.ingestion.include, settings.ingestion.exclude, settings.ingestion.code)
    rules = policy(settings.ingestion, settings.privacy.allow)
    documents = Documents(
        git=git,
        knowledge=stores.knowledge,
        views=Views(git, repository, selection),
        selection=selection,
        policy=rules,
        counter=shared.tokenizer,
        clock=shared.clock,
        fingerprint=lambda: shared.embedder.fingerprint.key if shared.embedder else "",
    )
    branches = WorktreeBranches(git, stores.knowledge, project.id, says, lambda: clone_state(repository.common_dir))
    shelf = MemoryShelf(project.id, shared.clock, branches)
    commits = Commits(git, stores.knowledge, rules, shared.tokenizer, shared.clock)

    def visible(connection: Connection, view: View, kinds: tuple[str, ...]) -> int:
        number = documents.visible(connection, view)
        if "commit" in kinds:
            commits.fill(connection, view, number)
        if not kinds or "memory" in kinds:
            shelf.fill(connection, view, number)
        return number

    reranker = make_reranker(settings.retrieval.reranker)  # one for both, so that their scores compare
    retriever = HybridRetriever(stores.knowledge, visible, shared.embedder, reranker=reranker, indexes=shared.indexes)
    base = BaseTracker(git, repository.common_dir)
    supporting = SupportSearch(git, base, documents, commits, retriever)
    user_exists = (shared.settings.home / "user" / "knowledge.db").exists

    def by_meaning(scope: str) -> Alike:
        if scope != "user":
            return retriever.alike
        return own.alike if user_exists() else lambda *_: {}

    support = supporter(shared.embedder)
    ledger = Ledger(stores.session, shared.clock)
    said = SaidTurns(stores.session)
    judge = judging(
        settings=shared.settings,
        clock=shared.clock,
        documents=documents,
        verifier=CitationVerifier(git, base, documents, commits, afar(shared.settings), support),
        supporting=supporting,
        memories=lambda: memories,
        grades=lambda ids, view: grades.plain(ids, view),
        alike=by_meaning,
        observer=shared.observer(git, repository) if shared.observer else None,
        support=support,
        embedder=shared.embedder,
    )

    def kept(database: Database, id: str) -> None:
        try:
            if shared.embedder is not None:
                embed_content(database, shared.embedder, id)
        finally:
            enqueue("remember")

    memories = Memories(
        project_id=project.id,
        project=stores.knowledge,
        user=shared.user_database,
        clock=shared.clock,
        counter=shared.tokenizer,
        validate=judge,
        branches=branches,
        grades=lambda ids: grades.plain(ids, documents.view()),
        limits=Limits(**shared.settings.review.model_dump()),
        user_exists=user_exists,
        reader=shared.settings.user_id,
        personal=shared.settings.privacy.personal,
        allowed=shared.settings.privacy.allow,
        after_forgetting=ledger.clear,
        kept=kept,
        shown=ledger.shown,
    )
    reviews = ReviewQueue(memories, shared.settings.user_id, lambda memory: running(tasks, points, memory))
    freshness = Freshness(git, documents, memories, shallow=repository.shallow)
    grades = Grades(memories, freshness)
    own = UserRetriever(project.id, shared.user_database, shared.clock, shared.embedder, reranker, shared.indexes)
    tasks = Tasks(
        stores.session, shared.clock, lambda: briefer.prepare(), lambda branch, head: lineage(git, branch, head)
    )
    points = Points(stores.session, shared.clock)
    merged = TaskArchive(stores.session, git, shared.clock)
    recall = Recall(
        git=git,
        documents=documents,
        retriever=retriever,
        memories=memories,
        grades=grades,
        own=own,
        settings=settings.retrieval,
        later=lambda: enqueue("search"),
        commits=commits,
        unconfirmed=shared.settings.memory.unconfirmed == "show",
    )
    conversations = Conversations(
        stores.session,
        shared.tokenizer,
        shared.clock,
        shared.settings.conversations.retention_days,
        shared.settings.privacy.personal,
    )
    talking = HybridRetriever(
        stores.session, lambda c, view, _: conversation_rows.visible(c, view.key), shared.embedder, reranker=reranker,
        indexes=shared.indexes,
    )  # fmt: skip
    talks = ConversationSearch(
        git, repository, stores.session, talking, lambda: enqueue("search"), grows=shared.settings.conversations.index
    )

    extraction = Extraction(
        database=stores.session,
        said=said,
        memories=memories,
        author=shared.settings.user_id,
        stated=Stated(shared.embedder),
        reader=shared.reader,
        off=shared.settings.extraction.by == "off",
        captured=shared.captured,
    )
    least = shared.settings.memory.min_grade
    contexts = Contexts(
        Materials(
            documents=documents,
            memories=memories,
            grades=grades,
            tasks=tasks,
            said=said,
            search=recall.search,
            clock=shared.clock,
            least=least,
        )
    )

    def close() -> None:
        for one in (contexts, memories, retriever, own, talking):  # memories finish pending writes
            one.close()

    sources = Sources(
        git=git,
        repository=repository,
        documents=documents,
        retriever=retriever,
        recall=recall,
        memories=memories,
        branches=branches,
        reviews=reviews,
        freshness=freshness,
        grades=grades,
        tasks=tasks,
        points=points,
        merged=merged,
        clock=shared.clock,
        unconfirmed=shared.settings.memory.unconfirmed == "show",
        least=least,
    )
    briefer = Briefer(sources, ledger)
    return Workspace(
        repository=repository,
        project=project,
        settings=settings,
        refused=(*refused, *unknown),
        git=git,
        documents=documents,
        commits=commits,
        retriever=retriever,
        recall=recall,
        memories=memories,
        judge=judge,
        branches=branches,
        tasks=tasks,
        points=points,
        merged=merged,
        briefer=briefer,
        own=own,
        archive=MemoryArchive(memories, shared.settings.home),
        reviews=reviews,
        freshness=freshness,
        grades=grades,
        embedder=shared.embedder,
        knowledge=stores.knowledge,
        session=stores.session,
        enqueue=enqueue,
        show=ledger.show,
        supporting=supporting,
        conversations=conversations,
        talks=talks,
        contexts=contexts,
        extraction=extraction,
        close=close,
    )
