"""Which group does a memory belong to? Read beside what is shown; a person takes a group apart here, too."""

import json
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from scrubjay.errors import NotFound
from scrubjay.identity.audit import AuditEvent
from scrubjay.memory.grouping.groups import FactGroup
from scrubjay.memory.store.rows import Q as MEMORIES
from scrubjay.memory.store.scopes import Scopes
from scrubjay.memory.store.writing import WriteContext, find
from scrubjay.storage.driver import Connection, Row, load

Q = load(__package__)


@dataclass(frozen=True, slots=True)
class GroupCounts:
    """How many groups there are, and how many a person took apart: those were false."""

    groups: int
    apart: int


def groups_of(memories: Scopes, ids: Collection[str]) -> dict[str, FactGroup]:
    """The groups of some memories, by the id of each member; those that belong to none are left out."""
    if not ids:
        return {}
    wanted = json.dumps(sorted(ids))
    return _by_member(
        group
        for scope in memories.scopes()
        for group in memories.reading(
            scope, lambda c, place: _groups(c.execute(Q.groups_of, {"ids": wanted, "project": place.owner}).fetchall())
        )
    )


def every_group(memories: Scopes, scope: str) -> tuple[FactGroup, ...]:
    """Every group of a scope, by the age of its oldest member."""
    return memories.reading(
        scope, lambda c, place: _groups(c.execute(Q.every_group, {"project": place.owner}).fetchall())
    )


def take_apart(memories: Scopes, id: str, actor: str) -> tuple[str, ...]:
    """Say as a person that a group's members are facts of their own, for good; returns their ids. Raises NotFound."""
    for scope in memories.scopes():
        if apart := memories.writing(scope, lambda c, place: _take_apart(c, place, id, actor)):
            return apart
    raise NotFound(f"Memory {id[:12]} belongs to no group. `scrubjay memories` shows which do.")


def count_groups(connection: Connection, place: WriteContext) -> GroupCounts:
    """Count, in one project or of the user."""
    row = connection.execute(Q.counts, {"project": place.owner}).fetchone()
    return GroupCounts(row["groups"], row["apart"])


def _take_apart(connection: Connection, place: WriteContext, id: str, actor: str) -> tuple[str, ...]:
    try:
        memory = find(connection, place, id)
    except NotFound:
        return ()
    rows = connection.execute(Q.numbers_of, {"id": memory.id}).fetchall()
    numbers = [row["memory"] for row in rows]
    pairs = [
        {"one": one, "other": other, "actor": actor, "at": place.now}
        for at, one in enumerate(numbers)
        for other in numbers[at + 1 :]
    ]
    if not pairs:
        return ()
    connection.executemany(Q.take_apart, pairs)
    connection.execute(Q.drop_links_apart)
    connection.execute(Q.drop_members, {"numbers": json.dumps(numbers)})
    connection.execute(MEMORIES.bump_generation)
    place.audit.add(connection, place.now, AuditEvent.MEMORY_WRITE, actor, memory.id, "ungroup", "taken apart")
    return tuple(row["id"] for row in rows)


def _groups(rows: list[Row]) -> tuple[FactGroup, ...]:
    members: dict[str, tuple[str, ...]] = {}
    for row in rows:
        members[row["fact"]] = (*members.get(row["fact"], ()), row["id"])
    return tuple(FactGroup(key, ids, ids[0]) for key, ids in members.items() if len(ids) > 1)


def _by_member(groups: Iterable[FactGroup]) -> dict[str, FactGroup]:
    return {id: group for group in groups for id in group.members}
