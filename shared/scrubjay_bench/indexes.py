"""Indexes of labelled sets, built by the product's own path (init, ingest, embed) and kept for later runs."""

import hashlib
import json
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

from scrubjay.app import App, Workspace, open_app
from scrubjay.errors import UsageError
from scrubjay.extensions.kinds.content import Embedder
from scrubjay.git.process import GitEnvironment
from scrubjay.git.repository import open_repository
from scrubjay.knowledge.index.kinds import DISCUSSIONS
from scrubjay.knowledge.index.vectors import VectorIndex
from scrubjay.model.frozen import dataclass, replace
from scrubjay.operations.jobs.embed import embed_pending
from scrubjay.search.recall.answer import RecallAnswer, RecallHit, RecallRequest
from scrubjay.search.recall.conversation_values import ConversationRequest
from scrubjay.settings.schema import Settings
from scrubjay.storage.database import Database
from scrubjay.storage.filesystem import file_lock, private_folder
from scrubjay_bench.corpora import build_repository, check_corpora
from scrubjay_bench.labelled.model import Corpus, LabelledSet, turn_path
from scrubjay_bench.runner import Search
from scrubjay_forges.api import FileImport, judge_texts
from scrubjay_forges.services import ForgeServices

HOST = "github.com"
UNASKED = "unasked"
"""The arm of what follows an answer to a question that names no kinds, at most three."""


def import_archive(corpus: Corpus, workspace: Workspace) -> None:
    """Import the archive of a corpus, unless all of it is there, and have outsiders' texts read, as the worker does."""
    store = ForgeServices.of(workspace).discussion_store
    if corpus.archive is not None and not any(one.synced_at for one in store.repositories()):
        FileImport(store, f"{HOST}/{corpus.repository}", [corpus.archive]).run()
        judge_texts(store.database, ForgeServices.of(workspace).text_judge, stop=lambda: False)
        store.catch_up()


def discussion_search(workspace: Workspace) -> Search:
    """A function that searches a workspace's issues and pull requests."""

    def search(request: RecallRequest) -> RecallAnswer:
        answer = workspace.recall.search(replace(request, kinds=DISCUSSIONS))
        return replace(answer, hits=tuple(map(_with_discussion_path, answer.hits)))

    return search


def unasked_search(workspace: Workspace) -> Search:
    """A function that finds the discussions which follow an answer about everything."""

    def search(request: RecallRequest) -> RecallAnswer:
        answer = workspace.recall.search(replace(request, kinds=(), limit=8))
        return replace(answer, hits=tuple(map(_with_discussion_path, answer.discussed)))

    return search


def _with_discussion_path(hit: RecallHit) -> RecallHit:
    """A hit whose path is the name of its discussion."""
    return replace(hit, path=hit.discussion)


def import_turns(corpus: Corpus, workspace: Workspace, file: Path) -> None:
    """Import the turns of a corpus, unless they are there; the file says that all were written."""
    if corpus.turns is None or (file.is_file() and workspace.conversations.counts().turns):
        return
    half = file.with_name(f".{file.name}.half")
    with half.open("w", encoding="utf-8") as stream:
        stream.writelines(f"{json.dumps(record)}\n" for record in corpus.turns())
    workspace.conversations.import_file(half)
    half.rename(file)


def conversation_search(workspace: Workspace) -> Search:
    """A function that searches a workspace's conversation."""

    def search(request: RecallRequest) -> RecallAnswer:
        conversation_request = ConversationRequest(
            query=request.query, limit=request.limit, recipe=request.recipe, weights=dict(request.weights or {})
        )
        answer = workspace.conversation_search.search(conversation_request)
        hits = tuple(
            RecallHit(
                kind="document",
                title=hit.title,
                text="",
                date=hit.turn.at,
                path=turn_path(hit.session, hit.turn.number),
                score=hit.score,
            )
            for hit in answer.hits
        )
        return RecallAnswer(
            request=request,
            view=answer.view,
            hits=hits,
            recipe=request.recipe,
            degraded=answer.degraded,
            embedded=answer.embedded,
            milliseconds=answer.milliseconds,
        )

    return search


Show = Callable[[str, str], AbstractContextManager[Callable[[int, int], None]]]
"""Starts a progress display: the activity, and what is counted."""

LAYOUT = b"2"
"""Version of the mapping from rows to files; older indexes aren't reused."""


@dataclass(frozen=True, slots=True)
class IndexedSet:
    """An indexed set: the workspace and search of each corpus, and the counts."""

    workspaces: dict[str, Workspace]
    searches: dict[str, Search]
    documents: int
    passages: int
    embedded: float
    skipped: int


@contextmanager
def open_indexed(
    labelled: LabelledSet,
    keep: Path,
    settings: Settings,
    environment: GitEnvironment,
    show: Show,
    *,
    embedder: Embedder | None = None,
    embed: bool = True,
) -> Iterator[IndexedSet]:
    """Build what is missing of a set's index below `keep`, its vectors where `embed` asks for them, and open it.

    Resumable: stopped at any point, the next run continues there. The user's own home is never written. Raises
    UsageError when another process measures the same set, CorpusRefused where its answers aren't in the corpus.
    """
    folder = keep / f"{labelled.name.replace('/', '-')}-{_digest(labelled)}"
    private_folder(folder)
    with file_lock(folder / "lock") as acquired:
        if not acquired:
            raise UsageError(f"Another bench uses {folder}. Wait for it, or give another folder with --keep.")
        inner = settings.but(home=folder / "home", ingestion=type(settings.ingestion)(exclude=()))
        with open_app(inner, git_environment=environment, embedder=embedder, wake=lambda: None) as app:
            workspaces: dict[str, Workspace] = {}
            with show(f"{labelled.name}: reading", "corpora") as step:
                for number, corpus in enumerate(labelled.corpora):
                    step(number, len(labelled.corpora))
                    build_repository(corpus, folder / corpus.name, environment)
                    workspace = workspaces[corpus.name] = _opened(app, folder / corpus.name)
                    import_turns(corpus, workspace, folder / f"{corpus.name}.jsonl")
                    import_archive(corpus, workspace)
            check_corpora(labelled, workspaces, folder)
            yield complete_index(labelled.name, workspaces, show, embed=embed)


def _opened(app: App, folder: Path) -> Workspace:
    """Open the workspace of a corpus; in a copied folder, that of the project that was copied with it."""
    known = [project for project in app.registry.list() if project.name == folder.name]
    here = open_repository(folder, app.git_environment).common_dir
    moved = known and not any(here in project.clones for project in known)
    return app.initialise(folder, join=known[0].id if moved else "")


def complete_index(label: str, workspaces: dict[str, Workspace], show: Show, *, embed: bool = True) -> IndexedSet:
    """Ingest and embed what each workspace's index lacks of HEAD. Raises ModelUnavailable."""
    for name, workspace in workspaces.items():
        title = label if len(workspaces) == 1 else f"{label} {name}"
        view = workspace.documents.view()
        if workspace.documents.behind(view):
            with show(f"{title}: reading", "documents") as step:
                workspace.documents.ingest(view, cause="bench", progress=step)
        for database in workspace.databases:
            if embed and workspace.embedder is not None and _lacks_vectors(database, workspace.embedder):
                with show(f"{title}: embedding", "passages") as step:
                    embed_pending(database, workspace.embedder, stop=lambda: False, progress=step)
    counts = [_index_counts(workspace) for workspace in workspaces.values()]
    passages = sum(count.passages for count in counts)
    return IndexedSet(
        workspaces,
        {name: _search(workspace) for name, workspace in workspaces.items()},
        sum(count.documents for count in counts),
        passages,
        sum(count.embedded for count in counts) / passages if passages else 1.0,
        sum(count.skipped for count in counts),
    )


def _search(workspace: Workspace) -> Search:
    """The function that searches a corpus: its discussions, else its conversation, else its documents."""
    if ForgeServices.of(workspace).discussions.exists():
        return discussion_search(workspace)
    if workspace.conversations.counts().turns:
        return conversation_search(workspace)
    return workspace.recall.search


@dataclass(frozen=True, slots=True)
class _IndexCounts:
    """Counts of one workspace: documents or turns, their passages, and how many of these have a vector."""

    documents: int
    passages: int
    embedded: float
    skipped: int


def _index_counts(workspace: Workspace) -> _IndexCounts:
    """What a workspace's index holds: discussions, else turns, else documents, with their passages and vectors."""
    if ForgeServices.of(workspace).discussions.exists():
        texts = sum(one.texts for one in ForgeServices.of(workspace).discussion_store.repositories())
        return _text_counts(workspace, workspace.forge_database, texts)
    turns = workspace.conversations.counts().turns
    if not turns:
        counts = workspace.documents.counts(workspace.documents.view())
        return _IndexCounts(counts.documents, counts.passages, counts.embedded * counts.passages, counts.skipped)
    return _text_counts(workspace, workspace.session_database, turns)


def _text_counts(workspace: Workspace, database: Database, texts: int) -> _IndexCounts:
    """The counts of an index of `texts` texts, with its passages and vectors."""
    embedder = workspace.embedder
    embedded, total = database.read(VectorIndex(embedder.fingerprint).progress) if embedder else (0, 0)
    return _IndexCounts(texts, total, embedded, 0)


def _lacks_vectors(database: Database, embedder: Embedder) -> bool:
    """Whether a database has passages without a vector of this model."""
    embedded, total = database.read(VectorIndex(embedder.fingerprint).progress)
    return embedded < total


def _digest(labelled: LabelledSet) -> str:
    """A digest of the files that a set is made of, in twelve digits."""
    digest = hashlib.sha256(LAYOUT)
    for file in labelled.sources:
        with file.open("rb") as stream:
            digest.update(hashlib.file_digest(stream, "sha256").digest())
    return digest.hexdigest()[:12]
