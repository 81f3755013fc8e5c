"""Tools of handoffs: leave work for another agent, take it, finish it."""

from typing import Annotated, Any

from scrubjay_agents.services import AgentServices
from scrubjay_serving import ScrubjayServer, Target
from scrubjay_serving.fields import Limit, Repo, about
from scrubjay_session.views import agents as views

INITIATE = "Leave work to another agent; uncommitted files are noted."
ACCEPT = "Take a handoff: its task becomes yours."
COMPLETE = "Finish a handoff you took."
REJECT = "Refuse a handoff offered to you."
CANCEL = "Withdraw a handoff you left."
PENDING = "Handoffs you may take, and how yours ended."

CONTEXT = (
    "task_description, current_state {completed, in_progress, blocked_on, next_steps}, "
    "relevant_memories, relevant_files"
)
RESULT = "status, files_modified, notes, learned"

WEEK = 604_800


def initiate_handoff(
    *,
    target_id: Annotated[str, about("agent id, any:codex, branch[:NAME]")],
    context: Annotated[dict[str, Any], about(CONTEXT)],
    ttl_seconds: int = WEEK,
    source_id: str = "",
    repo: Repo = "",
    target: Target,
) -> str:
    """Leave work."""
    from scrubjay_agents.api import in_full

    workspace = target.workspace
    caller = target.caller(writes=True)
    handoff = AgentServices.of(workspace).handoffs.initiate(caller, target_id, context, ttl_seconds, source_id)
    unseen = AgentServices.of(workspace).handoffs.waits_for(handoff)
    return views.answer(workspace, ["Left.", *in_full(handoff), *([unseen] if unseen else [])])


def accept_handoff(*, handoff_id: str, agent_id: str = "", repo: Repo = "", target: Target) -> str:
    """Take work."""
    workspace = target.workspace
    return views.taken(
        workspace, AgentServices.of(workspace).handoffs.accept(target.caller(writes=True), handoff_id, agent_id)
    )


def complete_handoff(
    *,
    handoff_id: str,
    result: Annotated[dict[str, Any], about(RESULT)],
    lease: Annotated[int, about("0: this session's")] = 0,
    agent_id: str = "",
    repo: Repo = "",
    target: Target,
) -> str:
    """Finish work."""
    from scrubjay.context.extraction.extraction import CandidateOrigin
    from scrubjay.git.head import head

    workspace, caller = target.workspace, target.caller(writes=True)
    outcome = AgentServices.of(workspace).handoffs.complete(caller, handoff_id, result, lease, agent_id)
    current = head(workspace.git)
    origin = CandidateOrigin(
        author=workspace.settings.user_id, session=caller.session, branch=current.branch, commit=current.commit,
        agent=target.agent,
    )  # fmt: skip
    return views.finished(
        workspace, outcome, workspace.extraction.judge(outcome.learned, origin) if outcome.learned else ()
    )


def reject_handoff(*, handoff_id: str, reason: str, repo: Repo = "", target: Target) -> str:
    """Refuse work."""
    workspace = target.workspace
    handoff = AgentServices.of(workspace).handoffs.reject(target.caller(writes=True), handoff_id, reason)
    return views.rejected(workspace, handoff)


def cancel_handoff(*, handoff_id: str, repo: Repo = "", target: Target) -> str:
    """Withdraw work."""
    workspace = target.workspace
    handoff = AgentServices.of(workspace).handoffs.cancel(target.caller(writes=True), handoff_id)
    return views.answer(workspace, [f"Cancelled {handoff.id}."])


def get_pending_handoffs(*, agent_id: str = "", limit: Limit = 10, repo: Repo = "", target: Target) -> str:
    """List work."""
    workspace, caller = target.workspace, target.caller()
    waiting = AgentServices.of(workspace).handoffs.pending(caller, agent_id, limit)
    return views.waiting(workspace, waiting, AgentServices.of(workspace).handoffs.news(caller))


def register(server: ScrubjayServer) -> None:
    """Register the family on a server."""
    for tool, title, description in (
        (initiate_handoff, "Hand over", INITIATE),
        (accept_handoff, "Accept a handoff", ACCEPT),
        (complete_handoff, "Complete a handoff", COMPLETE),
        (reject_handoff, "Reject a handoff", REJECT),
        (cancel_handoff, "Cancel a handoff", CANCEL),
    ):
        server.offer(tool, title=title, description=description, writes=True, repeatable=False, toolset="agents")
    server.offer(get_pending_handoffs, title="List handoffs", description=PENDING, toolset="agents")
