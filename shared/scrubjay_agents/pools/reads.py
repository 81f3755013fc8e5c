"""Records which agents' memories an agent was shown; in batches, so that reading stays cheap."""

import threading
from collections.abc import Collection
from contextlib import suppress
from datetime import datetime, timedelta

from scrubjay.errors import StorageError
from scrubjay.identity.audit import AuditEvent, AuditRecord
from scrubjay.model.agent import Caller
from scrubjay_agents.defence import QueryOutcome, Suspicion
from scrubjay_agents.pools.gate import PoolGate
from scrubjay_agents.pools.values import CrossAgentRead

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

    def note(self, caller: Caller, pool: str, ids: Collection[str], judged: Suspicion) -> None:
        """Note a read. Never raises: reading doesn't fail because the home can't be written."""
        signals = "" if judged.outcome is QueryOutcome.ANSWERED else str(judged)
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
        details: dict[str, object] = {"count": len(ids), "reads": reads, "permille": round(judged.score * 1000)}
        details |= {"signals": signals} if signals else {}
        event, outcome = AuditEvent.CROSS_AGENT_READ, judged.outcome
        with suppress(StorageError):
            self._gate.database.write(lambda c: self._gate.record(c, event, caller, pool, "query", outcome, **details))

    def newest(self, limit: int) -> tuple[CrossAgentRead, ...]:
        """The reads of all processes as far as they are recorded, the newest first."""
        return tuple(map(_read, self._gate.recorded(AuditEvent.CROSS_AGENT_READ, limit)))


def _read(record: AuditRecord) -> CrossAgentRead:
    told = record.metadata
    permille = told.get("permille")
    return CrossAgentRead(
        at=record.at,
        agent=record.actor,
        pool=record.resource,
        outcome=record.outcome,
        count=int(told.get("count", 0)),
        reads=int(told.get("reads", 1)),
        score=None if permille is None else permille / 1000,
        signals=str(told.get("signals", "")),
    )
