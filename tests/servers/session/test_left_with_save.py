"""session_save leaves a handoff in the same call; the argument stands there only with the toolset on."""

from collections.abc import AsyncIterator, Callable
from datetime import datetime

import mcp_types as types
import pytest
from mcp import Client

from scrubjay.app import open_app
from scrubjay.git.process import GitEnvironment
from scrubjay.settings.layers import load_settings
from scrubjay_serving.backend import Backend, Surroundings
from scrubjay_session.server import build
from tests.conftest import Repo
from tests.fakes import HashingEmbedder
from tests.servers.answers import text

pytestmark = pytest.mark.anyio

SAVE = {"summary": "Measured the scales.", "completed": ["measured"], "next_steps": ["drop one scale"]}


@pytest.fixture
async def agent(project: Repo, environment: dict[str, str], clock: Callable[[], datetime]) -> AsyncIterator[Client]:
    variables = environment | {"SCRUBJAY_TOOLSETS": "[core, agents]"}
    backend = Backend(
        Surroundings(variables, project.path),
        lambda: open_app(
            load_settings(variables), git_environment=GitEnvironment.of(variables), embedder=HashingEmbedder(),
            clock=clock, wake=lambda: None,
        ),
    )  # fmt: skip
    async with Client(build(backend), client_info=types.Implementation(name="claude-code", version="1")) as opened:
        yield opened


async def arguments(client: Client) -> dict[str, object]:
    [tool] = [tool for tool in (await client.list_tools()).tools if tool.name == "session_save"]
    return dict(tool.input_schema["properties"])


async def test_one_call_saves_and_leaves_what_is_saved(agent: Client, project: Repo) -> None:
    assert "handoff" in await arguments(agent)
    project.write("scale.py", "weigh = 1\n")
    answer = text(await agent.call_tool("session_save", SAVE | {"handoff": {"target_id": "any:codex"}}))
    assert "Saved at" in answer
    assert "from claude_code for any:codex, PENDING" in answer
    assert "PENDING, 2026-03-01T12:00: Measured the scales." in answer
    assert "Next steps: drop one scale" in answer
    assert "Uncommitted there: scale.py" in answer


async def test_a_handoff_that_can_not_be_left_keeps_the_save_from_being_stored(agent: Client) -> None:
    for handoff in ({"target_id": "somebody"}, {"target_id": "f" * 32}, {"to": "any:codex"}):
        answer = await agent.call_tool("session_save", SAVE | {"handoff": handoff})
        assert answer.is_error
    assert "Measured the scales" not in text(await agent.call_tool("get_task_context", {}))


async def test_without_the_toolset_the_argument_is_not_there(client: Client) -> None:
    assert "handoff" not in await arguments(client)
    answer = await client.call_tool("session_save", SAVE | {"handoff": {"target_id": "any:codex"}})
    assert answer.is_error
    assert "handoff of session_save is in the toolset agents" in text(answer)
    unknown = await client.call_tool("session_save", SAVE | {"hand": 1})
    assert "handoff" not in text(unknown)
