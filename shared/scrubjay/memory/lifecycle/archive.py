"""Operations on all memories at once, for the command line: export, import, checkpoints, the audit."""

import hashlib
import os
import secrets
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

from scrubjay.errors import DiskFailed, StorageForbidden
from scrubjay.identity.audit import AuditEvent, AuditRecord, ChainReport, verify_chain
from scrubjay.identity.audit.chain import AuditChain
from scrubjay.memory.lifecycle import exchange
from scrubjay.memory.lifecycle.exchange import ExportFile
from scrubjay.memory.lifecycle.memories import Memories
from scrubjay.memory.lifecycle.merging import Arrivals, arrivals
from scrubjay.memory.lifecycle.undo import Checkpoint, create, list_checkpoints, restore
from scrubjay.memory.store.writing import WriteContext
from scrubjay.model.evidence import Origin
from scrubjay.storage.driver import Connection

SEAL_BYTES = 32


class MemoryArchive:
    """All memories of a project, or of the user. `home` holds the key that seals exports.

    `roots` are the root commits of the project's repository, by which its exports are known after it was forgotten.
    """

    def __init__(self, memories: Memories, home: Path, roots: Collection[str] = ()) -> None:
        self._memories = memories
        self._home = home
        self._roots = roots

    def count(self, scope: str) -> int:
        """How many memories a scope has, of every status."""
        return self._memories.reading(scope, lambda c, place: exchange.count(c, place.owner))

    def export(self, scope: str, actor: str) -> list[str]:
        """Every memory with its history, as JSON lines; recorded in the audit.

        Of a home that can't be written they come without a seal and without a record.
        """
        seal = self._seal_or_empty()
        lines = self._export_lines(scope, seal)
        try:
            self.note_export(scope, actor, len(lines) - 2)
        except (StorageForbidden, DiskFailed):
            if not seal:
                return lines
            return self._export_lines(scope, b"")
        return lines

    def _export_lines(self, scope: str, seal: bytes) -> list[str]:
        return self._memories.reading(
            scope, lambda c, place: list(exchange.export_lines(c, place, scope, seal, self._roots))
        )

    def note_export(self, scope: str, actor: str, memories: int) -> None:
        """Record in the audit that memories left. Raises StorageForbidden, DiskFailed."""
        self._memories.writing(
            scope,
            lambda c, place: place.audit.add(
                c, place.now, AuditEvent.EXPORT, actor, "", "export", "written", {"memories": memories}
            ),
        )

    def read(self, lines: Iterable[str], older: Mapping[int, exchange.OlderLine] = MappingProxyType({})) -> ExportFile:
        """Read an exported file of this or an `older` version, and whether this home sealed it. Raises UsageError."""
        return exchange.read_file(lines, self._seal(), older)

    def arrivals(self, scope: str, lines: list[dict[str, Any]]) -> tuple[Arrivals, list[dict[str, Any]]]:
        """How a file's memories compare with those here, and the ones that `take_back` would write."""
        return self._memories.reading(scope, lambda c, _: arrivals(c, lines))

    def take_back(
        self, scope: str, lines: list[dict[str, Any]], actor: str, *, sealed: bool, origin: Origin = Origin.PERSON
    ) -> Arrivals:
        """Write memories with their history as they were; returns how many are new, and how the others stand.

        Behind what holds in a file that isn't `sealed` stands `actor`, unless `origin` says that a script reads it.
        """
        return self._memories.writing(
            scope,
            lambda c, place: exchange.restore_memories(
                connection=c, place=place, scope=scope, lines=lines, actor=actor, sealed=sealed, origin=origin
            ),
        )

    def create_checkpoint(self, scope: str, name: str, actor: str) -> None:
        """Create a checkpoint of where the memories stand now. Raises UsageError, LimitExceeded."""
        self._memories.writing(scope, lambda c, place: create(c, place, name, actor))

    def checkpoints(self, scope: str) -> tuple[Checkpoint, ...]:
        """Every checkpoint, newest first."""
        return self._memories.reading(scope, lambda c, _: list_checkpoints(c))

    def restore(self, scope: str, name: str, actor: str) -> tuple[int, int]:
        """Roll the memories back; returns how many changed back and were withdrawn. Raises NotFound."""
        return self._memories.writing(scope, lambda c, place: restore(c, place, name, actor))

    def audit_chain(self, scope: str) -> "AuditChain":
        """The chain of audit records of a scope, for a caller that reads them."""
        folder = self._memories.reading(scope, lambda _, place: place.audit.folder)
        return AuditChain(lambda work: self._memories.reading(scope, lambda c, _: work(c)), folder)

    def verify_audit(self, scope: str) -> ChainReport:
        """Check the chain of audit records of a scope."""
        return self._memories.reading(scope, lambda c, place: verify_chain(c, place.audit.folder))

    def audit(self, scope: str, limit: int, resource: str = "") -> tuple[AuditRecord, ...]:
        """The newest audit records of a scope, or of one resource of it, the newest first."""
        return self._memories.reading(scope, lambda c, place: place.audit.newest(c, limit, resource))

    def note_refused(self, refused: Collection[str], worktree: str) -> bool:
        """Record what a repository's configuration was refused, once for each wording; True when it was new."""
        reasons = "; ".join(refused)
        mark = hashlib.sha256(reasons.encode("utf-8", "replace")).hexdigest()[:16]

        def known(connection: Connection, place: WriteContext) -> bool:
            last = place.audit.newest(connection, 1, event=AuditEvent.CONFIG_REFUSED)
            return bool(last) and last[0].metadata.get("mark") == mark

        def note(connection: Connection, place: WriteContext) -> bool:
            if known(connection, place):
                return False
            metadata = {"refused": reasons, "mark": mark}
            place.audit.add(
                connection, place.now, AuditEvent.CONFIG_REFUSED, worktree, "", "read settings", "refused", metadata
            )
            return True

        if not refused or self._memories.reading("project", known):
            return False
        return self._memories.writing("project", note)

    def _seal_or_empty(self) -> bytes:
        try:
            return self._seal()
        except OSError:
            return b""

    def _seal(self) -> bytes:
        """The key by which this home seals exports, made on first use. A seal proves the home alone."""
        file = self._home / "export.key"
        if file.is_file():
            return file.read_bytes()
        try:
            descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        except FileExistsError:
            return file.read_bytes()
        with os.fdopen(descriptor, "wb") as stream:
            stream.write(key := secrets.token_bytes(SEAL_BYTES))
        return key
