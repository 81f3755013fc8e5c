"""Steps that compute missing vectors."""

from scrubjay.jobs.embed import embed_pending
from scrubjay.jobs.step import StepContext, Stopped
from scrubjay.model.counted import counted
from scrubjay.storage import Database


def vectors(on: StepContext) -> None:
    """Compute missing vectors of documents and of the project's memories."""
    _embed(on, on.workspace.knowledge.database)


def user_vectors(on: StepContext) -> None:
    """Compute missing vectors of the user's own memories."""
    if on.workspace.memories.service.user_exists():
        _embed(on, on.app.user_database())


def turn_vectors(on: StepContext) -> None:
    """Compute missing vectors of turns."""
    _embed(on, on.workspace.sessions.database)


def ask_for_vectors(on: StepContext) -> None:
    """Enqueue the computation of vectors, unless the settings turn it off."""
    if on.workspace.settings.embedding.background and on.workspace.embedder is not None:
        on.enqueue("embed")


def _embed(on: StepContext, database: Database) -> None:
    if on.workspace.embedder is None:
        return

    def make_way() -> bool:
        return on.stopping() or on.app.queue.others_are_due(on.job.project)

    done = embed_pending(database, on.workspace.embedder, stop=make_way)
    if done.computed:
        on.log(f"{counted(done.computed, 'vector')}, {counted(done.missing, 'passage')} left")
    if done.missing:
        raise Stopped
