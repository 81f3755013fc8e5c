"""Capture step of the worker: reads sessions that have grown, and keeps what they showed and people stated."""

from functools import partial

from scrubjay.app import Workspace
from scrubjay.context.extraction.capture import Capture
from scrubjay.context.extraction.stated import Stated
from scrubjay.memory.grounding.likeness import is_same_claim
from scrubjay.memory.transcript.here import observer_of
from scrubjay.memory.transcript.session import CallingClient, RecordedSession
from scrubjay.model.counted import counted
from scrubjay.operations.jobs.step import StepContext, Stopped
from scrubjay.privacy.secrets.masking import mask


def read_sessions(context: StepContext, client: CallingClient) -> None:
    """Read what is new in this worktree's sessions, each once, and log what came of it. Raises Stopped."""
    stated = Stated(context.workspace.embedder)
    reader = Capture(
        context.workspace.session_database,
        context.workspace.memories,
        context.app.settings.user_id,
        context.app.client_sessions.of_session,
        lambda one: observer_of(
            reported=lambda: (one,),
            git=context.workspace.git,
            repository=context.workspace.repository,
            client=client,
            same=is_same_claim,
            person=context.app.settings.user_id,
            home=context.app.settings.home,
            now=lambda: 0.0,  # nobody waits for it: it has all time
        ),
        stated,
        heard=partial(_tell_extensions, context.workspace),
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


def _tell_extensions(workspace: Workspace, session: str, recorded: RecordedSession | None) -> None:
    """Tell the extensions that learn from it how a session went, and what it ran."""
    for hear in workspace.provided("session_hearer"):
        hear(workspace, session, recorded)
