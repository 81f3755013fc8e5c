"""The embedding of passages: in the background, or now with rate and time left."""

import time
from typing import TYPE_CHECKING

from scrubjay.cli.progress import Step, progress
from scrubjay.model.counted import counted

if TYPE_CHECKING:
    from scrubjay.app import Workspace
    from scrubjay.inference.embedding.embedder import Embedder

POLL_S = 0.5


def embed(workspace: "Workspace", *, wait: bool) -> str:
    """Leave the vectors to the worker, or wait for them; returns a line that says how they stand.

    Raises ModelUnavailable when waiting is in vain.
    """
    if workspace.embedder is None:
        return "vectors: off; answers are by keyword only"
    embedded, total = stand(workspace)
    if embedded < total and wait:
        with progress("embedding", "passages") as step:
            _now(workspace, workspace.embedder, step)
        embedded, total = stand(workspace)
    if embedded >= total:
        return f"vectors: complete, {counted(total, 'passage')}"
    if not workspace.settings.embedding.background:
        return f"vectors: {embedded:,} of {counted(total, 'passage')}; `scrubjay ingest --wait` computes the rest"
    workspace.enqueue("command line")
    return f"vectors: {embedded:,} of {counted(total, 'passage')}; the worker computes the rest in the background"


def _now(workspace: "Workspace", embedder: "Embedder", step: Step) -> None:
    """Do the worker's work while its lock is ours; while another process has it, watch how far that one is.

    What others asked for meanwhile found the lock taken, so the worker is woken in the end.
    """
    from scrubjay.jobs.embed import embed_pending
    from scrubjay.queue.spawn import LOCK_NAME
    from scrubjay.storage.locks import ASKING_S, file_lock

    while True:
        with file_lock(workspace.settings.home / LOCK_NAME, patience_s=ASKING_S) as acquired:
            if acquired:
                for database in workspace.databases:
                    embed_pending(database, embedder, stop=lambda: False, progress=step)
        if acquired:
            workspace.enqueue("command line")
            return
        embedded, total = stand(workspace)
        step(embedded, total)
        if embedded >= total:
            return
        time.sleep(POLL_S)


def stand(workspace: "Workspace") -> tuple[int, int]:
    """How many passages of documents, memories and conversations have a vector, and how many there are."""
    from scrubjay.index.vectors import VectorIndex

    if workspace.embedder is None:
        return 0, 0
    index = VectorIndex(workspace.embedder.fingerprint)
    embedded, total = zip(
        *(database.read(index.progress) for database in workspace.databases),
        strict=True,
    )
    return sum(embedded), sum(total)
