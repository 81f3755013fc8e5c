"""The steps of each kind of job; each runs, and fails, independently."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType

from scrubjay.app import App, Workspace
from scrubjay.conversations.claude_folder import project_transcripts
from scrubjay.extraction.capture import Capture
from scrubjay.extraction.stated import Stated
from scrubjay.git.ancestry import base_commit
from scrubjay.grounding.same import is_same_claim
from scrubjay.integrations import skills
from scrubjay.integrations.claude_code import hooks as session_hooks
from scrubjay.integrations.claude_code import servers as claude_code
from scrubjay.integrations.edits import Receipt
from scrubjay.integrations.git_hooks.event import NEW_WORKTREE
from scrubjay.jobs.embed import embed_pending
from scrubjay.jobs.hook_answers import prepare_hook_answers
from scrubjay.launching import running_launcher, start
from scrubjay.memories.completing import complete
from scrubjay.memories.fading import fade
from scrubjay.memories.regrading import grade_anew
from scrubjay.model.counted import counted
from scrubjay.observed.here import CallingClient, observer_of
from scrubjay.queue.job import Job, Kind
from scrubjay.secrets import mask
from scrubjay.storage import Database


class Stopped(Exception):
    """The worker was told to stop, or has more urgent work: what is stored stays, the rest of the job runs later."""


@dataclass(frozen=True, slots=True)
class StepContext:
    """A running job: its workspace, and how a step asks whether to stop, and logs.

    `client` tells where coding clients keep their transcripts.
    """

    job: Job
    workspace: Workspace
    app: App
    client: CallingClient | None
    stopping: Callable[[], bool]
    log: Callable[[str], None]

    def enqueue(self, kind: Kind) -> None:
        """Enqueue another job for this worktree."""
        self.app.queue.enqueue(self.job.project, self.job.worktree, kind, self.job.cause)


@dataclass(frozen=True, slots=True)
class JobStep:
    """A step of a job, with the name shown when it fails."""

    name: str
    do: Callable[[StepContext], None]


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


def refused_settings(on: StepContext) -> None:
    """Record the settings that the repository's configuration may not set."""
    on.workspace.memories.archive.note_refused(on.workspace.refused, str(on.workspace.repository.worktree))


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


def commits(on: StepContext) -> None:
    """Index new commits."""
    view = on.workspace.knowledge.documents.view()
    if new := on.workspace.knowledge.commits.ingest(view):
        on.log(f"{counted(new, 'commit')} at {view.short}")


def root_commits(on: StepContext) -> None:
    """Record the project's root commits, and the clone's folder."""
    on.app.binder.secure(on.workspace.repository, on.workspace.project)
    on.app.registry.record_roots(on.workspace.repository, on.workspace.project)


def skill_links(on: StepContext) -> None:
    """Install the skills in a worktree that has none yet."""
    if on.workspace.settings.skills.auto_discover:
        receipt = Receipt.of(on.workspace.project.folder)
        skills.copy_to_worktree(
            on.workspace.git,
            on.workspace.repository,
            on.workspace.settings.skills.directory,
            receipt,
            new=on.job.cause == NEW_WORKTREE,
        )


def client_hooks(on: StepContext) -> None:
    """Install the client's hooks in a worktree that has none yet."""
    launch = claude_code.Launch(start(on.app.settings.home, running_launcher()), str(on.app.settings.home))
    receipt = Receipt.of(on.workspace.project.folder)
    session_hooks.copy_to_worktree(
        on.workspace.git, on.workspace.repository, launch, receipt, new=on.job.cause == NEW_WORKTREE
    )


def old_conversations(on: StepContext) -> None:
    """Delete conversations past their retention period."""
    on.workspace.conversations.service.expire()


def further_jobs(on: StepContext) -> None:
    """Enqueue the jobs that follow text: transcripts, extraction, vectors."""
    if on.workspace.settings.conversations.index and on.client is not None:
        on.enqueue("transcripts")
    if on.workspace.settings.extraction.by != "off":
        on.enqueue("capture")
    if on.workspace.conversations.extraction.waiting():
        on.enqueue("extract")
    _ask_for_vectors(on)


def briefing(on: StepContext) -> None:
    """Prepare the briefing for a client's hook."""
    prepare_hook_answers(on.app.settings.home, on.workspace)


def transcripts(on: StepContext) -> None:
    """Import new transcripts. The user may have changed the setting since the job was enqueued."""
    if not on.workspace.settings.conversations.index or on.client is None:
        return
    clones = (*on.workspace.project.clones, on.workspace.repository.common_dir)
    files, places = project_transcripts(
        on.client.folders.claude_code, on.app.registry.clones(on.workspace.project), clones, on.workspace.git
    )
    found = on.workspace.conversations.service.import_transcripts(files, places.contains, stop=on.stopping)
    if found.turns:
        read = f"{counted(found.turns, 'turn')} of {counted(found.files, 'transcript')}"
        on.log(f"{on.job.cause}: {read}, {found.masked} masked")
        on.enqueue("extract")
        _ask_for_vectors(on)
    if on.stopping():
        raise Stopped


def capture(on: StepContext) -> None:
    """Store what sessions showed, and explicit statements of people in them."""
    client, settings = on.client, on.app.settings
    if client is None or on.workspace.settings.extraction.by == "off":
        return
    stated = Stated(on.workspace.embedder)
    reader = Capture(
        on.workspace.sessions.database,
        on.workspace.memories.service,
        settings.user_id,
        on.app.client_sessions.of_session,
        lambda one: observer_of(
            reported=one,
            git=on.workspace.git,
            repository=on.workspace.repository,
            client=client,
            same=is_same_claim,
            who=settings.user_id,
            home=settings.home,
        ),
        stated,
    )
    done = reader.read_sessions(on.workspace.repository.worktree, stop=on.stopping)
    if done.kept or done.taken_back:
        on.log(f"{counted(done.sessions, 'session')} read: {done.kept} kept, {done.taken_back} taken back")
    if stated.missing:
        on.log(f"only statements that say so in their words were looked for: {stated.missing}")
    if done.left_out:
        on.log(f"{len(done.left_out)} more, left out: {' · '.join(mask(one).text for one in done.left_out)}")
    if on.stopping():
        raise Stopped


def extraction(on: StepContext) -> None:
    """Extract memories from people's turns; each turn once."""
    done = on.workspace.conversations.extraction.read_turns(stop=on.stopping)
    if done.stored or done.held or done.blocked or done.stopped:
        on.log(
            f"{counted(done.turns, 'turn')} read: {counted(done.stored, 'memory')}, {done.held} held, "
            f"{done.blocked} not kept{f'; {done.stopped}' if done.stopped else ''}"
        )
    if on.stopping():
        raise Stopped


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


def _embed(on: StepContext, database: Database) -> None:
    if on.workspace.embedder is None:
        return
    done = embed_pending(database, on.workspace.embedder, stop=lambda: on.stopping() or on.app.queue.text_is_due())
    if done.computed:
        on.log(f"{counted(done.computed, 'vector')}, {counted(done.missing, 'passage')} left")
    if done.missing:
        raise Stopped


def _ask_for_vectors(on: StepContext) -> None:
    if on.workspace.settings.embedding.background and on.workspace.embedder is not None:
        on.enqueue("embed")


OPENING = "opening"
"""What precedes all steps: opening the worktree, reading its configuration."""

STEPS: Mapping[Kind, tuple[JobStep, ...]] = MappingProxyType({
    "ingest": (
        JobStep("text", text),
        JobStep("refused settings", refused_settings),
        JobStep("memory index", memory_index),
        JobStep("memory anchors", memory_anchors),
        JobStep("grades anew", regrade),
        JobStep("lifetimes", lifetimes),
        JobStep("commits", commits),
        JobStep("root commits", root_commits),
        JobStep("skill links", skill_links),
        JobStep("client hooks", client_hooks),
        JobStep("old conversations", old_conversations),
        JobStep("further jobs", further_jobs),
        JobStep("briefing", briefing),
    ),
    "transcripts": (JobStep("transcripts", transcripts),),
    "capture": (JobStep("capture", capture), JobStep("briefing", briefing)),
    "extract": (JobStep("extraction", extraction),),
    "embed": (
        JobStep("vectors", vectors),
        JobStep("user vectors", user_vectors),
        JobStep("turn vectors", turn_vectors),
        JobStep("briefing", briefing),
    ),
})  # fmt: skip
