"""The step that reads what was discussed at forges: at most once an hour, and it makes way for text."""

from scrubjay.jobs.step import StepContext, Stopped
from scrubjay.jobs.vectors import ask_for_vectors
from scrubjay.model.counted import counted


def forges_are_due(context: StepContext) -> bool:
    """Whether a repository of the user's file is to be read; nothing is imported where it names none."""
    discussions = context.workspace.discussions
    return discussions.are_configured and bool(discussions.sync.due())


def discussions(context: StepContext) -> None:
    """Read the repositories that are due. What a forge refuses is logged and shown by `scrubjay forge list`."""
    if not context.workspace.discussions.are_configured:
        return
    from scrubjay.forges.reading import ReadingStopped

    def make_way() -> bool:
        return context.stopping() or context.app.queue.others_are_due(context.job.project)

    sync = context.workspace.discussions.sync
    new = 0
    for target in sync.due():
        try:
            report = sync.read(target, stop=make_way)
        except ReadingStopped:
            raise Stopped from None
        new += report.new + report.changed
        if report.new or report.changed or report.gone or report.error:
            read = f"{counted(report.new, 'new text')}, {report.changed:,} changed, {report.gone:,} gone"
            context.log(f"{report.repository}: {read}{'; ' + report.error if report.error else ''}")
    context.workspace.discussions.merges.look()
    if new:
        ask_for_vectors(context)
