"""Writer of the audit log: a record is added in the transaction that it describes; old ones rotate into files."""

import hashlib
import json
import os
import threading
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields
from datetime import datetime, timedelta
from enum import StrEnum
from functools import lru_cache
from pathlib import Path
from typing import Any

from scrubjay.errors import StorageError
from scrubjay.model.clock import Clock, iso
from scrubjay.model.pattern import OWN_ID, pattern
from scrubjay.privacy.secrets.masking import mask
from scrubjay.storage.database import Database
from scrubjay.storage.driver import Connection, Row, load

Q = load(__package__)

ROTATE_AT = 10_000
"""Records in the database, at most about 1 KB each, before the older half rotates into a file."""

LONGEST = 200
"""Characters of a value in a record; content is never recorded."""


class AuditEvent(StrEnum):
    """The recorded events."""

    MEMORY_WRITE = "MEMORY_WRITE"
    REVIEW = "REVIEW"
    DECISION = "DECISION"
    FORGET = "FORGET"
    EXPORT = "EXPORT"
    IMPORT = "IMPORT"
    CROSS_SCOPE_READ = "CROSS_SCOPE_READ"
    CROSS_AGENT_READ = "CROSS_AGENT_READ"
    PERMISSION_DENIED = "PERMISSION_DENIED"
    AGENT_AUTH = "AGENT_AUTH"
    POOL_OPERATION = "POOL_OPERATION"
    HANDOFF = "HANDOFF"
    CONFIG_REFUSED = "CONFIG_REFUSED"
    ACT = "ACT"


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditRecord:
    """One record. `hash` covers all other fields, `previous` is the hash of the record before."""

    sequence: int
    at: str
    event: str
    actor: str
    resource: str
    action: str
    outcome: str
    metadata: dict[str, Any]
    previous: str
    hash: str = ""

    def as_object(self) -> dict[str, Any]:
        """The record for JSON. `asdict` would copy the metadata value by value."""
        return {name: getattr(self, name) for name in _FIELDS}

    def digest(self) -> str:
        """The hash that this record must have."""
        content = {name: getattr(self, name) for name in _HASHED}
        return hashlib.sha256(json.dumps(content, sort_keys=True, ensure_ascii=False).encode()).hexdigest()


_OWN_ID = pattern(OWN_ID)
_FIELDS = tuple(field.name for field in fields(AuditRecord))
_HASHED = tuple(name for name in _FIELDS if name != "hash")


class AuditWriter:
    """Appends records to the hash chain of the given connection's database. `folder` takes the rotated files."""

    def __init__(self, folder: Path, *, rotate_at: int = ROTATE_AT) -> None:
        self.folder = folder
        self._rotate_at = max(2, rotate_at)

    def add(
        self, connection: Connection, now: str, event: AuditEvent, actor: str, resource: str, action: str, outcome: str,
        metadata: Mapping[str, object] | None = None,
    ) -> int:  # fmt: skip
        """Append one record inside the caller's write transaction; returns its sequence number. Values are masked."""
        ends = connection.execute(Q.ends).fetchone()
        details = {name: _short_value(value) for name, value in sorted((metadata or {}).items())[:20]}
        record = AuditRecord(
            sequence=ends["last"] + 1,
            at=now,
            event=event,
            actor=_text(actor),
            resource=_text(resource),
            action=_text(action),
            outcome=_text(outcome),
            metadata=details,
            previous=ends["hash"],
        )
        digest = record.digest()
        row = {name: getattr(record, name) for name in _HASHED}
        row |= {"hash": digest, "metadata": json.dumps(details, sort_keys=True, ensure_ascii=False)}
        connection.execute(Q.add, row)
        connection.execute(Q.move_end, {"last": record.sequence, "hash": digest})
        if record.sequence - ends["first"] + 1 >= self._rotate_at:
            self._rotate(connection, ends["first"])
        return record.sequence

    def newest(
        self, connection: Connection, limit: int, resource: str = "", event: str = ""
    ) -> tuple[AuditRecord, ...]:
        """The newest records in the database first, optionally of one resource or one event."""
        params = {"limit": max(0, min(limit, ROTATE_AT)), "resource": resource, "event": event}
        rows = connection.execute(Q.newest_of if resource else Q.newest_event if event else Q.newest, params)
        return tuple(record_of(row) for row in rows)

    def _rotate(self, connection: Connection, first: int) -> None:
        """Write the older half to a file, then delete its rows.

        A crash between the two leaves the rows, and the next rotation writes the same file again.
        """
        rows = connection.execute(Q.records, {"from": first, "limit": self._rotate_at // 2}).fetchall()
        moved = [record_of(row) for row in rows]
        text = "".join(f"{json.dumps(record.as_object(), sort_keys=True, ensure_ascii=False)}\n" for record in moved)
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        target = self.folder / f"{first:012}.jsonl"
        fresh = target.with_suffix(".new")
        descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "wb") as stream:
            stream.write(text.encode())
            stream.flush()
            os.fsync(stream.fileno())
        fresh.replace(target)
        last = moved[-1]
        connection.execute(Q.drop_until, {"last": last.sequence})
        connection.execute(Q.move_start, {"first": last.sequence + 1, "carried": last.hash})


def record_of(row: Row) -> AuditRecord:
    """The record of a row."""
    return AuditRecord(
        sequence=row["sequence"],
        at=row["at"],
        event=row["event"],
        actor=row["actor"],
        resource=row["resource"],
        action=row["action"],
        outcome=row["outcome"],
        metadata=json.loads(row["metadata"]),
        previous=row["previous"],
        hash=row["hash"],
    )


@lru_cache(maxsize=256)
def _text(value: str) -> str:
    """A short text without secrets; records repeat their actors, actions and sessions. An id of ours is none."""
    if _OWN_ID.fullmatch(value):
        return value
    return mask(value[:LONGEST].encode("utf-8", "replace").decode("utf-8")).text[:LONGEST]


def _short_value(value: object) -> object:
    """A value for a record: a text is masked and cut, others are as they are."""
    return value if isinstance(value, bool | int) or value is None else _text(str(value))


BATCH_PERIOD = timedelta(minutes=1)
"""Length of a batch. The first read is recorded at once; a killed process loses the reads since the last record."""

DIGITS = 12
MAX_NAMED = 15
"""Ids in one record; its count covers all."""


class CrossScopeReads:
    """Records in the user's database which user memories a project's worktree was shown. Thread-safe."""

    def __init__(self, user: Callable[[], Database], clock: Clock, project: str, reader: str) -> None:
        self._user = user
        self._clock = clock
        self._project = project
        self._reader = reader
        self._lock = threading.Lock()
        self._seen: dict[str, None] = {}
        self._reads = 0
        self._recorded: datetime | None = None
        self.noted = 0
        """How often something was noted: what shows user memories again must note them again."""

    def note(self, ids: Iterable[str]) -> None:
        """Note reads of user memories. Never raises: what can't be recorded now is recorded with the next batch."""
        with self._lock:
            self._seen |= dict.fromkeys(ids)
            self._reads += 1
            self.noted += 1
            due = self._recorded is None or abs(self._clock() - self._recorded) >= BATCH_PERIOD
        if due:
            self.flush()

    def flush(self) -> None:
        """Record the current batch."""
        with self._lock:
            ids, reads = list(self._seen), self._reads
            self._seen, self._reads = {}, 0
        if not ids:
            return
        try:
            self._record(ids, reads)
        except StorageError:
            with self._lock:
                self._seen = dict.fromkeys([*ids, *self._seen])
                self._reads += reads

    def _record(self, ids: list[str], reads: int) -> None:
        database, now = self._user(), self._clock()
        metadata = {"memories": " ".join(id[:DIGITS] for id in ids[:MAX_NAMED]), "count": len(ids), "reads": reads}
        audit = AuditWriter(database.path.parent / "audit")
        database.write(
            lambda c: audit.add(
                c,
                iso(now),
                AuditEvent.CROSS_SCOPE_READ,
                self._reader,
                self._project,
                "read from a project",
                "shown",
                metadata,
            )
        )
        self._recorded = now
