"""Steps that compute missing vectors."""

from scrubjay.jobs.embed import embed_pending
from scrubjay.jobs.step import StepContext, Stopped
from scrubjay.model.counted import counted
from scrubjay.storage import Database


def vectors(context: StepContext) -> None:
    """Compute missing vectors of documents and of the project's memories."""
    _embed(context, context.workspace.knowledge.database)


def user_vectors(context: StepContext) -> None:
    """Compute missing vectors of the user's own memories."""
    if context.workspace.memories.service.user_exists():
        _embed(context, context.app.user_database())


def turn_vectors(context: StepContext) -> None:
    """Compute missing vectors of turns."""
    _embed(context, context.workspace.sessions.database)


def ask_for_vectors(context: StepContext) -> None:
    """Enqueue the computation of vectors, unless the settings turn it off."""
    if context.workspace.settings.embedding.background and context.workspace.embedder is not None:
        context.enqueue("embed")


def _embed(context: StepContext, database: Database) -> None:
    if context.workspace.embedder is None:
        return

    def make_way() -> bool:
        return context.stopping() or context.app.queue.others_are_due(context.job.project)

    done = embed_pending(database, context.workspace.embedder, stop=make_way)
    if done.computed:
        context.log(f"{counted(done.computed, 'vector')}, {counted(done.missing, 'passage')} left")
    if done.missing:
        raise Stopped
