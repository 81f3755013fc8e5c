"""Undo of decisions on memories: the last ten, or all since a named moment; nothing is lost."""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from scrubjay.errors import LimitExceeded, NotFound, UsageError, VersionConflict
from scrubjay.identity.audit import AuditEvent, AuditRecord
from scrubjay.memory.store.limits import allow
from scrubjay.memory.store.request import cleaned
from scrubjay.memory.store.rows import Q, believe
from scrubjay.memory.store.writing import WriteContext, read
from scrubjay.model.frozen import dataclass
from scrubjay.model.memory import MemoryStatus
from scrubjay.privacy.secrets.masking import find_secrets
from scrubjay.storage.driver import Connection, Row

KEPT = 10
"""Decisions of one actor that can be taken back."""

LOOKED_AT = 1_000
"""Records of decisions that are looked through for them."""

UNDO = "undo"


@dataclass(frozen=True, slots=True)
class UndoStep:
    """A decision that can be, or was, taken back: what it was, the memories that it changed, and when.

    `mark` tells it from every other decision of any scope.
    """

    action: str
    ids: tuple[str, ...]
    decided_at: str = ""
    mark: str = ""


@contextmanager
def step(connection: Connection, place: WriteContext, actor: str, action: str) -> Iterator[None]:
    """Make what is written in the block one decision, to be taken back at once. Runs inside a write transaction."""
    before = _newest_rows(connection)
    yield
    after = _newest_rows(connection)
    if after != before:
        place.audit.add(
            connection, place.now, AuditEvent.DECISION, actor, "", action, "done", _row_ranges(before, after)
        )


def last_step(connection: Connection, place: WriteContext, actor: str) -> AuditRecord | None:
    """The newest decision of an actor that is not taken back, among the last ten."""
    records = place.audit.newest(connection, LOOKED_AT, event=AuditEvent.DECISION)
    undone = {record.resource for record in records if record.action == UNDO}
    steps = [record for record in records if record.action != UNDO and record.actor == actor][:KEPT]
    return next((record for record in steps if str(record.sequence) not in undone), None)


def decision(connection: Connection, place: WriteContext, actor: str) -> UndoStep:
    """The last decision of an actor. Raises NotFound."""
    record = _last_decision(connection, place, actor)
    ids = tuple(row["id"] for row in _touched_beliefs(connection, place, record))
    return UndoStep(record.action, ids, record.at, record.hash)


def undo(connection: Connection, place: WriteContext, actor: str, expected: str = "") -> UndoStep:
    """Undo an actor's last decision: rows, anchors and what was ended stand as before it.

    What the decision wrote anew is withdrawn. Raises NotFound, and VersionConflict where somebody changed it since, or
    where it isn't the decision of the mark `expected`.
    """
    before, record = _newest_rows(connection), _last_decision(connection, place, actor)
    if expected and record.hash != expected:
        raise VersionConflict(f"Your last decision is another one by now: {record.action}. Nothing was undone.")
    rows = {**record.metadata, "project": place.owner}
    touched = _touched_beliefs(connection, place, record)
    if changed := [row["id"] for row in touched if row["later"]]:
        raise VersionConflict(f"Memory {changed[0][:12]} was changed since that {record.action}. Nothing was undone.")
    for row in touched:
        number = {"number": row["number"]}
        if row["number"] > rows["memory_after"]:
            connection.execute(Q.drop_anchors, number)
            connection.execute(Q.drop_replacements, number)
            believe(connection, row["number"], place.now, actor, status=MemoryStatus.RETRACTED, reason="undone")
            continue
        then = connection.execute(Q.belief, {"id": row["then_id"]}).fetchone()
        state = {name: then[name] for name in ("status", "reason", "valid_from", "valid_until")}
        connection.execute(Q.drop_evidence_between, {**number, **rows})
        allow(connection, read(connection, row["number"]).content)
        believe(connection, row["number"], place.now, actor, **state)
        place.audit.add(
            connection, place.now, AuditEvent.REVIEW, actor, row["id"], f"{UNDO} {record.action}", state["status"]
        )
    written = _row_ranges(before, _newest_rows(connection))
    place.audit.add(connection, place.now, AuditEvent.DECISION, actor, str(record.sequence), UNDO, "done", written)
    return UndoStep(record.action, tuple(row["id"] for row in touched), record.at, record.hash)


def _last_decision(connection: Connection, place: WriteContext, actor: str) -> AuditRecord:
    record = last_step(connection, place, actor)
    if record is None:
        raise NotFound(f"There is no decision to take back: the last {KEPT} of yours are kept.")
    return record


def _touched_beliefs(connection: Connection, place: WriteContext, record: AuditRecord) -> list[Row]:
    rows = {**record.metadata, "project": place.owner, "void": json.dumps(_void(connection, place))}
    return list(connection.execute(Q.believed_between, rows).fetchall())


def _void(connection: Connection, place: WriteContext) -> list[tuple[int, int]]:
    """The ranges of beliefs (after one row, until another) of decisions taken back, and of taking them back."""
    records = place.audit.newest(connection, LOOKED_AT, event=AuditEvent.DECISION)
    undone = {record.resource for record in records if record.action == UNDO}
    void = [record.metadata for record in records if record.action == UNDO or str(record.sequence) in undone]
    return [(rows["belief_after"], rows["belief_until"]) for rows in void if "belief_until" in rows]


def _row_ranges(before: Mapping[str, int], after: Mapping[str, int]) -> dict[str, int]:
    """The newest rows before something was written, and after it, as an audit record keeps them."""
    return {f"{name}_after": before[name] for name in before} | {f"{name}_until": after[name] for name in after}


def _newest_rows(connection: Connection) -> dict[str, int]:
    return dict(connection.execute(Q.ends).fetchone())


MOST = 1_000
LONGEST_NAME = 100


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """A moment by its name. `later` counts the changes that came after it."""

    name: str
    created_at: str
    actor: str
    later: int


def create(connection: Connection, place: WriteContext, name: str, actor: str) -> None:
    """Create a checkpoint of where the memories stand now. Raises UsageError for its name, LimitExceeded."""
    name = cleaned(name)
    if not name or len(name) > LONGEST_NAME or "\n" in name:
        raise UsageError(f"Give the checkpoint a name of at most {LONGEST_NAME} characters, in one line.")
    if find_secrets(name):
        raise UsageError("The checkpoint's name holds a secret. Choose another one.")
    if connection.execute(Q.checkpoint, {"name": name}).fetchone():
        raise UsageError(f"There is a checkpoint {name!r} already. Choose another name.")
    params = {"name": name, "at": place.now, "actor": actor, "most": MOST}
    if connection.execute(Q.add_checkpoint, params).fetchone() is None:
        raise LimitExceeded(f"There are {MOST:,} checkpoints already, the most that are kept.")
    place.audit.add(connection, place.now, AuditEvent.MEMORY_WRITE, actor, name, "checkpoint", "created")


def keep_newest(connection: Connection, prefix: str, kept: int) -> None:
    """Delete all but the newest few of the checkpoints whose names begin with a prefix."""
    connection.execute(Q.drop_old_checkpoints, {"prefix": prefix, "kept": kept})


def list_checkpoints(connection: Connection) -> tuple[Checkpoint, ...]:
    """Every checkpoint, newest first."""
    rows = connection.execute(Q.checkpoints)
    return tuple(Checkpoint(row["name"], row["at"], row["actor"], row["later"]) for row in rows)


def restore(connection: Connection, place: WriteContext, name: str, actor: str) -> tuple[int, int]:
    """Restore all memories to a checkpoint; returns how many memories changed back and were withdrawn.

    What was written later is withdrawn with that reason and can come back by a restore of a later checkpoint.
    A forgotten memory stays forgotten. Raises NotFound.
    """
    checkpoint = connection.execute(Q.checkpoint, {"name": name}).fetchone()
    if checkpoint is None:
        raise NotFound(f"There is no checkpoint {name[:40]!r}. `scrubjay checkpoint list` shows them.")
    changed = withdrawn = 0
    params = {"belief": checkpoint["belief"], "project": place.owner}
    for row in connection.execute(Q.changed_since, params).fetchall():
        memory = read(connection, row["number"])
        if memory.status is MemoryStatus.FORGOTTEN:
            continue
        if row["then_id"] is None:
            if memory.status is not MemoryStatus.RETRACTED:
                reason = f"written after the checkpoint {name}, which was restored"
                believe(connection, row["number"], place.now, actor, status=MemoryStatus.RETRACTED, reason=reason)
                withdrawn += 1
            continue
        then = connection.execute(Q.belief, {"id": row["then_id"]}).fetchone()
        names = ("status", "valid_from", "valid_until")
        state = {name: then[name] for name in names}
        believe(connection, row["number"], place.now, actor, **state, reason=f"restored from the checkpoint {name}")
        changed += 1
    place.audit.add(
        connection, place.now, AuditEvent.MEMORY_WRITE, actor, name, "restore", "restored",
        {"changed": changed, "withdrawn": withdrawn},
    )  # fmt: skip
    return changed, withdrawn
