"""Answers what an agent asks a pool: the newest of it, or what fits a question, as the reader's worktree sees it."""

import json
import threading
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, NamedTuple

from scrubjay.errors import NotAllowed, StorageError
from scrubjay.identity.audit import AuditEvent, AuditRecord
from scrubjay.knowledge.documents.documents import Documents
from scrubjay.memory.freshness.graded import NOTHING
from scrubjay.memory.freshness.grades import Grades
from scrubjay.memory.listing.filters import ListedMemory
from scrubjay.memory.store.reader import MemoryReader
from scrubjay.memory.store.visibility import WorktreeBranches
from scrubjay.model.agent import AgentType, Caller, Capability
from scrubjay.model.frozen import replace
from scrubjay.model.memory import Memory, MemoryStatus
from scrubjay.model.pool import MemoryPool, PoolPermission, PoolScope, PoolView
from scrubjay.model.view import View
from scrubjay.privacy.secrets.masking import mask
from scrubjay.search.recall.answer import RecallRequest
from scrubjay.storage.driver import Row
from scrubjay_agents.pools.gate import PoolGate, Q, shown_up_to
from scrubjay_agents.pools.sharing import CrossAgentRead, PoolAnswer, SharedMemory
from scrubjay_agents.query_forms import Signal, signals_of
from scrubjay_agents.suspicion import MOST, QueryOutcome, SessionWindows, Suspicion, suspicion

if TYPE_CHECKING:
    from scrubjay.wiring.workspace import Workspace

BATCH = timedelta(minutes=1)
"""The first read of an agent in a pool is recorded at once, the others of a minute with the next one after it."""

MOST_HELD = 1_000
"""Batches that a process holds; the oldest goes."""


class CrossAgentReads:
    """Notes which agents were shown others' memories. Thread-safe; a killed process loses its last notes."""

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
        return tuple(map(_cross_agent_read, self._gate.recorded(AuditEvent.CROSS_AGENT_READ, limit)))


def _cross_agent_read(record: AuditRecord) -> CrossAgentRead:
    """The read that an audit record tells of."""
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


LARGEST_PAGE = 1_000
"""References that are read at once; the first page has as many as are asked for, each further one twice as many."""

NEWEST = 1 << 62

MOST_TOLD = 10_000
"""Memories of a pool whose changes are told."""


class SharedBy(NamedTuple):
    """One reference to a memory: its number, which grows, its scope's, and the agent and session that shared it."""

    number: int
    reach: int
    agent: str
    session: str


REFUSED = (
    "The pool doesn't answer that: the query {signals}. The attempt was recorded. Ask about one topic in its own words."
)
CUT = (
    "cut to {most} different memories in ten minutes, because this query or others of them look like taking the pool "
    "out: {signals}"
)


class PoolQueries:
    """Answers from the pools of one project.

    `hidden` are ids that a commit hides: fewer rows are read for nothing. `windows` are what sessions asked lately.
    """

    def __init__(
        self, pool_gate: PoolGate, memories: MemoryReader, grades: Grades, documents: Documents,
        branches: WorktreeBranches, session_windows: SessionWindows, services: "Workspace",
    ) -> None:  # fmt: skip
        self._gate = pool_gate
        self._memories = memories
        self._grades = grades
        self._services = services
        self._documents = documents
        self._branches = branches
        self._reads = CrossAgentReads(pool_gate)
        self._windows = session_windows

    def query(self, caller: Caller, called: str, query: str = "", max_scope: str = "", limit: int = 10) -> PoolAnswer:
        """The memories that are shared in a pool at a scope or a narrower one; without a query the newest.

        Raises PermissionDenied, NotAllowed where it looks like taking the pool out, UsageError.
        """
        asked = PoolScope.of(max_scope) if max_scope.strip() else None
        with self._gate.guarded(caller, called, "query", Capability.MEMORY_READ):
            pool = self._gate.database.read(lambda c: self._gate.enter(c, caller, called, PoolPermission.READ))
            signals = signals_of(query)
            self._judged(caller, pool, signals, self._windows.earlier(caller.session, self._gate.clock()))
            shown = PoolView(pool.number, int(shown_up_to(pool, asked)), caller.agent)
            view = self._documents.view()
            most = max(0, min(limit, MOST))
            found = self._fitting(query, shown, view, most) if query.strip() else self._newest_shared(shown, view, most)
            return self._limited_answer(caller, pool, view, query, signals, found)

    def shared(self, caller: Caller, called: str) -> dict[str, tuple[SharedBy, ...]]:
        """Who shares which memory in a pool, as far as the reader may see it; the newest ten thousand, without a text.

        Nothing is recorded, as nothing is read but ids. Raises PermissionDenied, UsageError.
        """
        caller.require(Capability.MEMORY_READ)
        pool = self._gate.database.read(lambda c: self._gate.enter(c, caller, called, PoolPermission.READ))
        return self._shared_by(PoolView(pool.number, int(pool.scope), caller.agent))

    def _shared_by(self, shown: PoolView) -> dict[str, tuple[SharedBy, ...]]:
        """Who shares which memory of a pool, by its id, the newest first."""
        found: dict[str, tuple[SharedBy, ...]] = {}
        for page in self._pages(shown, self._documents.view(), LARGEST_PAGE):
            for row in page:
                by = SharedBy(row["number"], row["scope"], row["agent"], row["session"])
                found[row["id"]] = (*found.get(row["id"], ()), by)
            if len(found) >= MOST_TOLD:
                break
        here = {key.id for key in self._memories.keys(status=MemoryStatus.ACTIVE, among=found)}
        return {id: by for id, by in found.items() if id in here}

    def _limited_answer(
        self, caller: Caller, pool: MemoryPool, view: View, query: str, signals: frozenset[Signal],
        found: Sequence[SharedMemory],
    ) -> PoolAnswer:  # fmt: skip
        """The answer of a pool, cut short where the session's queries look like copying the pool."""
        now, authors = self._gate.clock(), {shared.agent for shared in found}
        judged = self._judged(caller, pool, signals, self._windows.add(caller.session, query, now, signals, authors))
        cut = judged.outcome is QueryOutcome.CUT
        ids = [shared.listed.memory.id for shared in found]
        allowed = self._windows.cut(caller.session, ids, judged.most, now) if cut else frozenset(ids)
        memories = tuple(shared for shared in found if shared.listed.memory.id in allowed)[: judged.most]
        others = [shared.listed.memory.id for shared in memories if shared.agent != caller.agent]
        if others or cut:
            self._reads.note(caller, pool.id, others, judged)
        return PoolAnswer(pool, view, memories, CUT.format(most=judged.most, signals=judged) if cut else "")

    def reads(self, limit: int) -> tuple[CrossAgentRead, ...]:
        """Which agents were shown others' memories lately, and how much that looked like taking pools out."""
        return self._reads.newest(limit)

    def _judged(
        self, caller: Caller, pool: MemoryPool, signals: frozenset[Signal], earlier: Sequence[Signal]
    ) -> Suspicion:
        """How much a query looks like copying a whole pool; a person's never does. Raises NotAllowed."""
        if caller.type is AgentType.HUMAN:
            return suspicion(())
        judged = suspicion(signals, earlier)
        if judged.outcome is QueryOutcome.REFUSED:
            self._windows.add(caller.session, "", self._gate.clock(), signals)
            self._reads.note(caller, pool.id, (), judged)
            raise NotAllowed(REFUSED.format(signals=judged))
        return judged

    def _newest_shared(self, shown: PoolView, view: View, most: int) -> tuple[SharedMemory, ...]:
        """The newest memories of a pool that the reader may see."""
        found: dict[str, SharedMemory] = {}
        for page in self._pages(shown, view, most):
            for shared in self._visible(page, view):
                found.setdefault(shared.listed.memory.id, shared)
            if len(found) >= most:
                break
        return tuple(found.values())[:most]

    def _pages(self, shown: PoolView, view: View, most: int) -> Iterator[list[Row]]:
        """The rows of a pool, the newest first, in pages that grow."""
        params = {
            "pool": shown.pool, "most": shown.most, "agent": shown.agent, "at": self._gate.now(),
            "hidden": json.dumps(sorted(self._branches.at(view.commit).hidden)),
        }  # fmt: skip
        below, limit = NEWEST, most
        while rows := self._page(params | {"below": below, "limit": limit}):
            yield rows
            below, limit = rows[-1]["number"], min(limit * 2, LARGEST_PAGE)

    def _page(self, params: Mapping[str, object]) -> list[Row]:
        """One page of a pool's rows."""
        return self._gate.database.read(lambda c: c.execute(Q.listed, params).fetchall())

    def _fitting(self, query: str, shown: PoolView, view: View, most: int) -> tuple[SharedMemory, ...]:
        """The memories of a pool that fit a query, best first."""
        request = RecallRequest(query=query, kinds=("memory",), limit=max(1, most), shared=shown, trimmed=True)
        ids = [hit.id for hit in self._services.recall.search(request).memories]
        params = {"pool": shown.pool, "most": shown.most, "agent": shown.agent, "ids": json.dumps(list(ids))}
        rows = self._gate.database.read(lambda c: c.execute(Q.of_memories, params).fetchall())
        by_id = {shared.listed.memory.id: shared for shared in self._visible(rows, view)}
        return tuple(by_id[id] for id in ids if id in by_id)[:most]

    def _visible(self, rows: Sequence[Row], view: View) -> list[SharedMemory]:
        """The references whose memory the reader may see, by what every list and search of memories asks."""
        memories = self._memories.of_ids({row["id"] for row in rows}, view.commit)
        holding = {id: memory for id, memory in memories.items() if memory.status in _SHOWN}
        grades = self._grades.of(list(holding), view)
        return [
            SharedMemory(
                ListedMemory(memory=_masked(holding[row["id"]]), graded=grades.get(row["id"], NOTHING)),
                PoolScope(row["scope"]), row["agent"], row["shared_at"],
            )
            for row in rows
            if row["id"] in holding
        ]  # fmt: skip


_SHOWN = (MemoryStatus.ACTIVE, MemoryStatus.FADED)


def _masked(memory: Memory) -> Memory:
    """The memory without secrets, by today's rules: those of the day it was written may have known fewer."""
    return replace(memory, content=mask(memory.content).text, quote=mask(memory.quote).text)
