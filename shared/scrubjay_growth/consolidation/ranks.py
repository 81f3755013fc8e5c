"""Keeps what memories weigh: a row for each that time has made lighter."""

import json
from datetime import date

from scrubjay.memory.store.scopes import Scopes
from scrubjay.memory.store.writing import WriteContext
from scrubjay.model.grade import Grade
from scrubjay.storage import Connection, load
from scrubjay_growth.consolidation.ranking import weight

Q = load(__package__)


def rank(memories: Scopes, scope: str) -> int:
    """Weigh what ages by the evidence that it had when it was captured; returns how many weights changed."""
    return memories.writing(scope, _rank)


def _rank(connection: Connection, place: WriteContext) -> int:
    params = {"project": place.owner, "said": Grade.SAID.rank}
    today = _day(place.now)
    rows = connection.execute(Q.aging, params).fetchall()
    weights = {row["number"]: weight(_day(row["last_seen"]), today) for row in rows}
    changed = [
        {"memory": row["number"], "weight": weights[row["number"]]}
        for row in rows
        if weights[row["number"]] != row["weight"]
    ]
    connection.executemany(Q.put_rank, changed)
    connection.execute(Q.drop_ranks, {"project": place.owner, "aging": json.dumps(sorted(weights))})
    return len(changed)


def _day(moment: str) -> date:
    return date.fromisoformat(moment[:10])
