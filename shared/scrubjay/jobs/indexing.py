"""Steps that keep what is indexed equal to the repository: documents, memories and their grades, commits."""

from functools import partial

from scrubjay.git.ancestry import base_commit
from scrubjay.jobs.hook_answers import prepare_hook_answers
from scrubjay.jobs.step import StepContext, Stopped
from scrubjay.memories.completing import complete
from scrubjay.memories.fading import fade
from scrubjay.memories.regrading import grade_anew
from scrubjay.model.counted import counted


def text(on: StepContext) -> None:
    """Make the documents at HEAD searchable."""

    def between_batches(done: int, total: int) -> None:
        if on.stopping() and done < total:
            raise Stopped

    view = on.workspace.knowledge.documents.view()
    report = on.workspace.knowledge.documents.ingest(view, cause=on.job.cause, progress=between_batches)
    if report.added or report.skipped or report.behind:
        on.log(
            f"{on.job.cause}: {counted(report.added, 'document')} in {counted(report.passages, 'passage')}, "
            f"{report.skipped} skipped, {counted(report.masked, 'line')} masked, {report.behind} behind, "
            f"{report.seconds:.2f} s at {view.short}"
        )


def memory_index(on: StepContext) -> None:
    """Index memories that aren't indexed yet."""
    on.workspace.memories.service.index_missing()


def memory_anchors(on: StepContext) -> None:
    """Store the memories' anchors, their changes in git, and their visibility at HEAD."""
    place = on.workspace.memories.service.reading("project", lambda _, place: place)
    if done := complete(on.workspace.knowledge.database, on.workspace.git, place):
        on.log(f"{counted(done, 'memory')} and anchors of an older schema completed")
    on.workspace.memories.branches.keep()


def regrade(on: StepContext) -> None:
    """Regrade memories that older rules graded: those visible at HEAD, and the user's own."""
    hidden = on.workspace.memories.branches.at(on.workspace.knowledge.documents.view().commit).hidden
    scopes = ("project", "user") if on.workspace.memories.service.user_exists() else ("project",)
    done = sum(
        grade_anew(on.workspace.memories.service, scope, on.workspace.memories.judge, hidden, on.stopping)
        for scope in scopes
    )
    if done:
        on.log(f"{counted(done, 'memory')} of older rules graded anew")
    if on.stopping():
        raise Stopped


def lifetimes(on: StepContext) -> None:
    """Fade or archive memories whose lifetime ended, by their grade at the base branch."""
    view = on.workspace.knowledge.documents.view(base_commit(on.workspace.git))
    scopes = ("project", "user") if on.workspace.memories.service.user_exists() else ("project",)
    grades = partial(on.workspace.memories.grades.grades_only, view=view)
    if done := sum(fade(on.workspace.memories.service, scope, grades, on.stopping) for scope in scopes):
        on.log(f"{counted(done, 'memory')} faded, archived or brought back")


def further_kinds(on: StepContext) -> None:
    """Read in what else is searchable, such as new commits."""
    view = on.workspace.knowledge.documents.view()
    for kind, new in on.workspace.knowledge.sources.ingest(view):
        if new:
            on.log(f"{counted(new, kind)} at {view.short}")


def briefing(on: StepContext) -> None:
    """Prepare the briefing for a client's hook."""
    prepare_hook_answers(on.app.settings.home, on.workspace)
