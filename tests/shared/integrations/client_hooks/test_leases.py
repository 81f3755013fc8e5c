"""What keeps a handoff with the session that took it: each event of its client's hooks, and growth of its record."""

import json
import os
from datetime import timedelta
from pathlib import Path

import pytest

from scrubjay.app import App
from scrubjay.integrations.client_hooks.event import EVENTS, handle_event
from scrubjay.integrations.client_hooks.switches import OFF, compile_switches
from scrubjay.model.agent import AgentType, Caller, default_capabilities
from scrubjay_agents.handoffs.handoff import LEASE, HandoffContext
from scrubjay_agents.handoffs.store import HandoffStore
from scrubjay_agents.services import AgentServices
from tests.conftest import Repo
from tests.fakes import MovingClock
from tests.shared.integrations.client_hooks.conftest import Client

NEARLY = LEASE - timedelta(seconds=1)


@pytest.fixture
def clock() -> MovingClock:
    return MovingClock()


class Taken:
    """A handoff that session s1 has taken, and the session's hooks."""

    def __init__(self, app: App, client: Client, project: Repo, clock: MovingClock) -> None:
        self.client, self.clock, self.path = client, clock, project.path
        workspace = app.workspace(project.path)
        self.folder = workspace.project.folder
        self.store: HandoffStore = AgentServices.of(workspace).handoff_store
        self.taker = Caller(
            agent="c" * 32,
            type=AgentType.CODEX,
            owner="ada",
            project=workspace.project.id,
            session="s1",
            capabilities=default_capabilities(AgentType.CODEX),
        )
        left = self.store.add(self.taker, "any:codex", HandoffContext(task_description="t"), timedelta(days=9))
        self.id = left.id
        self.take()

    def take(self) -> None:
        self.store.accept(self.taker, self.id, ["any:codex"])

    def switch(self, on: bool) -> None:
        compile_switches(self.folder, self.path, {"agents": on}, ())

    def fire(self, event: str, session: str = "s1", **more: str) -> str:
        said = {"hook_event_name": event, "session_id": session, "cwd": str(self.path), "source": "startup", **more}
        data = json.dumps(said).encode()
        return handle_event(data, self.client.home, self.client.environment, self.clock, lambda *_: None, entry="codex")

    @property
    def held(self) -> bool:
        return self.store.open_counts() == (0, 1)


@pytest.fixture
def taken(app: App, client: Client, project: Repo, clock: MovingClock) -> Taken:
    return Taken(app, client, project, clock)


@pytest.mark.parametrize("event", sorted(EVENTS.keys() - {"SessionEnd"}))
def test_every_event_of_the_session_renews_what_it_has_taken(taken: Taken, event: str) -> None:
    taken.switch(on=True)
    taken.fire("SessionStart")  # told once: the second start tells nothing
    taken.clock.now += NEARLY
    taken.fire(event, session="s2")
    taken.fire(event)
    taken.clock.now += NEARLY
    assert taken.held
    taken.clock.now += timedelta(seconds=1)
    assert not taken.held


def test_without_the_toolset_a_prompt_opens_and_renews_nothing(taken: Taken) -> None:
    taken.switch(on=False)
    taken.clock.now += NEARLY
    taken.fire("UserPromptSubmit")
    taken.clock.now += timedelta(seconds=1)
    assert not taken.held


def test_while_the_extension_is_off_a_session_is_told_its_briefing_and_no_handoff(taken: Taken) -> None:
    taken.store.add(taken.taker, "any:codex", HandoffContext(task_description="Sort the parcels"), timedelta(days=9))
    compile_switches(taken.folder, taken.path, {"agents": True, OFF: ["agents"]}, ())
    told = taken.fire("SessionStart")
    assert ("scrubjay" in told, "Sort the parcels" in told) == (True, False)
    taken.clock.now += NEARLY
    taken.fire("UserPromptSubmit")
    taken.clock.now += timedelta(seconds=1)
    assert not taken.held
    taken.switch(on=True)
    assert "Sort the parcels" in taken.fire("SessionStart", session="s3")


@pytest.mark.parametrize("event", ["SessionStart", "Stop"])
def test_a_record_that_grows_keeps_it_whichever_client_writes_it(taken: Taken, tmp_path: Path, event: str) -> None:
    record = tmp_path / "rollout-1.jsonl"
    record.write_text("{}\n")
    taken.fire(event, transcript_path=str(record))
    taken.clock.now += LEASE
    moment = (taken.clock.now - timedelta(minutes=1)).timestamp()
    os.utime(record, (moment, moment))
    assert taken.held
    taken.clock.now += LEASE
    assert not taken.held


def test_a_session_that_is_resumed_after_its_end_keeps_what_it_takes_again(taken: Taken) -> None:
    taken.fire("SessionStart")
    taken.fire("SessionEnd")
    assert not taken.held
    taken.fire("SessionStart", source="resume")
    taken.take()
    taken.clock.now += timedelta(seconds=2)
    taken.fire("SessionStart", source="compact")
    assert taken.held
