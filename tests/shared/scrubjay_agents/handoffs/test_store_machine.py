"""Handoffs under any order of calls, by several processes, with a clock that also goes backwards and jumps."""

import tempfile
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, initialize, invariant, rule

from scrubjay.identity.agents.audit import AgentAudit
from scrubjay.model.agent import AgentType, Caller, default_capabilities
from scrubjay.storage.database import Database
from scrubjay_agents.handoffs.handoff import (
    GIVEN_BACK,
    LEASE,
    MOVES,
    Handoff,
    HandoffContext,
    HandoffResult,
    HandoffState,
)
from scrubjay_agents.handoffs.passing import Changed, KeptAsNote, Refused, Repeated, Running
from scrubjay_agents.handoffs.settling import read_one
from scrubjay_agents.handoffs.store import HandoffStore
from tests.fakes import MachineClock, MovingClock


def agent(type: AgentType, session: str) -> Caller:
    return Caller(
        agent=type.value.ljust(32, "0"),
        type=type,
        owner="ada",
        project="p",
        session=session,
        capabilities=default_capabilities(type),
    )


PERSON = agent(AgentType.HUMAN, "terminal")
AGENTS = (AgentType.CLAUDE_CODE, AgentType.CODEX)
callers = st.builds(lambda type, number: agent(type, f"{type}-{number}"), st.sampled_from(AGENTS), st.integers(1, 2))
targets = st.sampled_from(["any:codex", "any:claude_code", "branch:main"])


def stands_for(caller: Caller) -> tuple[str, ...]:
    return (caller.agent, f"any:{caller.type}", "branch:main")


class HandoffMachine(RuleBasedStateMachine):
    """Two stores over one file stand for two processes; each rule is a call of one of them."""

    ids: Bundle[Any] = Bundle("ids")

    @initialize()
    def begin(self) -> None:
        self.folder = tempfile.TemporaryDirectory()
        path = Path(self.folder.name) / "session.db"
        self.clock = MachineClock()
        self.databases = [Database(path, "session") for _ in range(2)]
        self.stores = [
            HandoffStore(database, self.clock, AgentAudit(database, self.clock), grown=lambda _: None)
            for database in self.databases
        ]
        self.made: set[str] = set()
        self.seen: dict[str, tuple[HandoffState, int]] = {}
        self.holders: dict[str, dict[int, str]] = {}
        self.results: dict[tuple[str, int], set[str]] = {}
        self.refusals = 0

    @rule(target=ids, caller=callers, to=targets, process=st.integers(0, 1), hours=st.integers(1, 48))
    def initiate(self, caller: Caller, to: str, process: int, hours: int) -> Any:
        made = self.stores[process].add(caller, to, HandoffContext(task_description="t"), timedelta(hours=hours))
        self.made.add(made.id)
        self._is_what_is_stored(made)
        return made.id

    @rule(id=ids, caller=callers, process=st.integers(0, 1))
    def accept(self, id: str, caller: Caller, process: int) -> None:
        outcome = self.stores[process].accept(caller, id, stands_for(caller))
        if isinstance(outcome, Changed):
            lease = outcome.handoff.lease
            assert lease is not None
            assert lease.number not in self.holders.setdefault(id, {}), "held by two"
            self.holders[id][lease.number] = caller.session
            self._is_what_is_stored(outcome.handoff)
        elif isinstance(outcome, Repeated):
            assert outcome.handoff.lease is not None
            assert self.holders[id][outcome.handoff.lease.number] == caller.session
        else:
            self.refusals += 1

    @rule(id=ids, caller=callers, process=st.integers(0, 1), lease=st.integers(0, 3), word=st.text("ab", max_size=3))
    def complete(self, id: str, caller: Caller, process: int, lease: int, word: str) -> None:
        before = self.stores[process].get(id)
        outcome = self.stores[process].complete(caller, id, HandoffResult(notes=word), lease)
        if isinstance(outcome, Refused):
            self.refusals += 1
            return
        number = lease or max(n for n, session in self.holders[id].items() if session == caller.session)
        if isinstance(outcome, Changed):
            assert number == outcome.handoff.number
            self._is_what_is_stored(outcome.handoff)
        if isinstance(outcome, Changed | KeptAsNote):
            self.results.setdefault((id, number), set()).add(word)
        if isinstance(outcome, Repeated):
            assert word in self.results[id, number]
        if isinstance(outcome, Changed | KeptAsNote) and outcome.handoff.number == number:
            held = before is not None and before.state is HandoffState.ACCEPTED
            assert caller.session == self.holders[id][number] or not held, "another session's"

    def _is_what_is_stored(self, told: Handoff) -> None:
        """What a change tells without reading again is what another process reads."""
        assert self.databases[0].read(lambda c: read_one(c, told.id)) == told

    @rule(id=ids, caller=callers, process=st.integers(0, 1))
    def reject(self, id: str, caller: Caller, process: int) -> None:
        outcome = self.stores[process].reject(caller, id, stands_for(caller), "no")
        self.refusals += isinstance(outcome, Refused)
        if isinstance(outcome, Changed) and outcome.handoff.state is HandoffState.PENDING:
            assert self.holders[id][outcome.handoff.number] == caller.session
            assert outcome.handoff.notes[-1].result == HandoffResult(status=GIVEN_BACK, notes="no")

    @rule(id=ids, caller=callers, process=st.integers(0, 1))
    def cancel(self, id: str, caller: Caller, process: int) -> None:
        outcome = self.stores[process].cancel(caller, id)
        self.refusals += isinstance(outcome, Refused)

    @rule(caller=callers, process=st.integers(0, 1))
    def renew(self, caller: Caller, process: int) -> None:
        self.stores[process].renew(caller.session)

    @rule(minutes=st.sampled_from([-100_000, -60, -1, 1, 10, 31, 24 * 60, 40 * 24 * 60]))
    def clock_is_set(self, minutes: int) -> None:
        self.clock.now += timedelta(minutes=minutes)

    @rule(minutes=st.sampled_from([1, 10, 31, 24 * 60, 40 * 24 * 60]))
    def time_passes(self, minutes: int) -> None:
        self.clock.passes(timedelta(minutes=minutes))

    @rule(name=st.sampled_from("ab"))
    def machine_starts(self, name: str) -> None:
        self.clock.running = Running(name)

    @rule(process=st.integers(0, 1))
    def killed_and_started_again(self, process: int) -> None:
        self.databases[process].close()

    @rule(process=st.integers(0, 1))
    def clean_up(self, process: int) -> None:
        ended = {h.id for h in self.stores[process].listed(PERSON, (), 200) if h.state not in MOVES}
        assert self.stores[process].clean_up() == len(ended)
        self.made -= ended
        for id in ended:
            self.results = {key: word for key, word in self.results.items() if key[0] != id}

    @invariant()
    def none_is_lost_and_none_goes_back(self) -> None:
        if not hasattr(self, "stores"):
            return
        there = {handoff.id: handoff for handoff in self.stores[0].listed(PERSON, (), 200)}
        forgotten = self.made - set(there)
        assert all(self.seen[id][0] not in MOVES for id in forgotten), "only what has ended is forgotten"
        self.made -= forgotten
        self.results = {key: word for key, word in self.results.items() if key[0] in self.made}
        for id, handoff in there.items():
            state, number = self.seen.get(id, (HandoffState.PENDING, 0))
            assert handoff.number >= number
            assert state in MOVES or handoff.state is state, "what has ended never moves"
            self.seen[id] = (handoff.state, handoff.number)
            if handoff.state is HandoffState.ACCEPTED:
                assert handoff.lease is not None
                assert handoff.lease.session == self.holders[id][handoff.number]

    @invariant()
    def every_result_is_kept(self) -> None:
        if not hasattr(self, "stores"):
            return
        for (id, number), words in self.results.items():
            handoff = self.stores[1].get(id)
            assert handoff is not None
            kept = [note.result for note in handoff.notes if note.lease == number]
            if handoff.number == number and handoff.lease is not None and handoff.lease.result is not None:
                kept.append(handoff.lease.result)
            assert sorted(result.notes for result in kept if result.status != GIVEN_BACK) == sorted(words)

    @invariant()
    def every_refusal_is_in_the_audit(self) -> None:
        if not hasattr(self, "stores"):
            return
        audit = AgentAudit(self.databases[0], self.clock)
        told = [record for record in audit.newest(10_000) if record.outcome.startswith("refused")]
        assert len(told) == self.refusals
        assert audit.verify().ok

    def teardown(self) -> None:
        if hasattr(self, "folder"):
            for database in self.databases:
                database.close()
            self.folder.cleanup()


TestHandoffs = HandoffMachine.TestCase
TestHandoffs.settings = settings(max_examples=25, stateful_step_count=30, deadline=None)


def test_a_clock_that_is_set_back_revives_nothing(tmp_path: Path) -> None:
    clock = MovingClock()
    database = Database(tmp_path / "session.db", "session")
    store = HandoffStore(database, clock, AgentAudit(database, clock), grown=lambda _: None)
    sender = agent(AgentType.CODEX, "s")
    left = store.add(sender, "branch:main", HandoffContext(task_description="t"), timedelta(hours=1))
    clock.now += timedelta(hours=2)
    expired = store.get(left.id)
    clock.now -= timedelta(days=30)
    still = store.get(left.id)
    assert expired is not None
    assert still is not None
    assert expired.state is still.state is HandoffState.EXPIRED


def test_a_transcript_that_grows_keeps_a_lease(tmp_path: Path) -> None:
    from scrubjay.session.tasks.points import HookReport, SessionPoints

    clock = MovingClock()
    database = Database(tmp_path / "session.db", "session")
    grown: list[datetime] = []
    store = HandoffStore(database, clock, AgentAudit(database, clock), grown=lambda file: grown[-1] if file else None)
    taker = agent(AgentType.CODEX, "taker")
    left = store.add(taker, "branch:main", HandoffContext(task_description="t"), timedelta(days=1))
    points = SessionPoints(database, clock)
    report: dict[str, Any] = {"session": "taker", "branch": "main", "head": "", "worktree": "w"}
    points.report(HookReport(**report, event="Stop", transcript="t.jsonl"))
    store.accept(taker, left.id, ["branch:main"])
    clock.now += LEASE
    grown.append(clock.now - timedelta(minutes=1))
    assert store.open_counts() == (0, 1)
    clock.now += LEASE
    assert store.open_counts() == (1, 0)
    store.accept(taker, left.id, ["branch:main"])
    clock.now += timedelta(minutes=1)
    points.report(HookReport(**report, event="SessionEnd", transcript="t.jsonl"))
    assert store.open_counts() == (1, 0)  # a session that ends gives back at once
