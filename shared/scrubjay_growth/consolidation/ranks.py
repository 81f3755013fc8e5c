"""Keeps what memories weigh: a row for each that time has made lighter."""

import json
import math
from datetime import date
from typing import Final

from scrubjay.memory.store.scopes import Scopes
from scrubjay.memory.store.writing import WriteContext
from scrubjay.model.grade import Grade
from scrubjay.storage.driver import Connection, load

HALF_LIFE: Final = 14
"""Days in which half of the weight goes."""

DIGITS: Final = 3


def weight(last_seen: date, today: date) -> float:
    """From 1 down to 0. What is told, quoted or grounded is never weighed; how often it was read counts for nothing."""
    return round(math.exp2(-max(0, (today - last_seen).days) / HALF_LIFE), DIGITS)


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
