"""Functions behind the handoff tools: leave work for another agent, take it, finish it, and show it in a session."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from scrubjay.context.briefing.briefer import FULL_BRIEFING
from scrubjay.context.extraction.extraction import CandidateOrigin
from scrubjay.context.extraction.text import judged_lines
from scrubjay.errors import NotFound, ScrubjayError
from scrubjay.git.head import head
from scrubjay.session.tasks.task import SessionSave
from scrubjay.wiring.tool_calls import CallTarget
from scrubjay_agents.declared import WAITING
from scrubjay_agents.handoffs.handoff import HandoffState
from scrubjay_agents.handoffs.manager import HandoffManager
from scrubjay_agents.handoffs.moved import Finished
from scrubjay_agents.handoffs.parse import parse_leaving
from scrubjay_agents.handoffs.text import in_full, moved_lines
from scrubjay_agents.services import AgentServices

MOST_READ = 20
"""Handoffs in the text of a resource."""


def initiate_handoff(
    target: CallTarget, *, target_id: str, context: dict[str, Any], ttl_seconds: int, source_id: str
) -> str:
    """Leave work for an agent, an agent type or a branch."""
    handoffs = _handoffs(target)
    handoff = handoffs.initiate(target.caller(writes=True), target_id, context, ttl_seconds, source_id)
    unseen = handoffs.waits_for(handoff)
    return target.answer("Left.", *in_full(handoff), *([unseen] if unseen else []))


def accept_handoff(target: CallTarget, *, handoff_id: str, agent_id: str) -> str:
    """Take work: its lease, what it says, what moved."""
    outcome = _handoffs(target).accept(target.caller(writes=True), handoff_id, agent_id)
    handoff = outcome.handoff
    number = handoff.lease.number if handoff.lease else 0
    return target.answer(
        f"Accepted, lease {number}. It is the task of {outcome.branch} now; any call keeps it yours, 30 minutes of "
        "silence give it back.",
        *in_full(handoff),
        *moved_lines(outcome.moved),
    )


def complete_handoff(target: CallTarget, *, handoff_id: str, result: dict[str, Any], lease: int, agent_id: str) -> str:
    """Finish work that the caller has taken."""
    workspace, caller = target.workspace, target.caller(writes=True)
    outcome = _handoffs(target).complete(caller, handoff_id, result, lease, agent_id)
    current = head(workspace.git)
    origin = CandidateOrigin(
        author=workspace.settings.user_id, session=caller.session, branch=current.branch, commit=current.commit,
        agent=target.agent,
    )  # fmt: skip
    judged = workspace.extraction.judge(outcome.learned, origin) if outcome.learned else ()
    return target.answer(_finished(outcome), *(["Learned:", *judged_lines(judged)] if judged else []))


def _finished(outcome: Finished) -> str:
    """What became of a result."""
    handoff = outcome.handoff
    told = f"{handoff.sender_label} is told at its next start."
    if outcome.repeated:
        return f"Already {'completed' if handoff.state is HandoffState.COMPLETED else 'kept'}: nothing was changed."
    if not outcome.noted:
        return f"Completed. {told}"
    holder = handoff.lease.label if handoff.lease and handoff.state is HandoffState.ACCEPTED else ""
    who = f"{holder} holds it now" if holder else f"it is {handoff.state} already"
    return f"Too late: {who}. Your result is kept as a note of the handoff. {told}"


def reject_handoff(target: CallTarget, *, handoff_id: str, reason: str) -> str:
    """Refuse work that waits for the caller, or give back work that it took."""
    handoff = _handoffs(target).reject(target.caller(writes=True), handoff_id, reason)
    how = "Given back: it waits again" if handoff.state is HandoffState.PENDING else "Rejected"
    return target.answer(f"{how}. {handoff.sender_label} is told at its next start.")


def cancel_handoff(target: CallTarget, *, handoff_id: str) -> str:
    """Withdraw work that the caller left."""
    return target.answer(f"Cancelled {_handoffs(target).cancel(target.caller(writes=True), handoff_id).id}.")


def get_pending_handoffs(target: CallTarget, *, agent_id: str, limit: int) -> str:
    """List what waits for an agent, and what is new of its own."""
    caller, handoffs = target.caller(), _handoffs(target)
    lines = [line for handoff in handoffs.pending(caller, agent_id, limit) for line in in_full(handoff)]
    return target.answer(*(lines or ["No handoff waits here."]), *handoffs.news(caller))


def handoffs_resource(target: CallTarget, which: str) -> str:
    """What waits for the caller, as a resource. Raises NotFound for another list than the one there is."""
    if which != WAITING:
        raise NotFound(f"There is scrubjay://handoffs/{WAITING} only.")
    return get_pending_handoffs(target, agent_id="", limit=MOST_READ)


def at_start(target: CallTarget, value: object, said: str) -> Callable[[], Iterable[str]]:
    """A function that tells what waits for the caller at a session's start; `said` is the session's id.

    What the session was told before, such as by its client's hook, isn't said again.
    """
    before = target.workspace.ledger.last_told(said, str(target.workspace.repository.worktree))
    told, session = before.text if before is not None else "", "" if said == FULL_BRIEFING else said

    def waiting() -> Iterable[str]:
        try:
            return (_handoffs(target).at_start(target.caller(session), told),)
        except ScrubjayError:
            return ()

    return waiting


def left_with_save(
    target: CallTarget, value: Mapping[str, object], said: tuple[SessionSave, str]
) -> Callable[[], Iterable[str]]:
    """Prepare the handoff in a save's arguments; returns what leaves it. `said`: the save and its session."""
    save, session = said
    given = parse_leaving(value, save)
    prepared = _handoffs(target).prepare(
        target.caller(session, writes=True), given.target_id, given.context, given.ttl_seconds, given.source_id
    )
    return lambda: ("Left for another agent:", *in_full(_handoffs(target).leave(prepared)))


def _handoffs(target: CallTarget) -> HandoffManager:
    """The handoff manager of the caller's project."""
    return AgentServices.of(target.workspace).handoffs
