"""Can another session's tool call have run this one's hooks? Sessions of one process whose turns meet in time. Pure."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from scrubjay.memory.transcript.session import SessionEvent, Typed

Turn = tuple[datetime, datetime]
"""Its beginning and its end."""

_EVER: Final = datetime.min.replace(tzinfo=UTC)
_END: Final = datetime.max.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Stay:
    """A session in a client's process: when its hooks reported it there first, and what happened in it.

    `running`: its last call has no answer yet. `complete`: its beginning was read, too.
    """

    since: str
    events: Sequence[SessionEvent]
    running: bool = False
    complete: bool = True

    def turns(self) -> list[Turn]:
        """Its turns, each from what was typed to the last that came of it."""
        turns = list(_turns(self.events))
        if turns and not self.complete:
            turns[0] = (_EVER, turns[0][1])
        if turns and self.running:
            turns[-1] = (turns[-1][0], _END)
        return turns


def meet(first: Stay, second: Stay) -> bool:
    """Whether turns of two sessions overlap, or one session was reported first while a turn of the other went on."""
    ours, others = first.turns(), second.turns()
    if any(mine[0] < other[1] and other[0] < mine[1] for mine in ours for other in others):
        return True
    reports = ((_moment(first.since), others), (_moment(second.since), ours))
    return any(moment and begins < moment < ends for moment, turns in reports for begins, ends in turns)


def _turns(events: Sequence[SessionEvent]) -> Iterator[Turn]:
    turn: Turn | None = None
    for event in events:
        moment = _moment(event.occurred_at)
        if moment is None:
            continue
        if isinstance(event.what, Typed) and turn:
            yield turn
            turn = None
        turn = (turn[0] if turn else moment, moment)
    if turn:
        yield turn


def _moment(text: str) -> datetime | None:
    try:
        moment = datetime.fromisoformat(text.replace("Z", "+00:00"))
    except ValueError:
        return None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
