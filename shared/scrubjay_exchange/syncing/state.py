"""What does a home remember of its syncs? In the user's own database, so that it is written with what it describes."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from scrubjay.errors import UsageError
from scrubjay.memory.store.bounds import confined_elsewhere
from scrubjay.model.memory import MemoryStatus
from scrubjay.model.visible import json_text
from scrubjay.storage.driver import Connection, Row, load
from scrubjay_exchange.syncing.chain import SeenMachine
from scrubjay_exchange.syncing.remote import checked_machine
from scrubjay_exchange.syncing.report import MachineConflict, RivalMemories

Q = load(__package__)

WORDS, TOMBSTONE = 1, 2
"""What this machine's ref has of a memory."""

MOST_CONFLICTS = 100


@dataclass(frozen=True, slots=True)
class SyncPlace:
    """Where a home syncs with, and what it is called there."""

    remote: str
    machine: str


@dataclass(frozen=True, slots=True)
class StandingMemory:
    """How a memory stands; `moved`: it isn't as it was when it was last synced."""

    number: int
    id: str
    forgotten: bool
    sent: int
    stamp: str
    moved: bool


def place(connection: Connection) -> SyncPlace | None:
    """Where this home syncs with; None where it never did."""
    row = connection.execute(Q.place).fetchone()
    return SyncPlace(row["remote"], row["machine"]) if row else None


def set_place(connection: Connection, chosen: SyncPlace) -> None:
    """It syncs there from now on. With another remote everything begins anew."""
    before = place(connection)
    if before and before.remote != chosen.remote:
        connection.execute(Q.leave_machines)
        connection.execute(Q.leave_memories)
    connection.execute(Q.set_place, {"remote": chosen.remote, "machine": chosen.machine})


def note_sync(connection: Connection, now: str) -> None:
    """A sync ended."""
    connection.execute(Q.note_sync, {"at": now})


def last_sync(connection: Connection) -> str:
    """When a sync ended last; empty before the first."""
    row = connection.execute(Q.last_sync).fetchone()
    return str(row["at"]) if row else ""


def machines(connection: Connection) -> dict[str, SeenMachine]:
    """The last merged segment of each machine."""
    return {row["name"]: _seen(row) for row in connection.execute(Q.machines).fetchall()}


def times(connection: Connection) -> dict[str, str]:
    """When each machine's last segment was merged."""
    return {row["name"]: row["at"] for row in connection.execute(Q.machines).fetchall()}


def _seen(row: Row) -> SeenMachine:
    return SeenMachine(row["name"], row["generation"], row["sequence"], row["digest"], row["head"], bool(row["gone"]))


def set_machine(connection: Connection, seen: SeenMachine, now: str) -> None:
    """A machine's segments are merged up to here."""
    connection.execute(
        Q.set_machine,
        {"name": seen.name, "generation": seen.generation, "sequence": seen.sequence, "digest": seen.digest,
         "head": seen.head, "at": now},
    )  # fmt: skip


def forget_machine(connection: Connection, name: str, now: str) -> None:
    """A person deleted a machine's ref at the remote: no sync misses it. Raises UsageError for this machine."""
    here = place(connection)
    if here is None or name == here.machine:
        why = (
            "is this machine, and its ref is put back by the next sync"
            if here
            else "isn't known: this home never synced"
        )
        raise UsageError(f"{name} {why}. `scrubjay sync status` shows the machines.")
    connection.execute(Q.forget_machine, {"name": checked_machine(name), "at": now})


def standing(connection: Connection, only: Collection[str] | None = None) -> list[StandingMemory]:
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
    """They are synced as they stand."""
    for memory in memories:
        connection.execute(Q.set_stamp, {"id": memory.id, "stamp": memory.stamp, "sent": sent})


def note_sent(connection: Connection, id: str, sent: int) -> None:
    """This machine's own ref has a memory, or that it was forgotten."""
    connection.execute(Q.note_sent, {"id": id, "sent": sent})


def has_words_left(connection: Connection) -> bool:
    """Whether this machine's own ref still has words of a memory that was forgotten."""
    return bool(connection.execute(Q.words_left).fetchone()[0])


def begin_anew(connection: Connection) -> None:
    """This machine's own ref has nothing yet."""
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
    """Let a person decide on them; returns their ids."""
    rows = [dict(row) for row in connection.execute(Q.rivals).fetchall()]
    connection.executemany(Q.contradict, rows)
    connection.executemany(Q.dispute, rows)
    return {row[side] for row in rows for side in ("one", "other")}


def conflicts(connection: Connection) -> list[dict[str, str]]:
    """The newest conflicts."""
    return [dict(row) for row in connection.execute(Q.conflicts, {"limit": MOST_CONFLICTS}).fetchall()]
