"""How are memories rolled back? To a named moment; what came later is marked as such, never lost."""

from dataclasses import dataclass

from scrubjay.errors import LimitExceeded, NotFound, UsageError
from scrubjay.identity.audit import AuditEvent
from scrubjay.memory.store.request import cleaned
from scrubjay.memory.store.rows import Q, believe
from scrubjay.memory.store.writing import WriteContext, read
from scrubjay.model.memory import MemoryStatus
from scrubjay.privacy.secrets.masking import find_secrets
from scrubjay.storage.driver import Connection

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
    """Note where the memories stand now. Raises UsageError for a name that is taken or none, LimitExceeded."""
    name = cleaned(name)
    if not name or len(name) > LONGEST_NAME or "\n" in name:
        raise UsageError(f"Give the checkpoint a name of at most {LONGEST_NAME} characters, in one line.")
    if find_secrets(name):
        raise UsageError("The name holds a secret. Choose another one.")
    if connection.execute(Q.checkpoint, {"name": name}).fetchone():
        raise UsageError(f"There is a checkpoint {name!r} already. Choose another name.")
    params = {"name": name, "at": place.now, "actor": actor, "most": MOST}
    if connection.execute(Q.add_checkpoint, params).fetchone() is None:
        raise LimitExceeded(f"There are {MOST:,} checkpoints already.")
    place.audit.add(connection, place.now, AuditEvent.MEMORY_WRITE, actor, name, "checkpoint", "created")


def keep_newest(connection: Connection, prefix: str, kept: int) -> None:
    """Of the checkpoints whose names begin so only the newest few stay."""
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
