"""The daily sums in a project's session.db: added to, read, and dropped when they are old; light enough for a hook."""

import json
from collections.abc import Iterable, Mapping
from datetime import date, timedelta
from typing import Final

from scrubjay.identity.insight.events import Event, Key, Measure, key_of
from scrubjay.storage.driver import Connection, Row, load

Q = load(__package__)

DAYS_KEPT: Final = 400
"""Days whose sums are kept: a year, and a month to compare it with."""

MEASURES: Final = json.dumps(list(Measure))


def add_sums(connection: Connection, sums: Mapping[Key, int], today: str) -> None:
    """Add to the sums within a transaction, and drop the days that are too old."""
    for (day, measure, label, bucket), number in sums.items():
        row = {"day": day, "measure": measure, "label": label, "bucket": bucket, "number": number}
        connection.execute(Q.add, row)
    oldest = date.fromisoformat(today) - timedelta(days=DAYS_KEPT - 1)
    connection.execute(Q.drop_old, {"measures": MEASURES, "day": oldest.isoformat()})


def add_now(connection: Connection, day: str, events: Iterable[Event]) -> None:
    """Add to the sums within a transaction that notes something besides, for a process that ends in a moment."""
    sums: dict[Key, int] = {}
    for event in events:
        key = key_of(day, event)
        sums[key] = sums.get(key, 0) + event.number
    if sums:
        add_sums(connection, sums, day)


def sums_since(connection: Connection, day: str, measures: Iterable[Measure] = Measure) -> dict[Key, int]:
    """The sums of some measures from a day on."""
    return _sums_by_key(connection.execute(Q.since, {"measures": json.dumps(list(measures)), "day": day}))


def label_since(connection: Connection, day: str, measure: Measure, label: str) -> dict[Key, int]:
    """The sums of one label of a measure from a day on."""
    return _sums_by_key(connection.execute(Q.label_since, {"measure": measure, "label": label, "day": day}))


def summed_since(connection: Connection, day: str, measure: Measure) -> dict[Key, int]:
    """The sums of a measure from a day on, added up: their day is empty."""
    return _sums_by_key(connection.execute(Q.summed_since, {"measure": measure, "day": day}))


def _sums_by_key(rows: Iterable[Row]) -> dict[Key, int]:
    return {(row["day"], row["measure"], row["label"], row["bucket"]): row["number"] for row in rows}
