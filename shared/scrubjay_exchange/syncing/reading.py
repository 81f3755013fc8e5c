"""Download of other machines' new segments: verified as the person's, then merged into the user's memories."""

from collections import Counter
from collections.abc import Callable, Collection, Mapping
from typing import Any

from scrubjay.errors import GitFailed, SegmentRefused, UsageError
from scrubjay.identity.audit import AuditEvent
from scrubjay.memory.lifecycle.exchange import check
from scrubjay.memory.lifecycle.synced import MergedMemory, link_all, merge
from scrubjay.memory.store.rows import Q as MEMORIES
from scrubjay.memory.store.writing import WriteContext
from scrubjay.model.frozen import dataclass
from scrubjay.model.memory import MemoryStatus
from scrubjay.storage.database import Database
from scrubjay.storage.driver import Connection
from scrubjay_exchange.syncing import state
from scrubjay_exchange.syncing.keys import SyncKey
from scrubjay_exchange.syncing.remote import SeenMachine, broken, machines_behind
from scrubjay_exchange.syncing.segment import OTHER_KEY, Segment, unseal
from scrubjay_exchange.syncing.state import MachineConflict
from scrubjay_exchange.syncing.store import SegmentStore

MOST_RANK = 10**6
MOST_DROPPED = 10_000


def checked(line: Any) -> dict[str, Any]:
    """A line of a segment, if it can be merged. Raises SegmentRefused."""
    if not isinstance(line, dict) or set(line) != {"record", "ranks", "dropped", "refused"}:
        raise SegmentRefused("it holds what is no memory")
    try:
        check(line["record"], 1)
    except (UsageError, ValueError, TypeError) as error:
        raise SegmentRefused("it holds what is no memory; a newer scrubjay may have written it") from error
    record, ranks = line["record"], line["ranks"]
    if not _are_all(ranks, int) or len(ranks) != len(record["beliefs"]) or not all(0 <= n <= MOST_RANK for n in ranks):
        raise SegmentRefused("it holds a memory whose history has no order")
    if record["memory"]["scope"] != "user" or record["anchors"]:
        raise SegmentRefused("it holds a memory of a project")
    if not _are_all(line["dropped"], str) or len(line["dropped"]) > MOST_DROPPED:
        raise SegmentRefused("it holds what is no memory")
    refused = line["refused"]
    if refused is not None and (
        not isinstance(refused, dict)
        or set(refused) != {"how", "actor", "at"}
        or not _are_all([*refused.values()], str)
    ):
        raise SegmentRefused("it holds what is no memory")
    return line


def _are_all(values: object, kind: type) -> bool:
    """Whether a value is a list of values of exactly one type."""
    return isinstance(values, list) and all(type(value) is kind for value in values)


Report = Callable[[str, int, int], None]
"""Is told what goes on, how much is done, and of how much."""

UNREADABLE = (
    "git can't read its objects there, which are damaged. Delete that ref at the remote; its machine's next sync makes "
    "it anew"
)


@dataclass(frozen=True, slots=True)
class NewSegments:
    """Verified segments of one machine that weren't merged yet, oldest first, and the last segment after them."""

    seen: SeenMachine
    memories: tuple[dict[str, Any], ...]
    size: int
    begins_anew: bool
    begins: bool = False
    """Nothing of the machine was merged here before."""


@dataclass(frozen=True, slots=True)
class RemoteState:
    """The state of a remote: its refs, what is new and verified by machine, and which aren't believed, with why.

    `highest` is the last sequence of this machine that any of them knows of.
    """

    heads: Mapping[str, str]
    odd: int
    new: Mapping[str, NewSegments]
    refused: Mapping[str, str]
    highest: int

    @property
    def foreign(self) -> bool:
        """Whether the remote has machines, all of them with another key than ours."""
        return bool(self.heads) and all(self.refused.get(name) == OTHER_KEY for name in self.heads)


def read_remote(
    store: SegmentStore, remote: str, key: SyncKey, seen: Mapping[str, SeenMachine], machine: str, report: Report
) -> RemoteState:
    """Fetch what is new and verify it; nothing of a machine counts where one of its segments doesn't."""
    heads = store.heads(remote)
    moved = [name for name, head in heads.machines.items() if name not in seen or seen[name].head != head]
    own = heads.machines.get(machine)
    copied_anew = own is not None and machine not in moved and not store.has(own)
    if copied_anew and not store.fetch(remote, [machine]):
        moved.append(machine)
    report("fetching", 0, len(moved))
    fetched = store.fetch(remote, moved)
    shown = {**heads.machines, **fetched}
    new: dict[str, NewSegments] = {}
    refused = {name: "the remote has it no more" for name in seen if name not in heads.machines}
    refused |= {name: UNREADABLE for name in moved if name not in fetched}
    headers = []
    for done, (name, head) in enumerate(fetched.items()):
        report("verifying", done, len(fetched))
        try:
            segments, continues, size = _chain(store, head, key, seen.get(name))
            chain = [(segment.header, segment.digest) for segment in segments]
            if why := broken(name, seen.get(name), chain, continues=continues):
                raise SegmentRefused(why)
            memories = tuple(checked(line) for segment in segments for line in segment.memories)
        except SegmentRefused as error:
            refused[name] = str(error)
            continue
        last, mark = chain[-1]
        new[name] = NewSegments(
            SeenMachine(name, last.generation, last.sequence, mark, head),
            memories,
            size,
            name in seen and not continues,
            name not in seen,
        )
        headers += [header for header, _ in chain]
    known = {**{n: m.sequence for n, m in seen.items()}, **{n: m.seen.sequence for n, m in new.items()}}
    refused = machines_behind(known, headers) | refused
    given_up = {name for name, one in seen.items() if one.gone and name not in heads.machines}
    refused = {name: why for name, why in refused.items() if name not in given_up}
    highest = max([known.get(machine, 0), *(header.seen.get(machine, 0) for header in headers)])
    return RemoteState(shown, heads.odd, new, refused, highest)


def _chain(store: SegmentStore, head: str, key: SyncKey, seen: SeenMachine | None) -> tuple[list[Segment], bool, int]:
    """The segments of a machine after the last one seen, oldest first; whether they follow it; their bytes."""
    if not head:
        raise SegmentRefused("its ref is no history")
    try:
        commits, follows = store.commits(head, seen.head if seen else "")
        segments, size = [], 0
        for commit in commits:
            data = store.segment(commit)
            size += len(data)
            segments.append(unseal(data, key))
    except GitFailed as error:
        raise SegmentRefused("git can't read its history") from error
    return segments, follows, size


AT_ONCE = 100


@dataclass(frozen=True, slots=True)
class Brought:
    """What merging changed."""

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
    moved = _changed_ids(connection, ids)
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
    state.stamp(connection, state.travelling_memories(connection, ids - moved))
    connection.execute(MEMORIES.bump_generation)
    return merged


def _finish(
    connection: Connection,
    place: WriteContext,
    found: Mapping[str, NewSegments],
    machine: str,
    did: Mapping[str, int],
) -> None:
    """Link memories with those that replace them, and remember how far each machine is merged.

    What two machines put in the place of one memory contradicts each other, until a person settles it.
    """
    lines = [line for segments in found.values() for line in segments.memories]
    ids = {line["record"]["memory"]["id"] for line in lines}
    moved = {memory.id for memory in state.travelling_memories(connection) if memory.moved}
    link_all(connection, lines)
    rivals = state.contradict_rivals(connection)
    state.stamp(connection, state.travelling_memories(connection, (ids | rivals) - moved))
    for segments in found.values():
        state.set_machine(connection, segments.seen, place.now)
    connection.execute(MEMORIES.bump_generation)
    place.audit.add(
        connection, place.now, AuditEvent.IMPORT, machine, "", "sync", "merged",
        {name: did[name] for name in ("new", "changed", "forgotten") if did[name]},
    )  # fmt: skip


def _changed_ids(connection: Connection, ids: Collection[str]) -> set[str]:
    """The ids of those memories that changed here since the last sync."""
    return {memory.id for memory in state.travelling_memories(connection, ids) if memory.moved} if ids else set()
