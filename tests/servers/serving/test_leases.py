"""Any call of the session that has taken a handoff keeps it, on both servers and whatever its toolset."""

from types import ModuleType

import pytest
from mcp import Client

from scrubjay.app import open_app
from scrubjay.git.process import GitEnvironment
from scrubjay.settings.layers import load_settings
from scrubjay_agents.handoffs.handoff import LEASE
from scrubjay_knowledge import server as knowledge
from scrubjay_serving.backend import Backend, Surroundings
from scrubjay_session import server as session
from tests.conftest import Repo
from tests.fakes import HashingEmbedder, MovingClock
from tests.servers.answers import text

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize(
    ("module", "tool"), [(session, "get_repository_state"), (knowledge, "knowledge_status")], ids=["session", "other"]
)
async def test_any_call_of_the_session_keeps_what_it_has_taken(
    project: Repo, environment: dict[str, str], module: ModuleType, tool: str
) -> None:
    variables = environment | {"SCRUBJAY_TOOLSETS": "[core, agents]"}
    clock, git = MovingClock(), GitEnvironment.of(environment)

    def served(build: ModuleType, name: str) -> Client:
        surroundings = Surroundings(variables | {"CLAUDE_CODE_SESSION_ID": name}, project.path)
        backend = Backend(
            surroundings,
            lambda: open_app(
                load_settings(variables), git_environment=git, embedder=HashingEmbedder(), clock=clock,
                wake=lambda: None,
            ),
        )  # fmt: skip
        return Client(build.build(backend))

    async with (
        served(session, "sender") as sender,
        served(session, "taker") as taker,
        served(module, "taker") as same,
        served(session, "third") as third,
    ):
        context = {"task_description": "Weigh parcels once"}
        left = text(await sender.call_tool("initiate_handoff", {"target_id": "branch", "context": context}))
        id = left.split("Left.\n")[1].split()[0]
        assert "Accepted" in text(await taker.call_tool("accept_handoff", {"handoff_id": id}))
        clock.now += LEASE * 0.9
        await same.call_tool(tool, {})
        clock.now += LEASE * 0.9
        assert "No handoff waits" in text(await third.call_tool("get_pending_handoffs", {}))
        clock.now += LEASE * 0.1
        assert id in text(await third.call_tool("get_pending_handoffs", {}))
