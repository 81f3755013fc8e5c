"""Relations between memories: the group of each, contradictions, and a person's decisions on them."""

import json
from collections.abc import Collection, Iterable
from enum import StrEnum
from typing import Final

from scrubjay.errors import NotFound, UsageError
from scrubjay.identity.audit import AuditEvent
from scrubjay.memory.grouping.groups import FactGroup
from scrubjay.memory.lifecycle.memories import Memories
from scrubjay.memory.store.reader import MemoryReader
from scrubjay.memory.store.rows import Q as MEMORIES
from scrubjay.memory.store.scopes import Scopes
from scrubjay.memory.store.writing import WriteContext, find
from scrubjay.model.frozen import dataclass
from scrubjay.model.memory import Memory
from scrubjay.storage.driver import Connection, Row, load

Q = load(__package__)


ENDED = "the person kept what says otherwise"
"""Reason of a memory that ended in such a review."""


class DisputeDecision(StrEnum):
    """What a person decides on two memories that both stay."""

    BOTH = "both"
    NEITHER = "neither"


@dataclass(frozen=True, slots=True)
class Dispute:
    """Two memories that were found to contradict each other, the older one first."""

    one: Memory
    other: Memory

    @property
    def ids(self) -> tuple[str, str]:
        """The ids of both memories."""
        return self.one.id, self.other.id


def count_disputes(memories: Scopes) -> int:
    """How many disputes wait for a person, on whatever branch."""
    return sum(len(memories.once(scope, _pending_pairs)) for scope in memories.scopes())


def disputes(memories: MemoryReader) -> tuple[Dispute, ...]:
    """The disputes that wait for a person, of memories that this worktree sees, the oldest first."""
    pairs = [pair for scope in memories.scopes() for pair in memories.reading(scope, _pending_pairs)]
    shown = memories.of_ids({id for pair in pairs for id in pair})
    return tuple(Dispute(shown[one], shown[other]) for one, other in pairs if one in shown and other in shown)


def dispute_of(memories: MemoryReader, one: str, other: str) -> Dispute:
    """The dispute of two memories. Raises NotFound."""
    wanted = {memories.get(one).id, memories.get(other).id}
    for dispute in disputes(memories):
        if set(dispute.ids) == wanted:
            return dispute
    raise NotFound(
        f"No daily pass found that memories {one[:12]} and {other[:12]} contradict each other, or it is decided. "
        "`scrubjay review list` shows the pairs."
    )


def settle(memories: Scopes, dispute: Dispute, decision: DisputeDecision, actor: str) -> None:
    """Keep both memories of a dispute, as a person decides; NEITHER also deletes that one contradicts the other."""

    def work(connection: Connection, place: WriteContext) -> None:
        one, other = dispute.ids
        ids = {"one": one, "other": other}
        connection.execute(Q.settle, {**ids, "decision": decision, "actor": actor, "at": place.now})
        if decision is DisputeDecision.NEITHER:
            connection.execute(Q.drop_contradiction, ids)
        connection.execute(MEMORIES.bump_generation)
        place.audit.add(connection, place.now, AuditEvent.REVIEW, actor, one, f"settle: {decision}", other)

    memories.writing(dispute.one.scope, work)


def _pending_pairs(connection: Connection, place: WriteContext) -> list[tuple[str, str]]:
    rows = connection.execute(Q.pending_disputes, {"project": place.owner})
    return [(row["one_id"], row["other_id"]) for row in rows]


CHOICES: Final = {"1": "end the first", "2": "end the second", "b": "both hold", "n": "no contradiction", "s": "skip"}
"""By the key that is pressed."""


@dataclass(frozen=True, slots=True)
class SettledDispute:
    """What was decided, and the memories that it is about."""

    decision: str
    ids: tuple[str, ...]

    @property
    def action(self) -> str:
        """The decision's name in the audit."""
        return f"settle: {self.decision}"


def decide_dispute(memories: Memories, pair: Dispute, key: str, actor: str) -> SettledDispute:
    """End one of the two memories (key 1 or 2), or keep both (b, n). Raises UsageError, NotFound, VersionConflict."""
    if key in ("1", "2"):
        ending = pair.ids[int(key) - 1]
        memories.invalidate(ending, actor, ENDED, scope=pair.one.scope, authority=True)
        return SettledDispute("ended", (ending,))
    if key not in ("b", "n"):
        raise UsageError("Decide by one of the keys 1, 2, b, n. Nothing was changed.")
    settle(memories, pair, DisputeDecision.BOTH if key == "b" else DisputeDecision.NEITHER, actor)
    return SettledDispute(CHOICES[key], pair.ids)


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
    """Count the groups of one project, or of the user, and those that a person took apart."""
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
