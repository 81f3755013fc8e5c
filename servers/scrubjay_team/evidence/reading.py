"""What a team's facts are decided on, read inside the worker's transaction for that team."""

import json
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final
from uuid import UUID

from scrubjay.model.clock import iso
from scrubjay.model.frozen import dataclass, replace
from scrubjay_growth.api import Statement
from scrubjay_team.database.queries import load
from scrubjay_team.evidence.counts import WINDOW as OUTCOMES
from scrubjay_team.evidence.facts import TeamClaimed
from scrubjay_team.evidence.voting import Ended
from scrubjay_team.memories.memory import memory_of
from scrubjay_team.memories.sources import standing, texts_at

if TYPE_CHECKING:
    from scrubjay_team.database.connecting import Connection

Q = load(__package__)

WINDOW: Final = timedelta(days=30)
"""Statements within it are counted."""
MOST: Final = 20_000
"""Memories that one pass decides on."""
NOBODY: Final = UUID(int=0)


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamEvidence:
    """Claims in the order of their writing, who repeated one, how sessions ended, and when members were shown what.

    `shown` has the first day on which a session of a member had a memory, both by their hexadecimal ids.
    """

    claims: tuple[TeamClaimed, ...]
    again: tuple[Statement, ...]
    ended: Ended
    shown: dict[tuple[str, str], str]

    def was_shown(self, member: str, memory: str, at: str) -> bool:
        """Whether a session of a member had a memory on the day of a moment, or before."""
        day = self.shown.get((member, memory), "")
        return bool(day) and day <= at[:10]


def evidence_of(connection: "Connection", now: datetime) -> TeamEvidence:
    """Everything that is known of the team of a transaction."""
    since = now - WINDOW
    days = {"since": (now - OUTCOMES).date()}
    again = tuple(
        Statement(memory=row["memory"].hex, author=row["member"].hex, date=iso(row["at"]))
        for row in connection.execute(Q.said_again, {"since": since}).fetchall()
    )
    well = {
        (row["member"].hex, row["session"]): row["ended"] == "well"
        for row in connection.execute(Q.sessions, days).fetchall()
    }
    had: dict[str, set[tuple[str, bytes]]] = {}
    shown: dict[tuple[str, str], str] = {}
    for row in connection.execute(Q.had, days).fetchall():
        memory, key = row["memory"].hex, (row["member"].hex, row["memory"].hex)
        had.setdefault(memory, set()).add((row["member"].hex, row["session"]))
        shown[key] = min(shown.get(key, "9"), row["day"].isoformat())
    return TeamEvidence(claims=_claims(connection, since), again=again, ended=Ended(well, had), shown=shown)


def _claims(connection: "Connection", since: datetime) -> tuple[TeamClaimed, ...]:
    """The memories that something is to be decided on, with their grounds as the mirrors have them now."""
    rows = connection.execute(Q.of_facts, {"since": since, "most": MOST}).fetchall()
    memories = [memory_of(row, NOBODY) for row in rows]
    wanted = {(one.project, ground.path) for one in memories if one.project for ground in one.grounds}
    texts = texts_at(connection, wanted)
    claims = []
    for row, memory in zip(rows, memories, strict=True):
        if memory.project is not None and memory.grounds:
            project = memory.project
            grounds = [standing(one, texts.get((project, one.path))) for one in memory.grounds]
            memory = replace(memory, grounds=tuple(grounds))
        claims.append(TeamClaimed(memory=memory, fact=row["fact"], model=row["embedder"] or "", vector=_vector(row)))
    return tuple(claims)


def _vector(row: "dict[str, object]") -> tuple[float, ...]:
    text = row["vector"]
    return tuple(json.loads(text)) if isinstance(text, str) else ()
