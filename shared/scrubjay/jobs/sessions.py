"""Steps that read sessions: transcripts, what they showed and what people said in them."""

from scrubjay.conversations.claude_folder import project_transcripts
from scrubjay.extraction.capture import Capture
from scrubjay.extraction.stated import Stated
from scrubjay.grounding.same import is_same_claim
from scrubjay.jobs.step import StepContext, Stopped
from scrubjay.jobs.vectors import ask_for_vectors
from scrubjay.model.counted import counted
from scrubjay.observed.here import observer_of
from scrubjay.secrets import mask


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
        ask_for_vectors(on)
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
            person=settings.user_id,
            home=settings.home,
        ),
        stated,
    )
    done = reader.read_sessions(on.workspace.repository.worktree, stop=on.stopping)
    if done.stored or done.taken_back:
        on.log(f"{counted(done.sessions, 'session')} read: {done.stored} kept, {done.taken_back} taken back")
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
    ask_for_vectors(on)
