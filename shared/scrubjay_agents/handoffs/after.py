"""What is a handoff after a change? Told without reading again what was just written."""

from datetime import datetime, timedelta
from uuid import uuid4

from scrubjay.model.agent import Caller
from scrubjay.model.clock import iso
from scrubjay.model.frozen import replace
from scrubjay_agents.handoffs.handoff import Handoff, HandoffContext, HandoffResult, Lease
from scrubjay_agents.handoffs.passing import Now
from scrubjay_agents.handoffs.states import HandoffState


def left_by(
    caller: Caller, target: str, context: HandoffContext, now: Now, ttl: timedelta, renews: str = ""
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
        created_at=now.wall,
        expires_at=iso(datetime.fromisoformat(now.steady) + ttl),
        changed_at=now.wall,
        number=0,
        lease=None,
        renews=renews,
    )


def taken_by(handoff: Handoff, caller: Caller, now: Now) -> tuple[Handoff, Lease]:
    """One that somebody took, and their lease."""
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
    """One whose last lease brought a result."""
    return replace(handoff, state=HandoffState.COMPLETED, changed_at=now.wall, lease=replace(held, result=result))
