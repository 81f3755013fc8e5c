"""What becomes of results that come twice, late, from elsewhere; and what the other side is told of it, once."""

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from scrubjay.app import App
from scrubjay.errors import LimitExceeded
from scrubjay.identity.agents.audit import AgentAudit
from scrubjay.model.agent import AgentType, Caller
from scrubjay.storage.database import Database
from scrubjay_agents.handoffs.handoff import LEASE, HandoffContext, HandoffResult, HandoffState
from scrubjay_agents.handoffs.passing import Changed, KeptAsNote, Refusal, Refused, Repeated
from scrubjay_agents.handoffs.results import MAX_NOTES
from scrubjay_agents.handoffs.store import HandoffStore
from scrubjay_agents.services import AgentServices
from tests.conftest import Repo
from tests.fakes import MovingClock
from tests.shared.scrubjay_agents.handoffs.test_store_machine import PERSON, agent

SENDER, TAKER = agent(AgentType.CLAUDE_CODE, "s"), agent(AgentType.CODEX, "t")
TARGET = "any:codex"
HALF, WHOLE = HandoffResult(status="partial", notes="half"), HandoffResult(notes="whole", files_modified=("a.go",))


def news_of(store: HandoffStore, caller: Caller) -> list[str]:
    """What is told to a caller now, and noted as told."""
    news = store.news(caller)
    store.tell(news)
    return [item.line for item in news]


@pytest.fixture
def clock() -> MovingClock:
    return MovingClock()


@pytest.fixture
def database(tmp_path: Path) -> Database:
    return Database(tmp_path / "session.db", "session")


@pytest.fixture
def store(database: Database, clock: MovingClock) -> HandoffStore:
    return HandoffStore(database, clock, AgentAudit(database, clock), grown=lambda _: None)


@pytest.fixture
def id(store: HandoffStore) -> str:
    """A handoff that the taker holds."""
    left = store.add(SENDER, TARGET, HandoffContext(task_description="t"), timedelta(days=7))
    assert isinstance(store.accept(TAKER, left.id, [TARGET]), Changed)
    return left.id


def test_another_result_is_kept_beside_the_first_and_the_same_changes_nothing(store: HandoffStore, id: str) -> None:
    assert isinstance(store.complete(TAKER, id, HALF), Changed)
    assert isinstance(store.complete(TAKER, id, HALF), Repeated)
    assert isinstance(store.complete(TAKER, id, WHOLE), KeptAsNote)
    assert isinstance(store.complete(TAKER, id, WHOLE), Repeated)
    handoff = store.get(id)
    assert handoff is not None
    assert handoff.lease is not None
    assert (handoff.lease.result, [note.result for note in handoff.notes]) == (HALF, [WHOLE])
    assert [line.split('"t"')[1] for line in news_of(store, SENDER)] == [
        " is completed by codex: partial: half",
        ", COMPLETED, has a note of codex: done, 1 file: whole",
    ]
    assert not news_of(store, SENDER)


def test_every_late_result_is_kept_and_told(store: HandoffStore, id: str) -> None:
    store.cancel(SENDER, id)
    assert ["cancelled" in line for line in news_of(store, TAKER)] == [True]
    assert not news_of(store, TAKER)
    for result in (HALF, WHOLE):
        assert isinstance(store.complete(TAKER, id, result), KeptAsNote)
    assert [line.rpartition(" note of ")[2] for line in news_of(store, SENDER)] == [
        "codex: partial: half", "codex: done, 1 file: whole",
    ]  # fmt: skip
    for number in range(MAX_NOTES - 2):
        store.complete(TAKER, id, HandoffResult(notes=str(number)))
    with pytest.raises(LimitExceeded):
        store.complete(TAKER, id, HandoffResult(notes="more"))


def test_who_took_it_gives_it_back_with_a_reason_and_the_sender_knows_both(store: HandoffStore, id: str) -> None:
    other = replace(TAKER, session="other")
    assert [line.split('"t"')[1] for line in news_of(store, SENDER)] == [" is accepted by codex, 2026-03-01T12:00"]
    assert isinstance(store.reject(other, id, [TARGET], "no"), Refused)
    back = store.reject(TAKER, id, [], "no Go here")
    assert isinstance(back, Changed)
    assert back.handoff.state is HandoffState.PENDING
    assert ["given back: no Go here" in line for line in news_of(store, SENDER)] == [True]
    assert isinstance(store.accept(other, id, [TARGET]), Changed)
    assert len(news_of(store, SENDER)) == 1


@pytest.mark.parametrize(
    ("caller", "lease", "comes"),
    [
        (replace(TAKER, session="elsewhere", process="p"), 0, Refusal.ELSEWHERE),
        (replace(TAKER, session="elsewhere", process="p"), 1, None),
        (replace(TAKER, session="fresh", process="q"), 0, Refusal.STATE),
        (replace(TAKER, session="fresh", process="q"), 1, Refusal.STATE),
        (replace(TAKER, session="fresh"), 1, Refusal.STATE),
    ],
)
def test_a_session_finishes_what_it_holds_and_no_other_by_a_number(
    store: HandoffStore, clock: MovingClock, caller: Caller, lease: int, comes: Refusal | None
) -> None:
    left = store.add(SENDER, TARGET, HandoffContext(task_description="t"), timedelta(days=7))
    store.accept(replace(TAKER, process="p"), left.id, [TARGET])
    outcome = store.complete(caller, left.id, WHOLE, lease)
    assert (outcome.why if isinstance(outcome, Refused) else None) == comes
    clock.now += LEASE
    if lease and comes:
        assert isinstance(store.complete(caller, left.id, WHOLE, lease), Changed)  # nobody took it since


@pytest.mark.parametrize("who", [TAKER.agent, TAKER.session])
def test_nothing_that_a_quarantined_taker_brought_is_told(
    store: HandoffStore, database: Database, id: str, who: str
) -> None:
    for result in (HALF, WHOLE):
        store.complete(TAKER, id, result)
    database.write(lambda c: c.execute("INSERT INTO quarantine (session, who) VALUES (?, ?)", (who, who)))
    handoff = store.get(id)
    assert handoff is not None
    assert not handoff.notes
    assert [line.split('"t"')[1] for line in news_of(store, SENDER)] == [" is completed by codex"]


def test_what_was_learned_is_stored_once(app: App, repo: Repo) -> None:
    app.initialise(repo.path)
    handoffs = AgentServices.of(app.workspace(repo.path)).handoffs
    caller = app.workspace(repo.path).callers.of_type(AgentType.HUMAN, "here")
    id = handoffs.initiate(caller, "branch", {"task_description": "t"}).id
    handoffs.accept(caller, id)
    result = {"notes": "n", "learned": ["The gate weighs in grams."]}
    first, again = (handoffs.complete(caller, id, result) for _ in range(2))
    assert first.learned == ("The gate weighs in grams.",)
    assert again.repeated
    assert not again.learned


def test_a_person_is_one_in_every_terminal(store: HandoffStore) -> None:
    left = store.add(SENDER, "any:human", HandoffContext(task_description="t"), timedelta(days=7))
    store.accept(PERSON, left.id, ["any:human"])
    there = replace(PERSON, session="another terminal")
    refused = store.complete(there, left.id, WHOLE)
    assert isinstance(refused, Refused)
    assert refused.why is Refusal.ELSEWHERE
    assert isinstance(store.complete(there, left.id, WHOLE, 1), Changed)
