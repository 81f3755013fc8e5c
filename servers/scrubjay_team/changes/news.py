"""The one line of an answer that says what is new for a member since their token's answers told it last."""

from collections.abc import Callable, Iterable, Sequence
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


Waits = Callable[["Entered", Sequence[str]], int]
"""How many of some memories wait for the caller's review."""


def news_line(entered: "Entered", client: str = "", waits: Waits = lambda _, __: 0) -> str:
    """What others did since the token's last news, as a line; empty where there is nothing."""
    parts = news(entered, client, waits)
    return f"News: {', '.join(parts)}." if parts else ""


def news(entered: "Entered", client: str = "", waits: Waits = lambda _, __: 0) -> tuple[str, ...]:
    """What others did since the token's last news, in parts of a sentence, told once; at first nothing."""
    connection, caller = entered.connection, entered.caller
    row = connection.execute(Q.told, {"token": caller.token}).fetchone()
    since = OutboxPosition(row["snapshot"], row["last"], row["epoch"], row["at"]) if row else None
    found = changes(connection, since)
    upto = {**asdict(found.upto), "token": caller.token}
    if since is None:
        connection.execute(Q.begin_telling, {**upto, "member": caller.member})
        return ()
    changed = [id for one in found.changes if one.told == "memories" and one.fresh for id in one.ids]
    to_review = waits(entered, changed) if changed else 0
    parts = news_parts(caller.team_name, found.changes, client, to_review)
    if parts or found.resync or found.upto.at - since.at > AGES:
        told = connection.execute(Q.tell, {**upto, "since_at": since.at}).rowcount == 1
        return parts if told else ()
    return ()


def news_parts(team: str, found: Iterable[ToldChange], client: str, to_review: int = 0) -> tuple[str, ...]:
    """What others did, in parts of a sentence, without handoffs for another client. Pure.

    `to_review` of the new memories are held, and wait for the caller.
    """
    found = tuple(found)
    waits = sum(len(one.waiting) for one in found if one.name in ("", client))
    ended = sum(one.ended for one in found)
    memories = sum(one.fresh for one in found if one.told == "memories") - to_review
    parts = [f"{counted(waits, 'handoff')} for you"] if waits else []
    parts += [f"{counted(ended, 'handoff')} of yours ended"] if ended else []
    parts += [f"{to_review:,} to review for you"] if to_review else []
    parts += [counted(memories, "new memory")] if memories else []
    parts += [f"{one.fresh:,} new in pool {one.name}" for one in found if one.told == "pool" and one.fresh]
    return tuple(f"{part} in team {team}" for part in parts)
