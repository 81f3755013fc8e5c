"""Steps that read sessions: transcripts, what they showed and what people said in them."""

from scrubjay.context.extraction.read_marks import ReadMarks
from scrubjay.model.counted import counted
from scrubjay.operations.jobs.step import StepContext, Stopped
from scrubjay.operations.jobs.vectors import ask_for_vectors, ask_for_vectors_of_text


def transcripts(context: StepContext) -> None:
    """Import new transcripts. The user may have changed the setting since the job was enqueued."""
    if not context.workspace.settings.conversations.index or context.client is None:
        return
    from scrubjay.session.conversations.transcripts import project_transcripts  # as below

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
    client = context.client
    if client is None or not _sessions_have_grown(context):
        return
    from scrubjay.operations.jobs.capturing import read_sessions  # each commit has steps of this module

    read_sessions(context, client)


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
