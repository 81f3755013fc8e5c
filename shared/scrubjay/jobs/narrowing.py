"""Step that gives an index of an earlier version its smaller form."""

from collections.abc import Iterator

from scrubjay.index.narrowing import narrow_all
from scrubjay.jobs.step import StepContext, Stopped
from scrubjay.storage import Database


def fewer_bits(context: StepContext) -> None:
    """Store vectors and token states of all databases in as few bits as this version does; needs no model."""

    def make_way() -> bool:
        return context.stopping() or context.app.queue.others_are_due(context.job.project)

    for database in _databases(context):
        if not narrow_all(database, stop=make_way):
            raise Stopped


def _databases(context: StepContext) -> Iterator[Database]:
    yield from context.workspace.databases
    if context.workspace.memories.user_exists():
        yield context.app.user_database()
