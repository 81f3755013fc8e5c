"""How does a set become searchable by the product's own path? Repository, init, ingest, embed; kept for later."""

import hashlib
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path

from scrubjay.app import Workspace, open_app
from scrubjay.embedding.embedder import Embedder
from scrubjay.errors import UsageError
from scrubjay.evaluation.corpora import make
from scrubjay.evaluation.labelled.model import LabelledSet
from scrubjay.git.process import GitEnvironment
from scrubjay.jobs.embed import embed_pending
from scrubjay.settings import Settings
from scrubjay.storage.filesystem import private_folder
from scrubjay.storage.locks import file_lock

Show = Callable[[str, str], AbstractContextManager[Callable[[int, int], None]]]
"""Starts to show progress: what is done, what is counted."""

LAYOUT = b"1"
"""Changes when rows become files in another way, so that older indexes aren't taken for the same."""


@dataclass(frozen=True, slots=True)
class Indexed:
    """A set that can be asked: the workspace of each corpus, and how much there is."""

    workspaces: dict[str, Workspace]
    documents: int
    passages: int
    embedded: float
    skipped: int


@contextmanager
def indexed(
    labelled: LabelledSet,
    keep: Path,
    settings: Settings,
    environment: GitEnvironment,
    show: Show,
    *,
    embedder: Embedder | None = None,
) -> Iterator[Indexed]:
    """Make what is missing of a set's index below `keep`, and open it.

    Stopped at any point, the next run goes on there. The user's own home is never written.
    Raises UsageError when another process measures the same set.
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
                    make(corpus, folder / corpus.name, environment)
                    workspaces[corpus.name] = app.initialise(folder / corpus.name)
            yield complete(labelled.name, workspaces, show)


def complete(label: str, workspaces: dict[str, Workspace], show: Show) -> Indexed:
    """Read and embed what HEAD of each workspace shows and the index lacks. Raises ModelUnavailable."""
    for name, at in workspaces.items():
        where = label if len(workspaces) == 1 else f"{label} {name}"
        view = at.documents.view()
        if at.documents.behind(view):
            with show(f"{where}: reading", "documents") as step:
                at.documents.ingest(view, cause="bench", progress=step)
        if at.embedder is not None and at.documents.counts(view).embedded < 1:
            with show(f"{where}: embedding", "passages") as step:
                embed_pending(at.knowledge, at.embedder, stop=lambda: False, progress=step)
    counts = [at.documents.counts(at.documents.view()) for at in workspaces.values()]
    passages = sum(one.passages for one in counts)
    return Indexed(
        workspaces,
        sum(one.documents for one in counts),
        passages,
        sum(one.embedded * one.passages for one in counts) / passages if passages else 1.0,
        sum(one.skipped for one in counts),
    )


def _digest(labelled: LabelledSet) -> str:
    found = hashlib.sha256(LAYOUT)
    for file in labelled.sources:
        with file.open("rb") as stream:
            found.update(hashlib.file_digest(stream, "sha256").digest())
    return found.hexdigest()[:12]
