"""What does a handoff cost beside a bare fsynced transaction of the same row, and a look-up of an agent?

pytest tests/benchmarks/test_handoffs.py -m benchmark -s
"""

import statistics
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from uuid import uuid4

import pytest

from scrubjay.identity.agents.audit import AgentAudit
from scrubjay.identity.agents.callers import Callers, Rates
from scrubjay.identity.agents.calling import Calling
from scrubjay.identity.agents.registry import AgentRegistry
from scrubjay.model.agent import Capability
from scrubjay.model.clock import iso
from scrubjay.storage.database import Database
from scrubjay.storage.driver import Connection, connect
from scrubjay_agents.handoffs.handoff import CurrentState, HandoffContext, HandoffResult, Uncommitted
from scrubjay_agents.handoffs.passing import Changed
from scrubjay_agents.handoffs.rows import to_json
from scrubjay_agents.handoffs.settling import Q
from scrubjay_agents.handoffs.store import HandoffStore
from tests.benchmarks.figures import Size
from tests.fakes import MovingClock

pytestmark = pytest.mark.benchmark

TARGET = "any:codex"
CONTEXT = HandoffContext(
    task_description="Weigh parcels once: the second scale at the gate is to go, and what reads it.",
    current_state=CurrentState(completed=("measured",), next_steps=("drop the second scale", "tell the gate")),
    relevant_memories=tuple(uuid4().hex for _ in range(3)),
    relevant_files=("docs/guide.md", "scale.py"),
    branch="main",
    commit="a" * 40,
    uncommitted=(Uncommitted("scale.py", "b" * 40),),
    worktree="shop",
)


class Clocks:
    """Wall and CPU milliseconds of named acts."""

    def __init__(self) -> None:
        self.wall: dict[str, list[float]] = {}
        self.cpu: dict[str, list[float]] = {}

    @contextmanager
    def of(self, name: str) -> Iterator[None]:
        """Measure a block."""
        wall, cpu = time.perf_counter(), time.process_time()
        yield
        self.wall.setdefault(name, []).append((time.perf_counter() - wall) * 1000)
        self.cpu.setdefault(name, []).append((time.process_time() - cpu) * 1000)

    def told(self, name: str, base: str = "") -> str:
        """The medians of an act, and the median of its wall time's ratios to another one of the same round."""
        text = f"{statistics.median(self.wall[name]):.3f} ms, CPU {statistics.median(self.cpu[name]):.3f} ms"
        if not base:
            return text
        ratios = [one / other for one, other in zip(self.wall[name], self.wall[base], strict=True)]
        return f"{text}, {statistics.median(ratios):.2f} times"


def bare(file: Path, synchronous: str) -> Connection:
    """A connection as the product's own, but for how a commit reaches the disk."""
    connection = connect(file)
    for pragma in ("journal_mode = WAL", f"synchronous = {synchronous}", "foreign_keys = ON", "wal_autocheckpoint = 0"):
        connection.execute(f"PRAGMA {pragma}")
    return connection


ROW = {
    "target": "bare", "context": to_json(CONTEXT), "sender": "0" * 32, "sender_label": "codex", "sender_session": "s",
    "renews": "",
}  # fmt: skip


def insert(connection: Connection, now: str) -> None:
    """One transaction that writes the row of a handoff, and nothing else."""
    connection.execute("BEGIN IMMEDIATE")
    connection.execute(Q.add, ROW | {"id": uuid4().hex, "created_at": now, "expires_at": now})
    connection.execute("COMMIT")


@pytest.fixture
def callers(tmp_path: Path) -> Callable[[str], Calling]:
    """The callings of two clients."""
    return lambda client: Calling(client=client, session=f"s-{client}", process="p", worktree=str(tmp_path))


def test_a_handoff_costs_at_most_two_bare_transactions(
    tmp_path: Path, callers: Callable[[str], Calling], size: Size
) -> None:
    clock, project = MovingClock(), "0" * 32
    home = Database(tmp_path / "home.db", "home")
    home.write(lambda c: c.execute("INSERT INTO project (id, name, created_at) VALUES (?, 'shop', '')", (project,)))
    session = Database(tmp_path / "session.db", "session")
    audit = AgentAudit(session, clock)
    store = HandoffStore(session, clock, audit)
    known = Callers(AgentRegistry(home, clock), Rates(), clock, owner="ada", project=project)
    sender, taker = known.of(callers("claude-code")), known.of(callers("codex"))
    store.add(sender, TARGET, CONTEXT, timedelta(days=1))
    beside = tmp_path / "bare.db"  # the same schema on the same disk; its commits empty no cache of ours
    Database(beside, "session").open().close()
    clocks, full, normal = Clocks(), bare(beside, "FULL"), bare(beside, "NORMAL")
    for _ in range(size.of(400, 3)):
        clock.now += timedelta(seconds=1)
        now = iso(clock())
        with clocks.of("fsynced"):
            insert(full, now)
        with clocks.of("as ours"):
            insert(normal, now)
        with clocks.of("initiate"):
            left = store.add(sender, TARGET, CONTEXT, timedelta(days=1))
        with clocks.of("accept"):
            taken = store.accept(taker, left.id, (TARGET,))
        assert isinstance(taken, Changed)
        with clocks.of("complete"):
            done = store.complete(
                taker, left.id, HandoffResult(files_modified=("scale.py",), notes="One scale is left.")
            )
        assert isinstance(done, Changed)
        with clocks.of("look-up"):
            known.of(callers("codex"))
        with clocks.of("bound"):
            known.bind(callers("codex"), "", (Capability.MEMORY_WRITE,), "remember")
    full.close()
    normal.close()
    size.show("bare transaction", "the row of a handoff, synchronous FULL", clocks.told("fsynced"), "-")
    size.show("bare transaction", "the same, NORMAL as the product has it", clocks.told("as ours"), "-")
    for name in ("initiate", "accept", "complete"):
        size.show(f"handoff: {name}", "of the fsynced one of its round", clocks.told(name, "fsynced"), "2 times")
        size.show(f"handoff: {name}", "of the one as ours", clocks.told(name, "as ours"), "-")
    size.show("agent of a call", "two agents", clocks.told("look-up"), "CPU .5 ms")
    size.show("tool of the core", "is its agent bound?", clocks.told("bound"), "CPU .5 ms")
