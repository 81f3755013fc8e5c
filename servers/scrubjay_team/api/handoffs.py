"""The routes below /handoffs: work that one member's machine leaves and another's takes, by the server's clock."""

from typing import TYPE_CHECKING, Any
from uuid import UUID

from scrubjay.model.clock import iso
from scrubjay_agents.api import HandoffContext, HandoffState, Uncommitted
from scrubjay_team.api.handoff_forms import (
    HandoffAnswer,
    HandoffLeft,
    HandoffList,
    HandoffMoment,
    HandoffOutcome,
    HandoffRefusal,
    HandoffResultShown,
    HandoffsAnswer,
    HandoffSession,
    HandoffShown,
    HandoffStanding,
    HandoffsTold,
    HandoffTaking,
    HandoffWork,
    UncommittedFile,
)
from scrubjay_team.api.route import ApiCall

if TYPE_CHECKING:
    from scrubjay_team.memories.handoff import TeamHandoff


def listed(call: ApiCall, body: HandoffList) -> HandoffsAnswer:
    """What the caller may see, whatever became of it."""
    found = call.services.handoffs.listed(call.entered, body.limit, body.session)
    return HandoffsAnswer(handoffs=tuple(_shown(one, call, body.session, body.client) for one in found), now=_now(call))


def pending(call: ApiCall, body: HandoffList) -> HandoffsAnswer:
    """What waits for the caller, and how theirs ended; POST /handoffs/told says that they were told."""
    handoffs = call.services.handoffs
    waiting = handoffs.pending(call.entered, body.client, body.limit, body.session)
    ended = handoffs.ended(call.entered, _agent(body.session))
    both = [tuple(_shown(one, call, body.session, body.client) for one in some) for some in (waiting, ended)]
    return HandoffsAnswer(handoffs=both[0], ended=both[1], now=_now(call))


def told(call: ApiCall, body: HandoffsTold) -> HandoffMoment:
    """Note that the caller was told how some ended."""
    call.services.handoffs.tell(call.entered, [UUID(id) for id in body.ids])
    return HandoffMoment(now=_now(call))


def renew(call: ApiCall, body: HandoffSession) -> HandoffMoment:
    """Let the leases of a session go on."""
    call.services.handoffs.renew(call.entered, body.session)
    return HandoffMoment(now=_now(call))


def find(call: ApiCall, body: HandoffTaking) -> HandoffAnswer:
    """One handoff, as time has left it."""
    return _answer(call, body, call.services.handoffs.seen(call.entered, call.path["id"], body.session))


def leave(call: ApiCall, body: HandoffLeft) -> HandoffAnswer:
    """Leave work."""
    work, handoffs = body.context, call.services.handoffs
    place = HandoffContext(
        task_description="",
        branch=work.branch,
        commit=work.commit,
        worktree=work.worktree,
        uncommitted=tuple(Uncommitted(**one.model_dump()) for one in work.uncommitted),
        left_out=work.left_out,
    )
    fields = {"task_description", "current_state", "relevant_memories", "relevant_files"}
    handoff = handoffs.initiate(
        call.entered, body.target, work.model_dump(include=fields), ttl_seconds=body.ttl_seconds, repo=body.project,
        session=body.session, client=body.client, place=place,
    )  # fmt: skip
    alone = handoff.target is None and not handoffs.has_taker(call.entered, body.project)
    return _answer(call, body, handoff, alone=alone)


def accept(call: ApiCall, body: HandoffTaking) -> HandoffAnswer:
    """Take a handoff; the same session again gets the same lease."""
    handoff = call.services.handoffs.accept(call.entered, call.path["id"], body.session, body.client)
    return _answer(call, body, handoff)


def complete(call: ApiCall, body: HandoffOutcome) -> HandoffAnswer:
    """Finish a handoff, or keep as a note what comes too late."""
    result = {"status": body.status, "notes": body.notes, "files_modified": list(body.files_modified)}
    handoff, late = call.services.handoffs.complete(call.entered, call.path["id"], result, body.lease, body.session)
    return _answer(call, body, handoff, late=late)


def reject(call: ApiCall, body: HandoffRefusal) -> HandoffAnswer:
    """Refuse a handoff, or give back what the session holds."""
    return _answer(call, body, call.services.handoffs.reject(call.entered, call.path["id"], body.reason, body.session))


def cancel(call: ApiCall, body: HandoffSession) -> HandoffAnswer:
    """Withdraw a handoff that the caller left."""
    return _answer(call, body, call.services.handoffs.cancel(call.entered, call.path["id"], body.session))


def _answer(
    call: ApiCall, body: HandoffSession, handoff: "TeamHandoff", *, late: bool = False, alone: bool = False
) -> HandoffAnswer:
    shown = _shown(handoff, call, body.session, getattr(body, "client", ""))
    return HandoffAnswer(handoff=shown, now=_now(call), late=late, alone=alone)


def _now(call: ApiCall) -> str:
    return iso(call.now)


def _agent(session: str) -> str:
    """What the names of an agent's sessions on one machine begin with."""
    agent, slash, _ = session.partition("/")
    return f"{agent}{slash}"


def _shown(handoff: "TeamHandoff", call: ApiCall, session: str, client: str) -> HandoffShown:
    result = handoff.result
    taken = {"lease": handoff.lease, "by": handoff.taker_name, "at": handoff.changed_at}
    return HandoffShown(
        id=handoff.id, state=handoff.state, yours=_yours(handoff, call, session, client), target=handoff.addressed,
        project=handoff.project_name, project_id=handoff.project.hex if handoff.project else "",
        context=_work(handoff.context), sender=handoff.sender_name,
        sender_client=handoff.sender_client, created_at=handoff.created_at, expires_at=handoff.expires_at,
        changed_at=handoff.changed_at, lease=handoff.lease, taker=handoff.taker_name, taken_at=handoff.taken_at,
        lease_until=handoff.lease_until, result=_result(result, **taken) if result is not None else None,
        notes=tuple(_result(one.result, lease=one.lease, by=one.member_name, at=one.at) for one in handoff.notes),
        reason=handoff.reason,
    )  # fmt: skip


def _yours(handoff: "TeamHandoff", call: ApiCall, session: str, client: str) -> str:
    """How a handoff concerns the session that asks."""
    me, left = call.caller.member, handoff.sender == call.caller.member
    if handoff.state is HandoffState.ACCEPTED and (handoff.taker, handoff.taker_session) == (me, session):
        return "held by you"
    mine = handoff.target == me or (handoff.target is None and handoff.client in ("", client))
    if handoff.state is HandoffState.PENDING and mine and not (left and session and handoff.sender_session == session):
        return "for you"
    return "left by you" if left else ""


def _work(context: HandoffContext) -> HandoffWork:
    """A context without bounds: it was kept before, and other versions may have bounded it otherwise."""
    stands = HandoffStanding.model_construct(
        **{name: getattr(context.current_state, name) for name in HandoffStanding.model_fields}
    )
    files = tuple(
        UncommittedFile.model_construct(**{name: getattr(one, name) for name in UncommittedFile.model_fields})
        for one in context.uncommitted
    )
    values: dict[str, Any] = {name: getattr(context, name) for name in HandoffWork.model_fields}
    return HandoffWork.model_construct(**values | {"current_state": stands, "uncommitted": files})


def _result(result: Any, **brought: Any) -> HandoffResultShown:
    fields = {name: getattr(result, name) for name in ("status", "notes", "files_modified")}
    return HandoffResultShown(**fields, **brought)
