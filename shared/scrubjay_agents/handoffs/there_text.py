"""Handoffs of the team in words: as home's are, with where each stands, by the server's clock."""

from collections.abc import Iterator

from scrubjay.model.counted import counted
from scrubjay_agents.handoffs.far import FarAct, FarHandoff
from scrubjay_agents.handoffs.handoff import HandoffState
from scrubjay_agents.handoffs.text import in_full, one_line

_UNITS = ((86_400, "day"), (3_600, "hour"), (60, "minute"))


def lasts(seconds: int) -> str:
    """How long something lasts, in its largest whole unit."""
    for size, noun in _UNITS:
        if seconds >= size:
            return counted(seconds // size, noun)
    return "less than a minute"


def stands(far: FarHandoff, called: str) -> str:
    """Where a handoff is kept, of which repository, and how long it still waits or is held, in a line."""
    where = f"on {far.repository}{'' if far.here else ' (not matched with this repository)'}"
    how = {
        HandoffState.PENDING: f"waits {lasts(far.seconds)} more",
        HandoffState.ACCEPTED: f"its lease lasts {lasts(far.seconds)} more",
    }
    named = where if far.repository else "on no repository of the team's"
    return " · ".join(filter(None, (called, far.yours, named, how.get(far.handoff.state, ""))))


def far_lines(far: FarHandoff, called: str) -> Iterator[str]:
    """Everything that a handoff says, and where it stands."""
    yield from in_full(far.handoff)
    yield f"Kept at {stands(far, called)}"


def far_line(far: FarHandoff, called: str) -> str:
    """A handoff in one line."""
    return f"{one_line(far.handoff)} · {stands(far, called)}"


def finished_there(act: FarAct, called: str) -> str:
    """What became of a result."""
    handoff = act.far.handoff
    told = f"{handoff.sender_label} is told at the next look."
    if not act.late:
        return f"Completed at {called}. {told}"
    holder = handoff.lease.label if handoff.lease and handoff.state is HandoffState.ACCEPTED else ""
    who = f"{holder} holds it now" if holder else f"it is {handoff.state} already"
    return f"Too late: {who}. Your result is kept as a note of the handoff. {told}"
