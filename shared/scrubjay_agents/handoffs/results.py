"""Recording of a handoff's result: whose lease it belongs to, and what is kept, within the accepting transaction."""

from datetime import datetime, timedelta
from uuid import uuid4

from scrubjay.errors import LimitExceeded
from scrubjay.model.agent import AgentType, Caller
from scrubjay.model.clock import iso
from scrubjay.model.frozen import replace
from scrubjay.storage.driver import Connection
from scrubjay_agents.handoffs.handoff import Handoff, HandoffContext, HandoffResult, HandoffState, Lease, finishes
from scrubjay_agents.handoffs.passing import Changed, KeptAsNote, Now, Refusal, Repeated
from scrubjay_agents.handoffs.rows import lease_from, to_json
from scrubjay_agents.handoffs.settling import Q, move, read_one


def left_by(
    caller: Caller, target: str, context: HandoffContext, now: Now, ttl: timedelta, renews: str = ""
) -> Handoff:
    """A new handoff that a caller leaves for a target."""
    return Handoff(
        id=uuid4().hex,
        state=HandoffState.PENDING,
        target=target,
        context=context,
        sender=caller.agent,
        sender_label=caller.label,
        sender_session=caller.session,
        created_at=now.wall,
        expires_at=iso(datetime.fromisoformat(now.steady) + ttl),
        changed_at=now.wall,
        number=0,
        lease=None,
        renews=renews,
    )


def taken_by(handoff: Handoff, caller: Caller, now: Now) -> tuple[Handoff, Lease]:
    """A handoff as it is after a caller took it, and the caller's lease."""
    lease = Lease(
        number=handoff.number + 1,
        agent=caller.agent,
        label=caller.label,
        session=caller.session,
        process=caller.process,
        taken_at=now.wall,
        renewed_at=now.steady,
    )
    return replace(handoff, state=HandoffState.ACCEPTED, changed_at=now.wall, number=lease.number, lease=lease), lease


def finished_by(handoff: Handoff, held: Lease, result: HandoffResult, now: Now) -> Handoff:
    """A handoff as it is after a result under its last lease."""
    return replace(handoff, state=HandoffState.COMPLETED, changed_at=now.wall, lease=replace(held, result=result))


MAX_NOTES = 50
"""Notes of one handoff."""


def lease_of(connection: Connection, handoff: Handoff, caller: Caller, number: int) -> Lease | None:
    """The caller's lease with a number; 0 is the last one of its agent, best of its session. None if it has none."""
    leases = [lease_from(row) for row in connection.execute(Q.leases, {"id": handoff.id})]
    own = [lease for lease in leases if lease.agent == caller.agent]
    if number:
        return next((lease for lease in own if lease.number == number), None)
    return next((lease for lease in reversed(own) if lease.session == caller.session), own[-1] if own else None)


def objection(handoff: Handoff, held: Lease, caller: Caller, number: int) -> Refusal | None:
    """Why a caller may not bring a result of a lease of its agent; `number` is what it says, 0: nothing.

    What a session holds is that session's alone; it may come from another worktree, by a server's process or a person,
    who then names the lease, lest it be another worktree's work.
    """
    last = handoff.number == held.number
    if held.session == caller.session:
        return None
    if caller.type is AgentType.HUMAN or (held.process and held.process == caller.process):
        return Refusal.ELSEWHERE if last and not number else None
    return None if number and not (last and handoff.state is HandoffState.ACCEPTED) else Refusal.STATE


def keep_result(
    connection: Connection, now: Now, handoff: Handoff, held: Lease, result: HandoffResult
) -> Changed | KeptAsNote | Repeated:
    """Finish a handoff with a result, or keep that as a note; one that is there already isn't kept twice."""
    if result in [held.result, *(note.result for note in handoff.notes if note.lease == held.number)]:
        return Repeated(handoff)
    if finishes(handoff.state, handoff.number, held.number):
        move(connection, handoff, HandoffState.COMPLETED, now.wall)
        connection.execute(Q.set_result, {"id": handoff.id, "lease": held.number, "result": to_json(result)})
        return Changed(finished_by(handoff, held, result, now))
    return KeptAsNote(note(connection, now, handoff, held, result))


def note(connection: Connection, now: Now, handoff: Handoff, held: Lease, result: HandoffResult) -> Handoff:
    """Keep as a note what a taker brings. Raises LimitExceeded."""
    if connection.execute(Q.note_count, {"id": handoff.id}).fetchone()["notes"] >= MAX_NOTES:
        raise LimitExceeded(
            f"Handoff {handoff.id} has {MAX_NOTES} notes, which is the limit. remember keeps what is new."
        )
    row = {"id": handoff.id, "lease": held.number, "at": now.wall, "result": to_json(result)}
    connection.execute(Q.add_note, row)
    after = read_one(connection, handoff.id)
    assert after is not None  # noqa: S101 - read in the transaction that found it
    return after
