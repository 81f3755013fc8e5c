"""State of a home's syncs in the user's own database: results, and doctor's line."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from pathlib import Path

from scrubjay.errors import UsageError
from scrubjay.memory.lifecycle.synced import Divergence
from scrubjay.memory.store.bounds import confined_elsewhere
from scrubjay.model.check import Check
from scrubjay.model.counted import counted
from scrubjay.model.frozen import dataclass, field
from scrubjay.model.memory import MemoryStatus
from scrubjay.model.visible import json_text
from scrubjay.storage.database import Database
from scrubjay.storage.driver import Connection, Row, load
from scrubjay_exchange.syncing.remote import SeenMachine, checked_machine


@dataclass(frozen=True, slots=True)
class MachineConflict:
    """A memory that this and another machine changed, neither knowing of the other."""

    machine: str
    divergence: Divergence


@dataclass(frozen=True, slots=True)
class RivalMemories:
    """Two machines each put another memory in the place of the same one, and both hold: their ids and texts."""

    instead_of: str
    ids: tuple[str, str]
    texts: tuple[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class SyncReport:
    """The report of one sync. `refused`: machines that aren't trusted or incomplete, each with the reason.

    `anew`: this machine's ref was begun anew, since something was forgotten or the remote had lost it.
    `too_large`: memories that stay here, since they and their history exceed what is sent.
    `name_was_taken`: this home goes on with a ref that it never wrote: an older home's, or a living machine's.
    """

    machine: str
    machines: tuple[str, ...]
    new: int = 0
    changed: int = 0
    forgotten: int = 0
    sent: int = 0
    bytes_sent: int = 0
    bytes_read: int = 0
    anew: bool = False
    dry_run: bool = False
    odd_refs: int = 0
    refused: Mapping[str, str] = field(default_factory=dict)
    conflicts: tuple[MachineConflict, ...] = ()
    rivals: tuple[RivalMemories, ...] = ()
    too_large: tuple[str, ...] = ()
    name_was_taken: bool = False

    @property
    def complete(self) -> bool:
        """Whether every machine that was ever seen is there and believed."""
        return not self.refused and not self.odd_refs


Q = load(__package__)

KEY = Path("sync", "key")
"""Where a home has its key."""

WORDS, TOMBSTONE = 1, 2
"""What this machine's ref has of a memory."""

MOST_CONFLICTS = 100


@dataclass(frozen=True, slots=True)
class SyncPlace:
    """The remote that a home syncs with, and this machine's name there."""

    remote: str
    machine: str


@dataclass(frozen=True, slots=True)
class StandingMemory:
    """How a memory stands; `moved`: it changed since it was last synced."""

    number: int
    id: str
    forgotten: bool
    sent: int
    stamp: str
    moved: bool


def sync_place(connection: Connection) -> SyncPlace | None:
    """The remote that this home syncs with, and its name there; None where it never synced."""
    row = connection.execute(Q.place).fetchone()
    return SyncPlace(row["remote"], row["machine"]) if row else None


def set_place(connection: Connection, chosen: SyncPlace) -> None:
    """Store where this home syncs from now on. With another remote everything begins anew."""
    before = sync_place(connection)
    if before and before.remote != chosen.remote:
        connection.execute(Q.leave_machines)
        connection.execute(Q.leave_memories)
    connection.execute(Q.set_place, {"remote": chosen.remote, "machine": chosen.machine})


def note_sync(connection: Connection, now: str) -> None:
    """Store when a sync ended."""
    connection.execute(Q.note_sync, {"at": now})


def last_sync(connection: Connection) -> str:
    """When a sync ended last; empty before the first."""
    row = connection.execute(Q.last_sync).fetchone()
    return str(row["at"]) if row else ""


def machines(connection: Connection) -> dict[str, SeenMachine]:
    """The last merged segment of each machine."""
    return {row["name"]: _seen_machine(row) for row in connection.execute(Q.machines).fetchall()}


def times(connection: Connection) -> dict[str, str]:
    """When each machine's last segment was merged."""
    return {row["name"]: row["at"] for row in connection.execute(Q.machines).fetchall()}


def _seen_machine(row: Row) -> SeenMachine:
    """The machine that a row holds."""
    return SeenMachine(row["name"], row["generation"], row["sequence"], row["digest"], row["head"], bool(row["gone"]))


def set_machine(connection: Connection, seen: SeenMachine, now: str) -> None:
    """Store up to which segment a machine is merged."""
    connection.execute(
        Q.set_machine,
        {"name": seen.name, "generation": seen.generation, "sequence": seen.sequence, "digest": seen.digest,
         "head": seen.head, "at": now},
    )  # fmt: skip


def forget_machine(connection: Connection, name: str, now: str) -> None:
    """Store that a person deleted a machine's ref at the remote, so that no sync misses it. Raises UsageError."""
    here = sync_place(connection)
    if here is None or name == here.machine:
        why = (
            "is this machine, and its ref is put back by the next sync"
            if here
            else "isn't known: this home never synced"
        )
        raise UsageError(f"{name} {why}. `scrubjay sync status` shows the machines.")
    connection.execute(Q.forget_machine, {"name": checked_machine(name), "at": now})


def travelling_memories(connection: Connection, only: Collection[str] | None = None) -> list[StandingMemory]:
    """The user's memories that travel, all or `only` some: not those that only one project may see until a person does.

    Quarantined ones stay where they are.
    """
    if only is not None and not only:
        return []
    confined = confined_elsewhere(connection, "")
    rows = connection.execute(Q.standing, {"only": json_text(sorted(only or ()))}).fetchall()
    return [
        StandingMemory(
            row["number"], row["id"], row["status"] == MemoryStatus.FORGOTTEN, row["sent"], row["stamp"],
            row["stamp"] != row["before"],
        )
        for row in rows
        if row["id"] not in confined and (row["status"] != MemoryStatus.FORGOTTEN or row["before"] or row["sent"])
    ]  # fmt: skip


def stamp(connection: Connection, memories: Iterable[StandingMemory], sent: int = 0) -> None:
    """Store that some memories are synced as they stand."""
    for memory in memories:
        connection.execute(Q.set_stamp, {"id": memory.id, "stamp": memory.stamp, "sent": sent})


def note_sent(connection: Connection, id: str, sent: int) -> None:
    """Store that this machine's own ref has a memory, or that the memory was forgotten."""
    connection.execute(Q.note_sent, {"id": id, "sent": sent})


def has_words_left(connection: Connection) -> bool:
    """Whether this machine's own ref still has the words of a forgotten memory."""
    return bool(connection.execute(Q.words_left).fetchone()[0])


def begin_anew(connection: Connection) -> None:
    """Store that this machine's own ref has nothing yet."""
    connection.execute(Q.forget_sent)


def add_conflict(connection: Connection, conflict: MachineConflict, now: str) -> None:
    """Keep a conflict for `scrubjay sync status`."""
    told = conflict.divergence
    connection.execute(
        Q.add_conflict,
        {"memory": told.memory, "at": now, "machine": conflict.machine, "here": told.here, "there": told.there,
         "holds": told.holds},
    )  # fmt: skip


def rivals(connection: Connection) -> tuple[RivalMemories, ...]:
    """The memories that hold, each in the place of the same one, until a person decides."""
    rows = connection.execute(Q.rivals).fetchall()
    return tuple(
        RivalMemories(row["instead_of"], (row["one"], row["other"]), (row["one_text"], row["other_text"]))
        for row in rows
    )


def contradict_rivals(connection: Connection) -> set[str]:
    """Mark rival memories as contradicting each other, so that a person decides; returns their ids."""
    rows = [dict(row) for row in connection.execute(Q.rivals).fetchall()]
    connection.executemany(Q.contradict, rows)
    connection.executemany(Q.dispute, rows)
    return {row[side] for row in rows for side in ("one", "other")}


def conflicts(connection: Connection) -> list[dict[str, str]]:
    """The newest conflicts."""
    return [dict(row) for row in connection.execute(Q.conflicts, {"limit": MOST_CONFLICTS}).fetchall()]


def sync_check(home: Path, user_database: Callable[[], Database]) -> Iterator[Check]:
    """Doctor's check of sync: the last time, the number of machines, and conflicts; nothing if never synced."""
    if not (home / "user" / "knowledge.db").is_file():
        return
    database = user_database()
    here = database.read(sync_place)
    if here is None:
        return
    others = [one for one in database.read(machines).values() if one.name != here.machine and not one.gone]
    open_conflicts = len(database.read(conflicts))
    last = database.read(last_sync)
    parts = [
        f"last {last[:16].replace('T', ' ')}" if last else "not yet ended once",
        counted(len(others), "other machine"),
    ]
    parts += [counted(open_conflicts, "conflict")] if open_conflicts else []
    yield Check(
        "sync", True, ", ".join(parts), "", "`scrubjay sync status` shows the conflicts" if open_conflicts else ""
    )
