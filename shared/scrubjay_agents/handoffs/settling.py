"""Changes of handoffs by the passing of time alone, written within the transaction that reads them."""

from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from typing import TypeVar

from scrubjay.errors import StorageBusy, StorageError
from scrubjay.model.clock import Clock, system_clock
from scrubjay.session.tasks.points import last_report
from scrubjay.storage.database import Database
from scrubjay.storage.driver import Connection, load
from scrubjay_agents.handoffs.handoff import Handoff, HandoffState, Lease, due_state
from scrubjay_agents.handoffs.passing import Now, Reading, Running, steady_moment
from scrubjay_agents.handoffs.rows import handoff_from, lease_from, note_from

UPTIME = Path("/proc/uptime")
BOOT = Path("/proc/sys/kernel/random/boot_id")


def machine_uptime(clock: Clock) -> Running:
    """The machine's boot id and uptime, where the clock is the system's; another clock's own `machine_uptime`."""
    if clock is not system_clock:
        return getattr(clock, "running", Running())
    try:
        return Running(_boot_id(), int(float(UPTIME.read_text(encoding="ascii").split()[0])))
    except (OSError, ValueError, IndexError):
        return Running()


@cache
def _boot_id() -> str:
    """The id of the machine's present start."""
    return BOOT.read_text(encoding="ascii").strip()


Q = load(__package__)

ENDED = "SessionEnd"
"""The event with which a client's hook reports the end of a session."""

BATCH = 1_000
"""Handoffs of each state that one call settles at most."""

AT_ONCE = 50
"""Handoffs that one transaction settles, so that other writers wait for a moment only."""

AHEAD = timedelta(minutes=-1)
"""How far ahead of this process' clock a sign of life may be; one further ahead is of a wrong clock."""

PATIENCE = 6
"""Times that a write waits for other writers, 5 s each: SQLite lets them in without an order, and many may come."""

T = TypeVar("T")

Grown = Callable[[str], datetime | None]
"""When a transcript grew last; None where there is none."""


def grown_at(transcript: str) -> datetime | None:
    """When a transcript file was last written; None where there is no file."""
    try:
        return datetime.fromtimestamp(int(Path(transcript).stat().st_mtime), UTC) if transcript else None
    except (OSError, ValueError, OverflowError):
        return None


def current_time(connection: Connection, clock: Clock) -> Now:
    """The present time, counted on from the time that was stored last."""
    return _moment(connection, Reading(clock(), machine_uptime(clock)))


def passing_time(connection: Connection, clock: Clock) -> Now:
    """The present time, which is stored as well; for use in a write transaction."""
    reading = Reading(clock(), machine_uptime(clock))
    now, machine = _moment(connection, reading), reading.running
    params = {"steady": now.steady, "wall": now.wall, "boot": machine.boot, "ticks": machine.seconds}
    connection.execute(Q.keep_time, params)
    return now


def _moment(connection: Connection, reading: Reading) -> Now:
    """The time of a reading, counted on from the time that was stored last."""
    row = connection.execute(Q.time).fetchone()
    wall = datetime.fromisoformat(row["wall"]) if row["wall"] else None
    last = None if wall is None else Reading(wall, Running(row["boot"], row["ticks"]))
    return steady_moment(row["highest"], last, reading)


def read_one(connection: Connection, id: str) -> Handoff | None:
    """A handoff with its last lease and its notes."""
    row = connection.execute(Q.handoff, {"id": id}).fetchone()
    if row is None:
        return None
    leases = [lease_from(lease) for lease in connection.execute(Q.leases, {"id": id})] if row["lease"] else []
    notes = [note_from(note) for note in connection.execute(Q.notes, {"id": id})] if leases else []
    return handoff_from(row, next((one for one in leases if one.number == row["lease"]), None), notes)


def settled_handoff(connection: Connection, id: str, now: Now, grown: Grown) -> Handoff | None:
    """A handoff in its present state, after expired leases gave it back and overdue ones expired."""
    handoff = read_one(connection, id)
    while handoff is not None and (state := _due(connection, handoff, now, grown)) is not None:
        move(connection, handoff, state, now.wall)
        handoff = read_one(connection, id)
    return handoff


def due_ids(connection: Connection, now: Now, grown: Grown) -> tuple[str, ...]:
    """The handoffs of which time has decided something that isn't written down; reads only."""
    overdue = [row["id"] for row in connection.execute(Q.overdue, {"now": now.steady, "limit": BATCH}).fetchall()]
    taken = [row["id"] for row in connection.execute(Q.taken, {"limit": BATCH}).fetchall()]
    return tuple(overdue + [id for id in taken if _is_due(connection, id, now, grown)])


def settle(database: Database, clock: Clock, grown: Grown) -> None:
    """Write down what time has decided: it is looked for without the lock of a write, and mostly nothing is found.

    Where the disk can't be written, whoever takes a handoff decides again.
    """
    ids = database.read(lambda c: due_ids(c, current_time(c, clock), grown))

    def write(connection: Connection, some: tuple[str, ...]) -> None:
        now = passing_time(connection, clock)
        for id in some:
            settled_handoff(connection, id, now, grown)

    with suppress(StorageError):
        for start in range(0, len(ids), AT_ONCE):
            some = ids[start : start + AT_ONCE]
            patient_write(database, lambda c, some=some: write(c, some))  # type: ignore[misc]


def patient_write(database: Database, work: Callable[[Connection], T]) -> T:
    """Run a write transaction, however many others write at the same time. Raises StorageError."""
    for _ in range(PATIENCE - 1):
        with suppress(StorageBusy):  # it never began, so nothing of it was done
            return database.write(work)
    return database.write(work)


def move(
    connection: Connection, handoff: Handoff, state: HandoffState, now: str, *, reason: str = "", taken: int = 0
) -> bool:
    """Put a handoff into another state; False where it isn't as it was read any more."""
    params = {
        "id": handoff.id, "state": handoff.state, "lease": handoff.number, "new": state, "now": now,
        "reason": reason or handoff.reason, "taken": taken,
    }  # fmt: skip
    return bool(connection.execute(Q.move, params).rowcount)


def _is_due(connection: Connection, id: str, now: Now, grown: Grown) -> bool:
    """Whether time has changed a handoff's state in a way that isn't stored yet."""
    handoff = read_one(connection, id)
    return handoff is not None and _due(connection, handoff, now, grown) is not None


def _due(connection: Connection, handoff: Handoff, now: Now, grown: Grown) -> HandoffState | None:
    """The state that time puts a handoff into; None where it stays as it is."""
    silent = None
    if handoff.state is HandoffState.ACCEPTED and handoff.lease is not None:
        silent = _silent_time(connection, handoff.lease, now, grown)
    return due_state(handoff.state, expired=now.steady >= handoff.expires_at, silent=silent)


def _silent_time(connection: Connection, lease: Lease, now: Now, grown: Grown) -> timedelta | None:
    """The time that a taker has been silent, by its calls, hooks or transcript; None if its session ended."""
    silent = datetime.fromisoformat(now.steady) - datetime.fromisoformat(lease.renewed_at)
    report = last_report(connection, lease.session)
    if report is None:
        return silent
    wall = datetime.fromisoformat(now.wall)
    reported = wall - datetime.fromisoformat(report.at)
    if report.event == ENDED and reported <= silent:
        return None
    growth = grown(report.transcript)
    signs = [reported, *([wall - growth] if growth is not None else [])]
    return min([silent, *(sign for sign in signs if sign >= AHEAD)])


def renew(connection: Connection, session: str, now: str) -> None:
    """Renew every lease of a session, within a transaction."""
    for row in connection.execute(Q.held_by, {"session": session}).fetchall():
        connection.execute(Q.renew, {"id": row["id"], "lease": row["lease"], "now": now})
