"""Indexes of labelled sets, built by the product's own path (init, ingest, embed) and kept for later runs."""

import hashlib
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path

from scrubjay.app import Workspace, open_app
from scrubjay.errors import UsageError
from scrubjay.evaluation.conversations import conversation_search, import_turns
from scrubjay.evaluation.corpora import build_repository
from scrubjay.evaluation.labelled.model import LabelledSet
from scrubjay.evaluation.runner import Search
from scrubjay.git.process import GitEnvironment
from scrubjay.index.vectors import VectorIndex
from scrubjay.inference.embedding.embedder import Embedder
from scrubjay.jobs.embed import embed_pending
from scrubjay.settings import Settings
from scrubjay.storage import Database
from scrubjay.storage.filesystem import private_folder
from scrubjay.storage.locks import file_lock

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
) -> Iterator[IndexedSet]:
    """Build what is missing of a set's index below `keep`, and open it.

    Resumable: stopped at any point, the next run continues there. The user's own home is never written. Raises
    UsageError when another process measures the same set.
    """
    folder = keep / f"{labelled.name.replace('/', '-')}-{_digest(labelled)}"
    private_folder(folder)
    with file_lock(folder / "lock") as mine:
        if not mine:
            raise UsageError(f"Another bench uses {folder}. Wait for it, or give another folder with --keep.")
        inner = settings.model_copy(update={"home": folder / "home", "ingestion": type(settings.ingestion)(exclude=())})
        with open_app(inner, git_environment=environment, embedder=embedder, wake=lambda: None) as app:
            workspaces: dict[str, Workspace] = {}
            with show(f"{labelled.name}: reading", "corpora") as step:
                for number, corpus in enumerate(labelled.corpora):
                    step(number, len(labelled.corpora))
                    build_repository(corpus, folder / corpus.name, environment)
                    at = workspaces[corpus.name] = app.initialise(folder / corpus.name)
                    import_turns(corpus, at, folder / f"{corpus.name}.jsonl")
            yield complete_index(labelled.name, workspaces, show)


def complete_index(label: str, workspaces: dict[str, Workspace], show: Show) -> IndexedSet:
    """Ingest and embed what each workspace's index lacks of HEAD. Raises ModelUnavailable."""
    for name, at in workspaces.items():
        where = label if len(workspaces) == 1 else f"{label} {name}"
        view = at.knowledge.documents.view()
        if at.knowledge.documents.behind(view):
            with show(f"{where}: reading", "documents") as step:
                at.knowledge.documents.ingest(view, cause="bench", progress=step)
        for database in (at.knowledge.database, at.sessions.database):
            if at.embedder is not None and _lacking(database, at.embedder):
                with show(f"{where}: embedding", "passages") as step:
                    embed_pending(database, at.embedder, stop=lambda: False, progress=step)
    counts = [_counted(at) for at in workspaces.values()]
    passages = sum(one.passages for one in counts)
    return IndexedSet(
        workspaces,
        {
            name: conversation_search(at) if at.conversations.service.counts().turns else at.context.recall.search
            for name, at in workspaces.items()
        },
        sum(one.documents for one in counts),
        passages,
        sum(one.embedded for one in counts) / passages if passages else 1.0,
        sum(one.skipped for one in counts),
    )


@dataclass(frozen=True, slots=True)
class _IndexCounts:
    """Counts of one workspace: documents or turns, their passages, and how many of these have a vector."""

    documents: int
    passages: int
    embedded: float
    skipped: int


def _counted(at: Workspace) -> _IndexCounts:
    turns = at.conversations.service.counts().turns
    if not turns:
        known = at.knowledge.documents.counts(at.knowledge.documents.view())
        return _IndexCounts(known.documents, known.passages, known.embedded * known.passages, known.skipped)
    have, total = at.sessions.database.read(VectorIndex(at.embedder.fingerprint).progress) if at.embedder else (0, 0)
    return _IndexCounts(turns, total, have, 0)


def _lacking(database: Database, embedder: Embedder) -> bool:
    have, total = database.read(VectorIndex(embedder.fingerprint).progress)
    return have < total


def _digest(labelled: LabelledSet) -> str:
    found = hashlib.sha256(LAYOUT)
    for file in labelled.sources:
        with file.open("rb") as stream:
            found.update(hashlib.file_digest(stream, "sha256").digest())
    return found.hexdigest()[:12]
