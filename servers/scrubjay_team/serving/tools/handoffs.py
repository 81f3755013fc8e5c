"""Functions behind the handoff tools of a team's server: leave work, take it, finish it, refuse it."""

from typing import Any

from scrubjay_agents.api import HandoffState
from scrubjay_team.memories.handoff import handoff_lines
from scrubjay_team.serving.calls import TeamCall

ALONE = "But nobody except you can take it now: an owner grants the repository, or lets a writer in."


def initiate_handoff(call: TeamCall, *, target_id: str, context: dict[str, Any], ttl_seconds: int) -> str:
    """Leave work for a member, or for whoever comes next."""
    handoff = call.services.handoffs.initiate(
        call.entered, target_id, context, ttl_seconds=ttl_seconds, repo=call.repo, client=call.client
    )
    able = handoff.target is not None or call.services.handoffs.has_taker(call.entered, call.repo)
    return call.answer("Left." if able else f"Left. {ALONE}", *handoff_lines(handoff))


def accept_handoff(call: TeamCall, *, handoff_id: str) -> str:
    """Take work: its lease, and what it says."""
    handoff = call.services.handoffs.accept(call.entered, handoff_id, client=call.client)
    told = f"Accepted, lease {handoff.lease} until {handoff.lease_until[:16]}; complete_handoff takes its number."
    return call.answer(told, *handoff_lines(handoff))


def complete_handoff(call: TeamCall, *, handoff_id: str, result: dict[str, Any], lease: int) -> str:
    """Finish work that the caller has taken."""
    handoff, late = call.services.handoffs.complete(call.entered, handoff_id, result, lease)
    told = "It came too late, so it is kept as a note." if late else "Done."
    return call.answer(told, *handoff_lines(handoff))


def reject_handoff(call: TeamCall, *, handoff_id: str, reason: str) -> str:
    """Refuse work that was left for the caller, or give back what the caller holds."""
    handoff = call.services.handoffs.reject(call.entered, handoff_id, reason)
    back = "Given back: it waits again." if handoff.state is HandoffState.PENDING else "Given back."
    told = "Refused." if handoff.state is HandoffState.REJECTED else back
    return call.answer(told, *handoff_lines(handoff))


def cancel_handoff(call: TeamCall, *, handoff_id: str) -> str:
    """Withdraw work that the caller left."""
    return call.answer("Withdrawn.", *handoff_lines(call.services.handoffs.cancel(call.entered, handoff_id)))


def get_pending_handoffs(call: TeamCall, *, limit: int) -> str:
    """List work that waits for the caller, and how the caller's own ended."""
    handoffs = call.services.handoffs
    waiting = handoffs.pending(call.entered, call.client, limit)
    lines = [line for one in waiting for line in handoff_lines(one)]
    return call.answer(*(lines or ["nothing waits for you"]), *handoffs.news(call.entered))
