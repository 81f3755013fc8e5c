"""The steps that read what was discussed at forges, at most once an hour, and judge it; they make way for text."""

from scrubjay.model.counted import counted
from scrubjay.operations.jobs.step import StepContext, Stopped
from scrubjay.operations.jobs.vectors import ask_for_vectors
from scrubjay_forges.discussions.judging import judge_texts
from scrubjay_forges.forges.reading import ReadingStopped
from scrubjay_forges.services import ForgeServices


def discussions(context: StepContext) -> None:
    """Read the repositories that are due. A forge's refusal is logged, and shown by `scrubjay forge list`."""
    if not ForgeServices.of(context.workspace).discussions.are_configured:
        return

    sync = ForgeServices.of(context.workspace).forge_sync
    new = 0
    for target in sync.due():
        try:
            report = sync.read(target, stop=context.makes_way)
        except ReadingStopped:
            raise Stopped from None
        new += report.new + report.changed
        if report.new or report.changed or report.gone or report.error:
            read = f"{counted(report.new, 'new text')}, {report.changed:,} changed, {report.gone:,} gone"
            context.log(f"{report.repository}: {read}{'; ' + report.error if report.error else ''}")
    ForgeServices.of(context.workspace).merges.look()
    if new:
        ask_for_vectors(context)


def judged_discussions(context: StepContext) -> None:
    """Have the model judge what outsiders wrote; until then no default answer has it."""
    workspace = context.workspace
    if not ForgeServices.of(workspace).discussions.are_unjudged():
        return

    judged = judge_texts(workspace.forge_database, ForgeServices.of(workspace).text_judge, stop=context.makes_way)
    if judged.flagged:
        ForgeServices.of(workspace).discussion_store.catch_up()
    context.log(f"{counted(judged.read, 'text')} of outsiders read, {judged.flagged:,} may instruct their reader")
    if judged.left:
        raise Stopped
