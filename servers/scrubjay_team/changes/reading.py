"""The outbox as a member sees it: what changed between a position and now, by their own grants and rights."""

from collections.abc import Iterable, Mapping
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

from scrubjay_team.changes.values import MOST_IDS, OutboxPosition, Told, ToldChange, ToldChanges
from scrubjay_team.database.queries import load

if TYPE_CHECKING:
    from scrubjay_team.database.connecting import Connection

Q = load(__package__)

KEPT: Final = timedelta(hours=24)
"""How old a position may be; what is older was dropped from the outbox."""

MOST_CHANGED: Final = 2_000
"""Things that one answer tells of; who missed more asks anew."""

Row = Mapping[str, Any]
_Key = tuple[Told, str, str]


def position(connection: "Connection") -> OutboxPosition:
    """Where the outbox is at this moment."""
    row = connection.execute(Q.position).fetchone() or {}
    return OutboxPosition(row["snapshot"], row["last"], row["epoch"], row["at"])


def changes(connection: "Connection", since: OutboxPosition | None) -> ToldChanges:
    """What changed since a position for the member whose transaction it is; nothing since none."""
    upto = position(connection)
    if since is None:
        return ToldChanges(upto)
    if since.epoch != upto.epoch or upto.at - since.at > KEPT:
        return ToldChanges(upto, resync=True)
    if (since.snapshot, since.last) == (upto.snapshot, upto.last):
        return ToldChanges(upto)
    params = {"since": since.snapshot, "since_last": since.last, "upto": upto.snapshot, "most": MOST_CHANGED + 1}
    rows = connection.execute(Q.changes, params).fetchall()
    if len(rows) > MOST_CHANGED:
        return ToldChanges(upto, resync=True)
    changed = [row["resource"] for row in rows if row["kind"] == "memory" and not row["gone"]]
    pools = connection.execute(Q.pools_of, {"ids": changed}).fetchall() if changed else []
    return ToldChanges(upto, grouped(rows, pools))


def grouped(rows: Iterable[Row], pools: Iterable[Row]) -> tuple[ToldChange, ...]:
    """One change a resource, of rows that each tell of one thing, and of the pools that hold what changed. Pure."""
    rows = list(rows)
    by_id = {row["resource"]: row for row in rows if row["kind"] == "memory"}
    shared = [
        {**by_id[one["memory"]], "kind": "pool_share", "resource": one["pool"], "other": one["memory"],
         "pool_name": one["name"], "fresh": False}
        for one in pools
    ]  # fmt: skip
    parts: dict[_Key, dict[UUID, Row]] = {}
    for row in (*rows, *shared):
        thing = row["other"] if row["kind"] == "pool_share" else row["resource"]
        parts.setdefault(_key(row), {}).setdefault(thing, row)
    return tuple(_change(key, things) for key, things in parts.items())


def _key(row: Row) -> _Key:
    """The resource that a row is about."""
    if row["kind"] == "memory":
        return "memories", row["project"].hex if row["project"] else "", row["project_name"] or ""
    if row["kind"] == "handoff":
        return "handoffs", "", row["client"] or ""
    return "pool", row["resource"].hex, row["pool_name"] or ""


def _change(key: _Key, things: Mapping[UUID, Row]) -> ToldChange:
    there = [id.hex for id, row in things.items() if not row["gone"]]
    gone = [id.hex for id, row in things.items() if row["gone"]]
    rows = things.values()
    told, id, name = key
    return ToldChange(
        told=told, id=id, name=name, ids=tuple(there[:MOST_IDS]), gone=tuple(gone[:MOST_IDS]), count=len(things),
        others=sum(not row["own"] for row in rows),
        fresh=sum(row["fresh"] and row["kind"] in ("memory", "pool_share") for row in rows),
        waiting=tuple(id.hex for id, row in things.items() if row["waits"])[:MOST_IDS],
        over=tuple(id.hex for id, row in things.items() if row["over"])[:MOST_IDS],
        ended=sum(row["ended"] and not row["own"] for row in rows),
    )  # fmt: skip
