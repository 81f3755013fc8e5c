"""Notices of handoffs: what is new, and what a session is greeted with."""

import json
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import suppress

from scrubjay.errors import StorageError
from scrubjay.model.agent import Caller
from scrubjay.model.clock import Clock
from scrubjay.model.counted import counted
from scrubjay.model.frozen import dataclass
from scrubjay.storage.database import Database
from scrubjay.storage.driver import Connection
from scrubjay_agents.handoffs.handoff import Handoff, HandoffState
from scrubjay_agents.handoffs.rows import note_from
from scrubjay_agents.handoffs.settling import Q, grown_at, read_one, settle
from scrubjay_agents.handoffs.text import (
    SHORT,
    ended_line,
    noted_line,
    one_line_cut,
    sections,
    taken_line,
    withdrawn_line,
)

SHOWN = 3
"""Handoffs of each kind that are told unasked; of the others the number."""

FOR, HELD, LEFT = "for you", "held by you", "left by you"
_NEXT = ((FOR, "accept", "takes it"), (HELD, "complete", "finishes it"))


def concern(handoff: Handoff, caller: Caller, targets: Collection[str]) -> str:
    """How a handoff concerns a caller: held, for it, or left by it; else empty. `targets`: the caller's names."""
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
            task = one_line_cut(handoff.context.task_description, SHORT)
            next_step = f"`scrubjay handoff {action} {handoff.id[:8]}` {does}"
            yield f'{what}: "{task}" from {handoff.sender_label}; {next_step}'
        if len(those) > SHOWN:
            yield f"{what}: {counted(len(those) - SHOWN, 'more handoff')}; `scrubjay handoff list` shows all"
    for line, id in news:
        yield f"{line}; `scrubjay handoff show {id[:8]}`"


MAX_NEWS = 5
"""Lines of each kind that are told at once."""


@dataclass(frozen=True, slots=True)
class Item:
    """A piece of news about a handoff: its line, and the SQL statement that marks it as told."""

    handoff: str
    line: str
    mark: str
    params: dict[str, object]


News = tuple[Item, ...]


def read_news(connection: Connection, agent: str, session: str) -> News:
    """News of handoffs for an agent: results of its own, extra reports, who took one, and withdrawals."""
    return tuple(_untold_items(connection, {"sender": agent, "session": session, "limit": MAX_NEWS}))


def tell(connection: Connection, news: Sequence[Item]) -> None:
    """Note that some news were told."""
    for item in news:
        connection.execute(item.mark, item.params)


def _untold_items(connection: Connection, params: dict[str, object]) -> Iterator[Item]:
    """The news that an agent wasn't told yet, each with its line."""
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


@dataclass(frozen=True, slots=True)
class HandoffNews:
    """The text about handoffs for a session that starts, and the news in it, which are told only once."""

    text: str
    news: News


def handoff_news(database: Database, clock: Clock, *, agent: str, type: str, branch: str, session: str) -> HandoffNews:
    """The text about the handoffs that wait for a client's agent on a branch, and the news of its own handoffs."""
    settle(database, clock, grown_at)
    targets = json.dumps([*([agent] if agent else []), f"any:{type}", f"branch:{branch}"])
    mine = {"targets": targets, "agent": agent, "session": session, "limit": SHOWN}

    def read(connection: Connection) -> HandoffNews:
        rows = connection.execute(Q.pending, mine).fetchall()
        waiting = [handoff for row in rows if (handoff := read_one(connection, row["id"])) is not None]
        more = connection.execute(Q.count_pending, mine).fetchone()["count"] - len(waiting)
        news = read_news(connection, agent, session)
        return HandoffNews(sections(waiting, [item.line for item in news], more), news)

    return database.read(read)


def mark_told(database: Database, told: HandoffNews) -> None:
    """Note that the news in a text were told; to tell them twice is better than never."""
    if told.news:
        with suppress(StorageError):
            database.write(lambda c: tell(c, told.news))
