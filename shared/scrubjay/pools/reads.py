"""Records which agents' memories an agent was shown; in batches, so that reading stays cheap."""

import threading
from collections.abc import Collection
from contextlib import suppress
from datetime import datetime, timedelta

from scrubjay.audit import AuditEvent
from scrubjay.errors import StorageError
from scrubjay.model.agent import Caller
from scrubjay.pools.gate import PoolGate

BATCH = timedelta(minutes=1)
"""The first read of an agent in a pool is recorded at once, the others of a minute with the next one after it."""

MOST_HELD = 1_000
"""Batches that a process holds; the oldest goes."""


class CrossAgentReads:
    """The reads of this process. Thread-safe; a killed process loses those since its last record."""

    def __init__(self, gate: PoolGate) -> None:
        self._gate = gate
        self._lock = threading.Lock()
        self._recorded: dict[tuple[str, str], datetime] = {}
        self._reads: dict[tuple[str, str], int] = {}

    def note(self, caller: Caller, pool: str, ids: Collection[str], outcome: str, signals: str) -> None:
        """Note a read. Never raises: reading doesn't fail because the home can't be written."""
        key, now = (caller.agent, pool), self._gate.clock()
        with self._lock:
            reads = self._reads[key] = self._reads.get(key, 0) + 1
            last = self._recorded.get(key)
            if not signals and last is not None and abs(now - last) < BATCH:
                return
            self._recorded[key], self._reads[key] = now, 0
            while len(self._recorded) > MOST_HELD:
                oldest = next(iter(self._recorded))
                self._recorded.pop(oldest), self._reads.pop(oldest, None)
        details = {"count": len(ids), "reads": reads} | ({"signals": signals} if signals else {})
        with suppress(StorageError):
            self._gate.database.write(
                lambda c: self._gate.record(c, AuditEvent.CROSS_AGENT_READ, caller, pool, "query", outcome, **details)
            )
