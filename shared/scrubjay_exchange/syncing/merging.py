"""Bring what other machines wrote into the user's memories, in transactions of a hundred, each repeatable."""

from collections import Counter
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any

from scrubjay.identity.audit import AuditEvent
from scrubjay.memory.lifecycle.synced import MergedMemory, link_all, merge
from scrubjay.memory.store.rows import Q as MEMORIES
from scrubjay.memory.store.writing import WriteContext
from scrubjay.model.memory import MemoryStatus
from scrubjay.storage.database import Database
from scrubjay.storage.driver import Connection
from scrubjay_exchange.syncing import state
from scrubjay_exchange.syncing.reading import NewSegments, Report
from scrubjay_exchange.syncing.report import MachineConflict

AT_ONCE = 100


@dataclass(frozen=True, slots=True)
class Brought:
    """What merging did."""

    new: int
    changed: int
    forgotten: int
    conflicts: tuple[MachineConflict, ...]


def bring(
    database: Database,
    place: Callable[[], WriteContext],
    found: Mapping[str, NewSegments],
    machine: str,
    report: Report,
) -> Brought:
    """Merge the new segments of all machines. Where it is cut off, the next sync merges the same again."""
    lines = [(name, line) for name in sorted(found) for line in found[name].memories]
    did: Counter[str] = Counter()
    conflicts: list[MachineConflict] = []
    for start in range(0, len(lines), AT_ONCE):
        report("merging", start, len(lines))
        batch = lines[start : start + AT_ONCE]
        merged = database.write(lambda c, batch=batch: _merge(c, place(), batch, machine))  # type: ignore[misc]
        did.update(one.did for _, one in merged)
        conflicts += [
            MachineConflict(name, one.divergence) for name, one in merged if one.divergence and one.divergence.telling
        ]
    if found:
        report("linking", len(lines), len(lines))
        database.write(lambda c: _finish(c, place(), found, machine, did))
    return Brought(did["new"], did["changed"], did["forgotten"], tuple(conflicts))


def _merge(
    connection: Connection, place: WriteContext, batch: list[tuple[str, dict[str, Any]]], machine: str
) -> list[tuple[str, MergedMemory]]:
    """Merge some memories. What changed here since the last sync stays to be sent, unless it came back as it is."""
    ids = {line["record"]["memory"]["id"] for _, line in batch}
    moved = _moved(connection, ids)
    merged = []
    for name, line in batch:
        one = merge(connection, place, line)
        merged.append((name, one))
        if not one.more_here:
            moved.discard(one.id)
        if name == machine:
            forgotten = line["record"]["beliefs"][-1]["status"] == MemoryStatus.FORGOTTEN
            state.note_sent(connection, one.id, state.TOMBSTONE if forgotten else state.WORDS)
        if one.divergence is not None and one.divergence.telling:
            state.add_conflict(connection, MachineConflict(name, one.divergence), place.now)
    state.stamp(connection, state.standing(connection, ids - moved))
    connection.execute(MEMORIES.bump_generation)
    return merged


def _finish(
    connection: Connection,
    place: WriteContext,
    found: Mapping[str, NewSegments],
    machine: str,
    did: Mapping[str, int],
) -> None:
    """Link what takes the place of what, and remember how far each machine is merged.

    What two machines put in the place of one memory contradicts each other, until a person settles it.
    """
    lines = [line for segments in found.values() for line in segments.memories]
    ids = {line["record"]["memory"]["id"] for line in lines}
    moved = {memory.id for memory in state.standing(connection) if memory.moved}
    link_all(connection, lines)
    rivals = state.contradict_rivals(connection)
    state.stamp(connection, state.standing(connection, (ids | rivals) - moved))
    for segments in found.values():
        state.set_machine(connection, segments.seen, place.now)
    connection.execute(MEMORIES.bump_generation)
    place.audit.add(
        connection, place.now, AuditEvent.IMPORT, machine, "", "sync", "merged",
        {name: did[name] for name in ("new", "changed", "forgotten") if did[name]},
    )  # fmt: skip


def _moved(connection: Connection, ids: Collection[str]) -> set[str]:
    return {memory.id for memory in state.standing(connection, ids) if memory.moved} if ids else set()
