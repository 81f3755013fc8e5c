"""Steps that compute missing vectors."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Final

from scrubjay.errors import ModelUnavailable
from scrubjay.integrations.git_hooks.stub import EVENTS
from scrubjay.knowledge.index.kinds import COMMIT
from scrubjay.knowledge.index.vectors import VectorIndex
from scrubjay.model.counted import counted
from scrubjay.operations.jobs.embed import embed_pending
from scrubjay.operations.jobs.intake import VectorIntake, intake_of
from scrubjay.operations.jobs.step import StepContext, Stopped
from scrubjay.storage.database import Database
from scrubjay.storage.driver import Connection

ENOUGH: Final = 8
"""Commits without a vector that the model is loaded for."""


def vectors(context: StepContext) -> None:
    """Compute missing vectors of documents and of the project's memories."""
    _embed_missing(context, context.workspace.knowledge_database, intake_of(context.workspace))


def user_vectors(context: StepContext) -> None:
    """Compute missing vectors of the user's own memories."""
    if context.workspace.memories.user_exists():
        _embed_missing(context, context.app.user_database())


def turn_vectors(context: StepContext) -> None:
    """Compute missing vectors of turns."""
    _embed_missing(context, context.workspace.session_database)


def discussion_vectors(context: StepContext) -> None:
    """Compute missing vectors of what extensions keep, such as issues, pull requests and reviews."""
    for databases in context.workspace.provided("searched_database"):
        for database in databases(context.workspace):
            _embed_missing(context, database)


def ask_for_vectors(context: StepContext) -> None:
    """Enqueue the computation of vectors, unless the settings turn it off."""
    if context.workspace.settings.embedding.background and context.workspace.embedder is not None:
        context.enqueue("embed")


def ask_for_vectors_of_text(context: StepContext) -> None:
    """Enqueue vectors after text was read. After an event of git, a few commits wait for more of them.

    To load the model costs more than all the rest of a commit. Who searches before asks for the vectors, and so does a
    session that begins or ends.
    """
    with suppress(ModelUnavailable):  # the step that computes them says why
        if can_wait(context.job.cause, _formats_without_vector(context)):
            return
    ask_for_vectors(context)


def can_wait(cause: str, formats: Sequence[str]) -> bool:
    """Whether passages may stay without vectors for now: there are none, or a few of commits after an event of git."""
    return not formats or (cause in EVENTS and len(formats) < ENOUGH and set(formats) == {COMMIT})


def lacks_vectors(context: StepContext) -> bool:
    """Whether vectors are still to be computed that don't wait for more commits."""
    with suppress(ModelUnavailable):
        return bool(set(_formats_without_vector(context)) - {COMMIT})
    return False


def _formats_without_vector(context: StepContext) -> Sequence[str]:
    """The formats of all passages without a vector, turns and discussions too; at least ENOUGH if there are so many."""
    workspace = context.workspace
    if workspace.embedder is None:
        return ()
    databases = list(workspace.databases)
    if workspace.memories.user_exists():
        databases.append(context.app.user_database())
    index = VectorIndex(workspace.embedder.fingerprint)

    def newest(connection: Connection) -> list[str]:
        have, total = index.progress(connection)
        return index.newest_pending(connection, min(total - have, ENOUGH)) if have < total else []

    return [format for database in databases for format in database.read(newest)]


def _embed_missing(context: StepContext, database: Database, intake: VectorIntake | None = None) -> None:
    """Compute missing vectors in one database. Raises Stopped where some are left."""
    if context.workspace.embedder is None:
        return
    done = embed_pending(database, context.workspace.embedder, stop=context.makes_way, intake=intake)
    if done.computed or done.taken:
        taken = f", {done.taken:,} more that others computed" if done.taken else ""
        context.log(f"{counted(done.computed, 'vector')}{taken}, {counted(done.missing, 'passage')} left")
    if done.missing:
        raise Stopped
