"""What a client's hook tells of handoffs at the start of a session, without the services that a server has."""

import json
from contextlib import suppress

from scrubjay.errors import StorageError
from scrubjay.handoffs.notices import SHOWN
from scrubjay.handoffs.settling import Q, grown_at, read_one, settle
from scrubjay.handoffs.text import sections
from scrubjay.model.clock import Clock
from scrubjay.model.frozen import dataclass
from scrubjay.storage.database import Database
from scrubjay.storage.driver import Connection


@dataclass(frozen=True, slots=True)
class HandoffNews:
    """The lines to tell, in one text, and the handoffs whose end they tell."""

    text: str
    ended: tuple[str, ...]


def handoff_news(database: Database, clock: Clock, *, agent: str, type: str, branch: str, session: str) -> HandoffNews:
    """What waits for a client's agent on a branch, and how its own ended."""
    settle(database, clock, grown_at)
    targets = json.dumps([*([agent] if agent else []), f"any:{type}", f"branch:{branch}"])
    mine = {"targets": targets, "agent": agent, "session": session, "sender": agent, "limit": SHOWN}

    def read(connection: Connection) -> HandoffNews:
        waiting, ended = (
            [read_one(connection, row["id"]) for row in connection.execute(sql, mine)] for sql in (Q.pending, Q.untold)
        )
        told = [handoff for handoff in ended if handoff is not None]
        more = connection.execute(Q.count_pending, mine).fetchone()["count"] - len(waiting)
        text = sections([handoff for handoff in waiting if handoff is not None], told, more)
        return HandoffNews(text, tuple(handoff.id for handoff in told))

    return database.read(read)


def mark_told(database: Database, news: HandoffNews) -> None:
    """The sender was told how these ended; told twice is better than never."""
    if news.ended:
        with suppress(StorageError):
            database.write(lambda c: [c.execute(Q.tell, {"id": id}) for id in news.ended])
