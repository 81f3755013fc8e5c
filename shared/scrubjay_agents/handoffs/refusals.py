"""Why somebody who sees a handoff can't do something with it now, and what they do next."""

from collections.abc import Collection

from scrubjay.model.agent import AgentType, Caller
from scrubjay_agents.handoffs.handoff import Handoff, HandoffState
from scrubjay_agents.handoffs.text import addressed

_OF_ITS_SENDER = ("cancel", "renew")


def why_not(handoff: Handoff, caller: Caller, targets: Collection[str], action: str) -> str:
    """In words. `targets` are what the caller stands for on this branch; `action` is what was tried."""
    what = f"Handoff {handoff.id[:12]}"
    if action in _OF_ITS_SENDER and caller.type is not AgentType.HUMAN and handoff.sender != caller.agent:
        other = (
            f"{_step(caller, handoff, 'reject')} refuses it" if action == "cancel" else "initiate_handoff leaves yours"
        )
        return f"{what} is from {handoff.sender_label}: only its sender or a person may {action} it. {other}."
    if handoff.state is HandoffState.PENDING:
        return f"{what} is PENDING, {_pending(handoff, caller, targets)}."
    if handoff.state is HandoffState.ACCEPTED and handoff.lease is not None:
        return f"{what} is {_held(handoff, caller)}."
    why = f": {' '.join(handoff.reason.split())}" if handoff.reason else ""
    more = "leaves what is left to do" if handoff.state is HandoffState.COMPLETED else "leaves it again"
    again = "" if handoff.state is HandoffState.COMPLETED else f" --from {handoff.id[:8]}"
    return f"{what} is {handoff.state} since {handoff.changed_at}{why}. `scrubjay handoff create{again}` {more}."


def elsewhere(handoff: Handoff) -> str:
    """What a session does that took a handoff from another worktree."""
    lease = f"lease={handoff.number} (`--lease {handoff.number}`)"
    return f"You took handoff {handoff.id[:12]} from another worktree. Pass {lease}."


def not_again(handoff: Handoff, copy: Handoff | None) -> str:
    """Why a handoff isn't left again; empty where it may be. `copy` is itself or one that renews it, if still open."""
    if copy is not None:
        which = "is" if copy.id == handoff.id else f"was left again as {copy.id[:12]}, which is"
        return (
            f"Handoff {handoff.id[:12]} {which} still {copy.state}. "
            f"cancel_handoff, or `scrubjay handoff cancel {copy.id[:8]}`, withdraws it first."
        )
    if handoff.state is HandoffState.COMPLETED:
        return (
            f"Handoff {handoff.id[:12]} is COMPLETED. `scrubjay handoff create TASK`, or initiate_handoff, leaves what "
            "is left to do."
        )
    return ""


def unseen(branch: str) -> str:
    """What is said of a handoff for a branch that isn't there."""
    return f"No branch {branch} is in this clone yet: nobody is told of it until somebody works on one."


def _pending(handoff: Handoff, caller: Caller, targets: Collection[str]) -> str:
    """Whose turn it is where nobody has taken it."""
    if handoff.target in targets and handoff.sender != caller.agent:
        return f"and nobody has taken it: {_step(caller, handoff, 'accept')} takes it"
    withdraw = f"{_step(caller, handoff, 'cancel')} withdraws it"
    if handoff.sender == caller.agent:
        return f"for {addressed(handoff.target)}, and you left it: {withdraw}"
    kind, _, branch = handoff.target.partition(":")
    if kind == "branch":
        accept = _step(caller, handoff, "accept")
        return f"for branch {branch}: `git switch {branch}`, or work in its worktree, then {accept}"
    return f"for {addressed(handoff.target)}, which isn't you: {withdraw}"


def _held(handoff: Handoff, caller: Caller) -> str:
    """Who has it."""
    lease = handoff.lease
    if lease is None:
        return handoff.state
    finish = _step(caller, handoff, "complete")
    if lease.agent == caller.agent and lease.session == caller.session:
        return f"yours since {lease.taken_at}: {finish} finishes it, {_step(caller, handoff, 'reject')} gives it back"
    whose = "you in another session" if lease.agent == caller.agent else lease.label
    return (
        f"held by {whose} (session {lease.session[:8]}) since {lease.taken_at}. That session alone completes it, or "
        f"gives it back with {_step(caller, handoff, 'reject')}; it comes back by itself 30 minutes after that session "
        "falls silent"
    )


def _step(caller: Caller, handoff: Handoff, action: str) -> str:
    """What a caller types or calls."""
    if caller.type is AgentType.HUMAN:
        return f"`scrubjay handoff {action} {handoff.id[:8]}`"
    return f"{action}_handoff"
