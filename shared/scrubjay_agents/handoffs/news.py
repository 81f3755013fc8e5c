"""What is an agent told once of handoffs that it left, or that its session took?"""

from collections.abc import Iterator, Sequence

from scrubjay.model.frozen import dataclass
from scrubjay.storage.driver import Connection
from scrubjay_agents.handoffs.rows import note_from
from scrubjay_agents.handoffs.settling import Q, read_one
from scrubjay_agents.handoffs.text import ended_line, noted_line, taken_line, withdrawn_line

MAX_NEWS = 5
"""Lines of each kind that are told at once."""


@dataclass(frozen=True, slots=True)
class Item:
    """One thing to tell of a handoff: its line, and the statement that notes it as told."""

    handoff: str
    line: str
    mark: str
    params: dict[str, object]


News = tuple[Item, ...]


def read_news(connection: Connection, agent: str, session: str) -> News:
    """What an agent doesn't know yet: how its own ended, what was brought besides, who took one, what was withdrawn."""
    return tuple(_items(connection, {"sender": agent, "session": session, "limit": MAX_NEWS}))


def tell(connection: Connection, news: Sequence[Item]) -> None:
    """It was told."""
    for item in news:
        connection.execute(item.mark, item.params)


def _items(connection: Connection, params: dict[str, object]) -> Iterator[Item]:
    for sql, mark, line in (
        (Q.untold, Q.tell, ended_line),
        (Q.untold_takings, Q.tell_taking, taken_line),
        (Q.untold_withdrawals, Q.tell_withdrawal, withdrawn_line),
    ):
        for row in connection.execute(sql, params).fetchall():
            if (handoff := read_one(connection, row["id"])) is not None:
                yield Item(handoff.id, line(handoff), mark, {"id": handoff.id, "lease": handoff.number})
    for row in connection.execute(Q.untold_notes, params).fetchall():
        if (handoff := read_one(connection, row["id"])) is not None:
            marked = {"id": handoff.id, "number": row["number"]}
            yield Item(handoff.id, noted_line(handoff, note_from(row)), Q.tell_note, marked)
