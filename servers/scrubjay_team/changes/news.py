"""The one line of an answer that says what is new for a member since their token's answers told it last."""

from collections.abc import Iterable
from dataclasses import asdict
from datetime import timedelta
from typing import TYPE_CHECKING, Final

from scrubjay.model.counted import counted
from scrubjay_team.changes.reading import Q, changes
from scrubjay_team.changes.values import OutboxPosition, ToldChange

if TYPE_CHECKING:
    from scrubjay_team.database.connecting import Entered

AGES: Final = timedelta(hours=1)
"""How old a token's last news may be before a position is written although there is none."""


def news_line(entered: "Entered", client: str = "") -> str:
    """What others did since the token's last news, as a line; empty where there is nothing."""
    parts = news(entered, client)
    return f"News: {', '.join(parts)}." if parts else ""


def news(entered: "Entered", client: str = "") -> tuple[str, ...]:
    """What others did since the token's last news, in parts of a sentence, told once; at first nothing."""
    connection, caller = entered.connection, entered.caller
    row = connection.execute(Q.told, {"token": caller.token}).fetchone()
    since = OutboxPosition(row["snapshot"], row["last"], row["epoch"], row["at"]) if row else None
    found = changes(connection, since)
    upto = {**asdict(found.upto), "token": caller.token}
    if since is None:
        connection.execute(Q.begin_telling, {**upto, "member": caller.member})
        return ()
    parts = news_parts(caller.team_name, found.changes, client)
    if parts or found.resync or found.upto.at - since.at > AGES:
        told = connection.execute(Q.tell, {**upto, "since_at": since.at}).rowcount == 1
        return parts if told else ()
    return ()


def news_parts(team: str, found: Iterable[ToldChange], client: str) -> tuple[str, ...]:
    """What others did, in parts of a sentence, without handoffs for another client. Pure."""
    found = tuple(found)
    waits = sum(len(one.waiting) for one in found if one.name in ("", client))
    ended = sum(one.ended for one in found)
    memories = sum(one.fresh for one in found if one.told == "memories")
    parts = [f"{counted(waits, 'handoff')} for you"] if waits else []
    parts += [f"{counted(ended, 'handoff')} of yours ended"] if ended else []
    parts += [counted(memories, "new memory")] if memories else []
    parts += [f"{one.fresh:,} new in pool {one.name}" for one in found if one.told == "pool" and one.fresh]
    return tuple(f"{part} in team {team}" for part in parts)
