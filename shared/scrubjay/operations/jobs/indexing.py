"""Steps that keep equal to the repository what is indexed (documents, memories, commits) and hooks answer."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from scrubjay.extensions.registry import ExtensionRegistry
from scrubjay.git.ancestry import base_commit
from scrubjay.integrations.client_hooks.switches import AGENTS, COUNTS, MIN_GRADE, OFF, compile_switches
from scrubjay.memory.lifecycle.upkeep import complete, fade
from scrubjay.model.counted import counted
from scrubjay.operations.jobs.step import StepContext, Stopped
from scrubjay.settings.layers import REPOSITORY_FILE, USER_FILE
from scrubjay.wiring.workspace import Workspace


def prepare_hook_answers(home: Path, at: Workspace) -> None:
    """Write the switches of the hooks and the briefing for a worktree; called whenever its text was indexed."""
    files = (home / USER_FILE, at.repository.worktree / REPOSITORY_FILE)
    toolsets: tuple[str, ...] = at.settings.toolsets
    chosen = at.settings.hooks.values() | {
        MIN_GRADE: at.settings.memory.min_grade,
        AGENTS: AGENTS in toolsets,
        COUNTS: at.settings.insight.keep,
        OFF: [extension.name for extension in ExtensionRegistry.of(home).off],
    }
    compile_switches(at.project.folder, at.repository.worktree, chosen, files)
    at.briefer.prepare()


def text(context: StepContext) -> None:
    """Make the documents at HEAD searchable."""
    view = context.workspace.documents.view()
    report = context.workspace.documents.ingest(view, cause=context.job.cause, progress=between_batches(context))
    if report.added or report.skipped or report.behind:
        context.log(
            f"{context.job.cause}: {counted(report.added, 'document')} in {counted(report.passages, 'passage')}, "
            f"{report.skipped} skipped, {counted(report.masked, 'line')} masked, {report.behind} behind, "
            f"{report.seconds:.2f} s at {view.short}"
        )


def between_batches(context: StepContext) -> Callable[[int, int], None]:
    """A progress function that stops a step between two batches once the worker is told to stop."""

    def stop(done: int, total: int) -> None:
        if context.stopping() and done < total:
            raise Stopped

    return stop


def memory_index(context: StepContext) -> None:
    """Index memories that aren't indexed yet."""
    context.workspace.memories.index_missing()


def memory_anchors(context: StepContext) -> None:
    """Store the memories' anchors, their changes in git, and their visibility at HEAD."""
    place = context.workspace.memories.reading("project", lambda _, place: place)
    if done := complete(context.workspace.knowledge_database, context.workspace.git, place):
        context.log(f"{counted(done, 'memory')} and anchors of an older schema completed")
    context.workspace.branches.keep()


def lifetimes(context: StepContext) -> None:
    """Fade or archive memories whose lifetime ended, by their grade at the base branch."""
    view = context.workspace.documents.view(base_commit(context.workspace.git))
    scopes = ("project", "user") if context.workspace.memories.user_exists() else ("project",)
    grades = partial(context.workspace.grades.grades_only, view=view)
    if done := sum(fade(context.workspace.memories, scope, grades, context.stopping) for scope in scopes):
        context.log(f"{counted(done, 'memory')} faded, archived or brought back")


def further_kinds(context: StepContext) -> None:
    """Read in what else is searchable, such as new commits."""
    view = context.workspace.documents.view()
    for kind, new in context.workspace.index_sources.ingest(view):
        if new:
            context.log(f"{counted(new, kind)} at {view.short}")


def briefing(context: StepContext) -> None:
    """Prepare the briefing for a client's hook."""
    prepare_hook_answers(context.app.settings.home, context.workspace)
