"""Functions behind the handoff tools: leave work for another agent, take it, finish it, and show it in a session."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from scrubjay.context.briefing.briefer import FULL_BRIEFING
from scrubjay.context.extraction.extraction import CandidateOrigin
from scrubjay.context.extraction.text import judged_lines
from scrubjay.errors import NotFound, ScrubjayError
from scrubjay.git.head import head
from scrubjay.model.agent import Caller
from scrubjay.session.tasks.task import SessionSave
from scrubjay.wiring.tool_calls import CallTarget
from scrubjay_agents.declared import WAITING
from scrubjay_agents.handoffs import there
from scrubjay_agents.handoffs.handoff import HandoffState
from scrubjay_agents.handoffs.manager import HandoffManager
from scrubjay_agents.handoffs.moved import Finished
from scrubjay_agents.handoffs.notices import SHOWN
from scrubjay_agents.handoffs.parse import parse_leaving
from scrubjay_agents.handoffs.text import ended_line, in_full, moved_lines
from scrubjay_agents.handoffs.there import HandoffsThere, LeavingThere
from scrubjay_agents.handoffs.there_text import far_line, far_lines, finished_there, lasts
from scrubjay_agents.services import AgentServices

MOST_READ = 20
"""Handoffs in the text of a resource."""


def initiate_handoff(
    target: CallTarget, *, target_id: str, context: dict[str, Any], ttl_seconds: int, source_id: str
) -> str:
    """Leave work for an agent, an agent type, a branch or the team."""
    if there.is_there(target_id):
        team = _there(target)
        leaving = team.prepare(target.caller(writes=True), target_id, context, ttl_seconds, source_id)
        return target.answer(*_left_there(team, leaving))
    handoffs = _handoffs(target)
    handoff = handoffs.initiate(target.caller(writes=True), target_id, context, ttl_seconds, source_id)
    unseen = handoffs.waits_for(handoff)
    return target.answer("Left.", *in_full(handoff), *([unseen] if unseen else []))


def accept_handoff(target: CallTarget, *, handoff_id: str, agent_id: str) -> str:
    """Take work: its lease, what it says, what moved."""
    if (team := _there(target)).has(handoff_id):
        return target.answer(*_accepted_there(team, target.caller(writes=True), handoff_id, agent_id))
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
    workspace, caller, team = target.workspace, target.caller(writes=True), _there(target)
    if team.has(handoff_id):
        act, learned = team.complete(caller, handoff_id, result, lease, agent_id)
        told = finished_there(act, team.called())
    else:
        outcome = _handoffs(target).complete(caller, handoff_id, result, lease, agent_id)
        learned, told = outcome.learned, _finished(outcome)
    current = head(workspace.git)
    origin = CandidateOrigin(
        author=workspace.settings.user_id, session=caller.session, branch=current.branch, commit=current.commit,
        agent=target.agent,
    )  # fmt: skip
    judged = workspace.extraction.judge(learned, origin) if learned else ()
    return target.answer(told, *(["Learned:", *judged_lines(judged)] if judged else []))


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
    caller, team = target.caller(writes=True), _there(target)
    if team.has(handoff_id):
        handoff = team.reject(caller, handoff_id, reason).far.handoff
    else:
        handoff = _handoffs(target).reject(caller, handoff_id, reason)
    back = "Given back: it waits again" if handoff.state is HandoffState.PENDING else "Given back"
    how = "Rejected" if handoff.state is HandoffState.REJECTED else back
    return target.answer(f"{how}. {handoff.sender_label} is told at its next start.")


def cancel_handoff(target: CallTarget, *, handoff_id: str) -> str:
    """Withdraw work that the caller left."""
    caller, team = target.caller(writes=True), _there(target)
    if team.has(handoff_id):
        return target.answer(f"Cancelled {team.cancel(caller, handoff_id).far.handoff.id} at {team.called()}.")
    return target.answer(f"Cancelled {_handoffs(target).cancel(caller, handoff_id).id}.")


def get_pending_handoffs(target: CallTarget, *, agent_id: str, limit: int) -> str:
    """List what waits for an agent at home and in its team, and what is new of its own."""
    caller, handoffs, team = target.caller(), _handoffs(target), _there(target)
    far, degraded = team.waiting(caller, agent_id, limit)
    lines = [line for handoff in handoffs.pending(caller, agent_id, limit) for line in in_full(handoff)]
    lines += [line for one in far.listed for line in far_lines(one, team.called())]
    told = [*handoffs.news(caller), *(f"{ended_line(one.handoff)}, at {team.called()}" for one in far.ended)]
    team.tell(one.handoff.id for one in far.ended)
    return target.answer(*(lines or ["No handoff waits here."]), *told, *([degraded] if degraded else []))


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
            caller = target.caller(session)
            return (_handoffs(target).at_start(caller, told), *_waiting_there(_there(target), caller, told))
        except ScrubjayError:
            return ()

    return waiting


def _waiting_there(team: HandoffsThere, caller: Caller, told: str) -> Iterable[str]:
    """What of the team waits for a session that starts, as far as it wasn't told; nothing where there is no team."""
    far, degraded = team.waiting(caller, limit=SHOWN, soon=True)
    untold = [far_line(one, team.called()) for one in far.listed if one.handoff.id not in told]
    yield from (f"For you in the team (accept_handoff takes it): {line}" for line in untold)
    if degraded:
        yield degraded


def left_with_save(
    target: CallTarget, value: Mapping[str, object], said: tuple[SessionSave, str]
) -> Callable[[], Iterable[str]]:
    """Prepare the handoff in a save's arguments; returns what leaves it. `said`: the save and its session."""
    save, session = said
    given, team = parse_leaving(value, save), _there(target)
    if there.is_there(given.target_id):
        caller = target.caller(session, writes=True)
        leaving = team.prepare(caller, given.target_id, given.context, given.ttl_seconds, given.source_id)
        return lambda: _left_with_save(team, leaving)
    prepared = _handoffs(target).prepare(
        target.caller(session, writes=True), given.target_id, given.context, given.ttl_seconds, given.source_id
    )
    return lambda: ("Left for another agent:", *in_full(_handoffs(target).leave(prepared)))


def _left_with_save(team: HandoffsThere, leaving: LeavingThere) -> tuple[str, ...]:
    """What is said of a handoff for the team beside a save, which is stored already."""
    try:
        return ("For the team:", *_left_there(team, leaving))
    except ScrubjayError as error:
        return (f"Saved, but the handoff wasn't left: {error}",)


def _left_there(team: HandoffsThere, leaving: LeavingThere) -> tuple[str, ...]:
    """Leave work for the team, in lines."""
    act = team.leave(leaving)
    alone = ["Nobody but you can take it now: an owner of the team grants the repository."] if act.alone else []
    return ("Left.", *far_lines(act.far, team.called()), *alone)


def _accepted_there(team: HandoffsThere, caller: Caller, id: str, agent_id: str) -> tuple[str, ...]:
    """Take work of the team, in lines."""
    taken = team.accept(caller, id, agent_id)
    far = taken.act.far
    number = far.handoff.lease.number if far.handoff.lease else 0
    task = f"It is the task of {taken.branch} now" if taken.branch else "This branch keeps its task"
    first = (
        f"Accepted, lease {number} for {lasts(far.seconds)}. {task}; any call keeps it yours, 30 minutes of silence "
        "give it back."
    )
    return (first, *far_lines(far, team.called()), *(moved_lines(taken.moved) if taken.moved else ()))


def _there(target: CallTarget) -> HandoffsThere:
    """The handoffs of the team that the caller's home is in, if it is in one."""
    return AgentServices.of(target.workspace).handoffs_there


def _handoffs(target: CallTarget) -> HandoffManager:
    """The handoff manager of the caller's project."""
    return AgentServices.of(target.workspace).handoffs
