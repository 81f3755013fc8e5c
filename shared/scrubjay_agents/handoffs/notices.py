"""What concerns somebody among handoffs, in words: what waits for them, what they hold, how their own ended."""

from collections.abc import Collection, Iterable, Iterator, Sequence

from scrubjay.model.agent import Caller
from scrubjay.model.counted import counted
from scrubjay_agents.handoffs.handoff import Handoff
from scrubjay_agents.handoffs.states import HandoffState
from scrubjay_agents.handoffs.text import SHORT, flat

SHOWN = 3
"""Handoffs of each kind that are told unasked; of the others the number."""

FOR, HELD, LEFT = "for you", "held by you", "left by you"
_NEXT = ((FOR, "accept", "takes it"), (HELD, "complete", "finishes it"))


def concern(handoff: Handoff, caller: Caller, targets: Collection[str]) -> str:
    """What a handoff is to a caller; empty where it is nothing. `targets` are what it stands for on this branch."""
    lease = handoff.lease
    if handoff.state is HandoffState.ACCEPTED and lease is not None and lease.agent == caller.agent:
        return HELD
    own = (handoff.sender, handoff.sender_session) == (caller.agent, caller.session)
    if handoff.state is HandoffState.PENDING and handoff.target in targets and not own:
        return FOR
    return LEFT if handoff.sender == caller.agent else ""


def notices(concerning: Sequence[tuple[Handoff, str]], news: Iterable[tuple[str, str]]) -> Iterator[str]:
    """What needs somebody's attention, with the next command.

    `concerning` are handoffs with their concern, `news` lines that weren't told yet with their handoffs' ids.
    """
    for what, action, does in _NEXT:
        those = [handoff for handoff, concern in concerning if concern == what]
        for handoff in those[:SHOWN]:
            task = flat(handoff.context.task_description, SHORT)
            next_step = f"`scrubjay handoff {action} {handoff.id[:8]}` {does}"
            yield f'{what}: "{task}" from {handoff.sender_label}; {next_step}'
        if len(those) > SHOWN:
            yield f"{what}: {counted(len(those) - SHOWN, 'more handoff')}; `scrubjay handoff list` shows all"
    for line, id in news:
        yield f"{line}; `scrubjay handoff show {id[:8]}`"
