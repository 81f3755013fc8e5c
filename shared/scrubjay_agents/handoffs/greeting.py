"""What a client's hook tells of handoffs at the start of a session, without the services that a server has."""

import json
from contextlib import suppress

from scrubjay.errors import StorageError
from scrubjay.model.clock import Clock
from scrubjay.model.frozen import dataclass
from scrubjay.storage.database import Database
from scrubjay.storage.driver import Connection
from scrubjay_agents.handoffs.news import News, read_news, tell
from scrubjay_agents.handoffs.notices import SHOWN
from scrubjay_agents.handoffs.settling import Q, grown_at, read_one, settle
from scrubjay_agents.handoffs.text import sections


@dataclass(frozen=True, slots=True)
class HandoffNews:
    """The lines to tell, in one text, and what of them is told once."""

    text: str
    news: News


def handoff_news(database: Database, clock: Clock, *, agent: str, type: str, branch: str, session: str) -> HandoffNews:
    """What waits for a client's agent on a branch, and what is new of its own."""
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
    """It was told; told twice is better than never."""
    if told.news:
        with suppress(StorageError):
            database.write(lambda c: tell(c, told.news))
