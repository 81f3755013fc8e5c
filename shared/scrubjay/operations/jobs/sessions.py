"""Steps that read sessions: transcripts, what they showed and what people said in them."""

from functools import partial
from typing import TYPE_CHECKING

from scrubjay.app import Workspace
from scrubjay.context.extraction.read_marks import ReadMarks
from scrubjay.model.counted import counted
from scrubjay.operations.jobs.step import StepContext, Stopped
from scrubjay.operations.jobs.vectors import ask_for_vectors, ask_for_vectors_of_text

if TYPE_CHECKING:
    from scrubjay.memory.transcript.session import RecordedSession


def transcripts(context: StepContext) -> None:
    """Import new transcripts. The user may have changed the setting since the job was enqueued."""
    if not context.workspace.settings.conversations.index or context.client is None:
        return
    from scrubjay.session.conversations.transcripts import project_transcripts  # each commit has steps of this module

    clones = (*context.workspace.project.clones, context.workspace.repository.common_dir)
    files, places = project_transcripts(
        context.client.folders.claude_code,
        context.app.registry.clones(context.workspace.project),
        clones,
        context.workspace.git,
    )
    found = context.workspace.conversations.import_transcripts(files, places.contains, stop=context.stopping)
    if found.turns:
        read = f"{counted(found.turns, 'turn')} of {counted(found.files, 'transcript')}"
        context.log(f"{context.job.cause}: {read}, {found.masked} masked")
        context.enqueue("extract")
        ask_for_vectors(context)
    if context.stopping():
        raise Stopped


def capture(context: StepContext) -> None:
    """Store what sessions showed, and explicit statements of people in them."""
    client, settings = context.client, context.app.settings
    if client is None or not _sessions_have_grown(context):
        return
    from scrubjay.context.extraction.capture import Capture
    from scrubjay.context.extraction.stated import Stated
    from scrubjay.memory.grounding.likeness import is_same_claim
    from scrubjay.memory.transcript.here import observer_of
    from scrubjay.privacy.secrets.masking import mask

    stated = Stated(context.workspace.embedder)
    reader = Capture(
        context.workspace.session_database,
        context.workspace.memories,
        settings.user_id,
        context.app.client_sessions.of_session,
        lambda one: observer_of(
            reported=lambda: (one,),
            git=context.workspace.git,
            repository=context.workspace.repository,
            client=client,
            same=is_same_claim,
            person=settings.user_id,
            home=settings.home,
            now=lambda: 0.0,  # nobody waits for it: it has all time
        ),
        stated,
        heard=partial(_heard, context.workspace),
    )
    done = reader.read_sessions(context.workspace.repository.worktree, stop=context.stopping)
    if done.stored or done.taken_back:
        context.log(f"{counted(done.sessions, 'session')} read: {done.stored} kept, {done.taken_back} taken back")
    if stated.missing:
        context.log(f"only statements that say so in their words were looked for: {stated.missing}")
    if done.left_out:
        context.log(f"{len(done.left_out)} more, left out: {' · '.join(mask(one).text for one in done.left_out)}")
    if context.stopping():
        raise Stopped


def _heard(workspace: Workspace, session: str, recorded: "RecordedSession | None") -> None:
    """How a session went, and what it ran, for the extensions that learn from it."""
    for hear in workspace.provided("session_hearer"):
        hear(workspace, session, recorded)


def extraction(context: StepContext) -> None:
    """Extract memories from people's turns; each turn once."""
    done = context.workspace.extraction.read_turns(stop=context.stopping)
    if done.stored or done.held or done.blocked or done.stopped:
        context.log(
            f"{counted(done.turns, 'turn')} read: {counted(done.stored, 'memory')}, {done.held} held, "
            f"{done.blocked} not kept{f'; {done.stopped}' if done.stopped else ''}"
        )
    if context.stopping():
        raise Stopped


def old_conversations(context: StepContext) -> None:
    """Delete conversations, and what sessions were told, past their retention period."""
    context.workspace.conversations.expire()
    context.workspace.sent_texts.expire()


def further_jobs(context: StepContext) -> None:
    """Enqueue the jobs that follow text: transcripts, extraction, what extensions have due, vectors."""
    if context.workspace.settings.conversations.index and context.client is not None:
        context.enqueue("transcripts")
    if context.client is not None and _sessions_have_grown(context):
        context.enqueue("capture")
    if context.workspace.turns_wait():
        context.enqueue("extract")
    for due in context.workspace.provided("due_job"):
        for kind in due(context.workspace):
            context.enqueue(kind)
    ask_for_vectors_of_text(context)


def _sessions_have_grown(context: StepContext) -> bool:
    """Whether a transcript of a session here has grown since it was read for memories."""
    if context.workspace.settings.extraction.by == "off":
        return False
    marks = ReadMarks(context.workspace.session_database)
    sessions = marks.grown_sessions(context.workspace.repository.worktree, context.app.client_sessions.of_session)
    return next(sessions, None) is not None
