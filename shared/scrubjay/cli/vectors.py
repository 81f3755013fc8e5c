"""The embedding of passages: in the background, or now with rate and time left."""

import time
from typing import TYPE_CHECKING

from scrubjay.cli.progress import Step, progress
from scrubjay.errors import ModelUnavailable
from scrubjay.inference.embedding.saved import fetch
from scrubjay.integrations.launching.launcher import LOCK_NAME
from scrubjay.knowledge.index.kinds import describe, share
from scrubjay.knowledge.index.vectors import VectorIndex
from scrubjay.model.counted import counted
from scrubjay.operations.jobs.embed import embed_pending
from scrubjay.operations.jobs.intake import intake_of
from scrubjay.storage.filesystem import ASKING_S, file_lock

if TYPE_CHECKING:
    from scrubjay.app import Workspace
    from scrubjay.extensions.kinds.content import Embedder
    from scrubjay.model.encoded import EmbeddedCorpus

POLL_S = 0.5


def embed(workspace: "Workspace", *, wait: bool) -> str:
    """Leave the vectors to the worker, or wait for them; returns a line that says how they stand.

    Raises ModelUnavailable when waiting is in vain.
    """
    if workspace.embedder is None:
        return "vectors: off; answers are by keyword only"
    try:
        if wait:
            fetch(workspace.embedder)
        corpora = embedded_corpora(workspace)
    except ModelUnavailable as error:
        if wait:
            raise
        workspace.enqueue("command line")
        return f"vectors: none; answers are by keyword only: {error}"
    if share(corpora) < 1 and wait:
        with progress("embedding", "passages") as step:
            _embed_now(workspace, workspace.embedder, step)
        corpora = embedded_corpora(workspace)
    if share(corpora) >= 1:
        return f"vectors: complete, {counted(sum(one.passages for one in corpora), 'passage')}"
    if not workspace.settings.embedding.background:
        return f"vectors: {describe(corpora)}; `scrubjay ingest --wait` computes the rest"
    workspace.enqueue("command line")
    return f"vectors: {describe(corpora)}; the worker computes the rest in the background"


def _embed_now(workspace: "Workspace", embedder: "Embedder", step: Step) -> None:
    """Do the worker's work while its lock is ours; while another process has it, watch how far that one is.

    What others asked for meanwhile found the lock taken, so the worker is woken in the end.
    """
    while True:
        with file_lock(workspace.settings.home / LOCK_NAME, patience_s=ASKING_S) as acquired:
            if acquired:
                for database in workspace.databases:
                    intake = intake_of(workspace) if database is workspace.knowledge_database else None
                    embed_pending(database, embedder, stop=lambda: False, progress=step, intake=intake)
        if acquired:
            workspace.enqueue("command line")
            return
        corpora = embedded_corpora(workspace)
        step(sum(one.embedded for one in corpora), sum(one.passages for one in corpora))
        if share(corpora) >= 1:
            return
        time.sleep(POLL_S)


def embedded_corpora(workspace: "Workspace") -> "tuple[EmbeddedCorpus, ...]":
    """How many passages of documents, memories, commits, conversations and so on have a vector, of how many."""
    if workspace.embedder is None:
        return ()
    index = VectorIndex(workspace.embedder.fingerprint)
    return tuple(one for database in workspace.databases for one in database.read(index.corpora))
