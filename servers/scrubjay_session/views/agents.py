"""Rendered agents and handoffs."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from scrubjay_serving.heading import heading

if TYPE_CHECKING:
    from scrubjay.app import Workspace
    from scrubjay.context.extraction.text import Judged
    from scrubjay.identity.agents.registry import Agent, AgentSession
    from scrubjay_agents.api import Finished, Handoff, Taken


def answer(workspace: "Workspace", lines: Iterable[str]) -> str:
    """An answer under the heading of its worktree."""
    from scrubjay.git.head import head

    return "\n".join([heading(workspace, head(workspace.git)), *lines])


def agent_line(agent: "Agent") -> str:
    """An agent in one line."""
    seen = f", last seen {agent.seen_at[:16]}" if agent.seen_at else ""
    return f"{agent.id} {agent.label}{seen}; may {', '.join(sorted(agent.capabilities)) or 'nothing'}"


def agent_info(workspace: "Workspace", agent: "Agent", sessions: "Sequence[AgentSession]") -> str:
    """An agent with its sessions."""
    marks = [f"{one.session[:12]}{' (inferred)' if one.inferred else ''} since {one.began_at[:16]}" for one in sessions]
    listed = [f"Sessions: {'; '.join(marks)}"] if marks else []
    return answer(workspace, [agent_line(agent), *listed])


def taken(workspace: "Workspace", outcome: "Taken") -> str:
    """A handoff that was taken: its lease, what it says, what moved."""
    from scrubjay_agents.api import in_full, moved_lines

    handoff = outcome.handoff
    number = handoff.lease.number if handoff.lease else 0
    lines = [
        f"Accepted, lease {number}. It is the task of {outcome.branch} now; any call keeps it yours, 30 minutes of "
        "silence give it back.",
        *in_full(handoff),
        *moved_lines(outcome.moved),
    ]
    return answer(workspace, lines)


def finished(workspace: "Workspace", outcome: "Finished", judged: "Sequence[Judged]") -> str:
    """What became of a result."""
    from scrubjay.context.extraction.text import judged_lines
    from scrubjay_agents.api import HandoffState

    handoff = outcome.handoff
    told = f"{handoff.sender_label} is told at its next start."
    if outcome.repeated:
        lines = [f"Already {'completed' if handoff.state is HandoffState.COMPLETED else 'kept'}: nothing was changed."]
    elif not outcome.noted:
        lines = [f"Completed. {told}"]
    else:
        holder = handoff.lease.label if handoff.lease and handoff.state is HandoffState.ACCEPTED else ""
        who = f"{holder} holds it now" if holder else f"it is {handoff.state} already"
        lines = [f"Too late: {who}. Your result is kept as a note of the handoff. {told}"]
    return answer(workspace, [*lines, *(["Learned:", *judged_lines(judged)] if judged else [])])


def rejected(workspace: "Workspace", handoff: "Handoff") -> str:
    """What became of a handoff that was refused, or given back."""
    from scrubjay_agents.api import HandoffState

    how = "Given back: it waits again" if handoff.state is HandoffState.PENDING else "Rejected"
    return answer(workspace, [f"{how}. {handoff.sender_label} is told at its next start."])


def waiting(workspace: "Workspace", handoffs: "Sequence[Handoff]", news: "Sequence[str]") -> str:
    """What waits for an agent, and what is new of its own."""
    from scrubjay_agents.api import in_full

    lines = [line for handoff in handoffs for line in in_full(handoff)]
    return answer(workspace, [*(lines or ["No handoff waits here."]), *news])
