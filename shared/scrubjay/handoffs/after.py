"""What is a handoff after a change? Told without reading again what was just written."""

from datetime import datetime, timedelta
from uuid import uuid4

from scrubjay.handoffs.handoff import Handoff, HandoffContext, HandoffResult, Lease
from scrubjay.handoffs.states import HandoffState
from scrubjay.model.agent import Caller
from scrubjay.model.clock import iso
from scrubjay.model.frozen import replace


def left_by(
    caller: Caller, target: str, context: HandoffContext, now: str, ttl: timedelta, renews: str = ""
) -> Handoff:
    """A new one."""
    return Handoff(
        id=uuid4().hex,
        state=HandoffState.PENDING,
        target=target,
        context=context,
        sender=caller.agent,
        sender_label=caller.label,
        sender_session=caller.session,
        created_at=now,
        expires_at=iso(datetime.fromisoformat(now) + ttl),
        changed_at=now,
        number=0,
        lease=None,
        renews=renews,
    )


def taken_by(handoff: Handoff, caller: Caller, now: str) -> tuple[Handoff, Lease]:
    """One that somebody took, and their lease."""
    lease = Lease(
        number=handoff.number + 1,
        agent=caller.agent,
        label=caller.label,
        session=caller.session,
        taken_at=now,
        renewed_at=now,
    )
    return replace(handoff, state=HandoffState.ACCEPTED, changed_at=now, number=lease.number, lease=lease), lease


def finished_by(handoff: Handoff, held: Lease, result: HandoffResult, now: str) -> Handoff:
    """One whose last lease brought a result."""
    notes = tuple(note for note in handoff.notes if note.number != held.number)
    return replace(
        handoff, state=HandoffState.COMPLETED, changed_at=now, lease=replace(held, result=result), notes=notes
    )
