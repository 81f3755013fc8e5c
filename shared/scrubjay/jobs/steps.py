"""The steps of each kind of job; each runs, and fails, independently."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType

from scrubjay.app import App, Workspace
from scrubjay.conversations.claude_folder import project_transcripts
from scrubjay.extraction.capture import Capture
from scrubjay.extraction.stated import Stated
from scrubjay.git.ancestry import base_of
from scrubjay.grounding.same import same
from scrubjay.integrations import skills
from scrubjay.integrations.claude_code import hooks as session_hooks
from scrubjay.integrations.claude_code import servers as claude_code
from scrubjay.integrations.edits import Receipt
from scrubjay.integrations.git_hooks.event import NEW_WORKTREE
from scrubjay.jobs.embed import embed_pending
from scrubjay.jobs.greeting import prepare_greeting
from scrubjay.launching import running, start
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
class Doing:
    """A running job: its workspace, and how a step asks whether to stop, and logs.

    `client` tells where coding clients keep their transcripts.
    """

    job: Job
    at: Workspace
    app: App
    client: CallingClient | None
    stopping: Callable[[], bool]
    say: Callable[[str], None]

    def ask(self, kind: Kind) -> None:
        """Enqueue another job for this worktree."""
        self.app.queue.enqueue(self.job.project, self.job.worktree, kind, self.job.cause)


@dataclass(frozen=True, slots=True)
class JobStep:
    """A step of a job, with the name shown when it fails."""

    name: str
    do: Callable[[Doing], None]


def text(on: Doing) -> None:
    """Make the documents at HEAD searchable."""

    def between_batches(done: int, total: int) -> None:
        if on.stopping() and done < total:
            raise Stopped

    view = on.at.knowledge.documents.view()
    report = on.at.knowledge.documents.ingest(view, cause=on.job.cause, progress=between_batches)
    if report.added or report.skipped or report.behind:
        on.say(
            f"{on.job.cause}: {counted(report.added, 'document')} in {counted(report.passages, 'passage')}, "
            f"{report.skipped} skipped, {counted(report.masked, 'line')} masked, {report.behind} behind, "
            f"{report.seconds:.2f} s at {view.short}"
        )


def refused_settings(on: Doing) -> None:
    """Record the settings that the repository's configuration may not set."""
    on.at.memories.archive.note_refused(on.at.refused, str(on.at.repository.worktree))


def memory_index(on: Doing) -> None:
    """Index memories that aren't indexed yet."""
    on.at.memories.service.index_missing()


def memory_anchors(on: Doing) -> None:
    """Store the memories' anchors, their changes in git, and their visibility at HEAD."""
    place = on.at.memories.service.reading("project", lambda _, place: place)
    if done := complete(on.at.knowledge.database, on.at.git, place):
        on.say(f"{counted(done, 'memory')} and anchors of an older schema completed")
    on.at.memories.branches.keep()


def grades_anew(on: Doing) -> None:
    """Regrade memories that older rules graded: those visible at HEAD, and the user's own."""
    hidden = on.at.memories.branches.at(on.at.knowledge.documents.view().commit).hidden
    scopes = ("project", "user") if on.at.memories.service.user_exists() else ("project",)
    done = sum(grade_anew(on.at.memories.service, scope, on.at.memories.judge, hidden, on.stopping) for scope in scopes)
    if done:
        on.say(f"{counted(done, 'memory')} of older rules graded anew")
    if on.stopping():
        raise Stopped


def lifetimes(on: Doing) -> None:
    """Fade or archive memories whose lifetime ended, by their grade at the base branch."""
    view = on.at.knowledge.documents.view(base_of(on.at.git))
    scopes = ("project", "user") if on.at.memories.service.user_exists() else ("project",)
    grades = partial(on.at.memories.grades.plain, view=view)
    if done := sum(fade(on.at.memories.service, scope, grades, on.stopping) for scope in scopes):
        on.say(f"{counted(done, 'memory')} faded, archived or brought back")


def commits(on: Doing) -> None:
    """Index new commits."""
    view = on.at.knowledge.documents.view()
    if new := on.at.knowledge.commits.ingest(view):
        on.say(f"{counted(new, 'commit')} at {view.short}")


def root_commits(on: Doing) -> None:
    """Record the project's root commits, and the clone's folder."""
    on.app.binder.secure(on.at.repository, on.at.project)
    on.app.registry.follow(on.at.repository, on.at.project)


def skill_links(on: Doing) -> None:
    """Install the skills in a worktree that has none yet."""
    if on.at.settings.skills.auto_discover:
        receipt = Receipt.of(on.at.project.folder)
        skills.follow(
            on.at.git, on.at.repository, on.at.settings.skills.directory, receipt, new=on.job.cause == NEW_WORKTREE
        )


def client_hooks(on: Doing) -> None:
    """Install the client's hooks in a worktree that has none yet."""
    launch = claude_code.Launch(start(on.app.settings.home, running()), str(on.app.settings.home))
    receipt = Receipt.of(on.at.project.folder)
    session_hooks.follow(on.at.git, on.at.repository, launch, receipt, new=on.job.cause == NEW_WORKTREE)


def old_conversations(on: Doing) -> None:
    """Delete conversations past their retention period."""
    on.at.conversations.service.expire()


def further_jobs(on: Doing) -> None:
    """Enqueue the jobs that follow text: transcripts, extraction, vectors."""
    if on.at.settings.conversations.index and on.client is not None:
        on.ask("transcripts")
    if on.at.settings.extraction.by != "off":
        on.ask("capture")
    if on.at.conversations.extraction.waiting():
        on.ask("extract")
    _ask_for_vectors(on)


def briefing(on: Doing) -> None:
    """Prepare the briefing for a client's hook."""
    prepare_greeting(on.app.settings.home, on.at)


def transcripts(on: Doing) -> None:
    """Import new transcripts. The user may have changed the setting since the job was enqueued."""
    if not on.at.settings.conversations.index or on.client is None:
        return
    clones = (*on.at.project.clones, on.at.repository.common_dir)
    files, places = project_transcripts(
        on.client.folders.claude_code, on.app.registry.clones(on.at.project), clones, on.at.git
    )
    found = on.at.conversations.service.import_transcripts(files, places.holds, stop=on.stopping)
    if found.turns:
        read = f"{counted(found.turns, 'turn')} of {counted(found.files, 'transcript')}"
        on.say(f"{on.job.cause}: {read}, {found.masked} masked")
        on.ask("extract")
        _ask_for_vectors(on)
    if on.stopping():
        raise Stopped


def capture(on: Doing) -> None:
    """Store what sessions showed, and explicit statements of people in them."""
    client, settings = on.client, on.app.settings
    if client is None or on.at.settings.extraction.by == "off":
        return
    stated = Stated(on.at.embedder)
    reader = Capture(
        on.at.sessions.database,
        on.at.memories.service,
        settings.user_id,
        on.app.client_sessions.of_session,
        lambda one: observer_of(
            reported=one,
            git=on.at.git,
            repository=on.at.repository,
            client=client,
            same=same,
            who=settings.user_id,
            home=settings.home,
        ),
        stated,
    )
    done = reader.read_sessions(on.at.repository.worktree, stop=on.stopping)
    if done.kept or done.taken_back:
        on.say(f"{counted(done.sessions, 'session')} read: {done.kept} kept, {done.taken_back} taken back")
    if stated.missing:
        on.say(f"only statements that say so in their words were looked for: {stated.missing}")
    if done.left_out:
        on.say(f"{len(done.left_out)} more, left out: {' · '.join(mask(one).text for one in done.left_out)}")
    if on.stopping():
        raise Stopped


def extraction(on: Doing) -> None:
    """Extract memories from people's turns; each turn once."""
    done = on.at.conversations.extraction.read_turns(stop=on.stopping)
    if done.stored or done.held or done.blocked or done.stopped:
        on.say(
            f"{counted(done.turns, 'turn')} read: {counted(done.stored, 'memory')}, {done.held} held, "
            f"{done.blocked} not kept{f'; {done.stopped}' if done.stopped else ''}"
        )
    if on.stopping():
        raise Stopped


def vectors(on: Doing) -> None:
    """Compute missing vectors of documents and of the project's memories."""
    _embed(on, on.at.knowledge.database)


def user_vectors(on: Doing) -> None:
    """Compute missing vectors of the user's own memories."""
    if on.at.memories.service.user_exists():
        _embed(on, on.app.user_database())


def turn_vectors(on: Doing) -> None:
    """Compute missing vectors of turns."""
    _embed(on, on.at.sessions.database)


def _embed(on: Doing, database: Database) -> None:
    if on.at.embedder is None:
        return
    done = embed_pending(database, on.at.embedder, stop=lambda: on.stopping() or on.app.queue.text_is_due())
    if done.made:
        on.say(f"{counted(done.made, 'vector')}, {counted(done.left, 'passage')} left")
    if done.left:
        raise Stopped


def _ask_for_vectors(on: Doing) -> None:
    if on.at.settings.embedding.background and on.at.embedder is not None:
        on.ask("embed")


OPENING = "opening"
"""What precedes all steps: opening the worktree, reading its configuration."""

STEPS: Mapping[Kind, tuple[JobStep, ...]] = MappingProxyType({
    "ingest": (
        JobStep("text", text),
        JobStep("refused settings", refused_settings),
        JobStep("memory index", memory_index),
        JobStep("memory anchors", memory_anchors),
        JobStep("grades anew", grades_anew),
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
