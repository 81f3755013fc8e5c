"""What can be watched is listed and read as well, by those whose toolsets have it."""

import json
from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import datetime

import pytest
from mcp import Client
from mcp.shared.exceptions import MCPError

from scrubjay.app import App, open_app
from scrubjay.git.process import GitEnvironment
from scrubjay.settings.layers import load_settings
from scrubjay_knowledge import server as knowledge
from scrubjay_serving.backend import Backend, Surroundings
from scrubjay_session import server as session
from tests.conftest import Repo
from tests.servers.answers import text

pytestmark = pytest.mark.anyio

WORK = ["scrubjay://handoffs/{+name}", "scrubjay://pool/{+name}"]
SECRET = "AKIAQ3EGSJ5NWZ7XK2PD"


@pytest.fixture
def backend_of(project: Repo, environment: dict[str, str], clock: Callable[[], datetime]) -> Callable[..., Backend]:
    """A backend of its own, as each server process has it."""

    def make(*toolsets: str) -> Backend:
        mine = environment | {
            "SCRUBJAY_TOOLSETS": json.dumps(["core", *toolsets]), "SCRUBJAY_EMBEDDING_PROVIDER": "none",
        }  # fmt: skip

        def opener() -> AbstractContextManager[App]:
            git = GitEnvironment.of(mine)
            return open_app(load_settings(mine), git_environment=git, clock=clock, wake=lambda: None)

        return Backend(Surroundings(mine, project.path, ""), opener)

    return make


async def read(client: Client, uri: str) -> str:
    (block,) = (await client.read_resource(uri)).contents
    return str(block.text)  # type: ignore[union-attr]


async def test_each_toolset_brings_its_own(backend_of: Callable[..., Backend]) -> None:
    async with Client(session.build(backend_of())) as client:
        templates = [one.uri_template for one in (await client.list_resource_templates()).resource_templates]
        assert templates == ["scrubjay://task/{+name}"]
        assert [one.uri for one in (await client.list_resources()).resources] == ["scrubjay://task/HEAD"]
        with pytest.raises(MCPError, match=r"is in the toolset agents\. Add agents to `toolsets`"):
            await client.read_resource("scrubjay://handoffs/pending")
    async with Client(session.build(backend_of("agents"))) as client:
        templates = [one.uri_template for one in (await client.list_resource_templates()).resource_templates]
        assert templates == [*WORK, "scrubjay://task/{+name}"]
        listed = [one.uri for one in (await client.list_resources()).resources]
        assert listed == ["scrubjay://handoffs/pending", "scrubjay://task/HEAD"]


async def test_a_task_is_read_by_its_branch_and_without_secrets(backend_of: Callable[..., Backend]) -> None:
    async with Client(session.build(backend_of())) as client:
        await client.call_tool("set_task_context", {"task": f"Count owls with {SECRET}"})
        for name in ("HEAD", "main"):
            told = await read(client, f"scrubjay://task/{name}")
            assert "Count owls" in told
            assert SECRET not in told
        assert "No task is set for feature/owls." in await read(client, "scrubjay://task/feature/owls")


async def test_handoffs_and_pools_are_read_by_whom_they_concern(backend_of: Callable[..., Backend]) -> None:
    async with Client(session.build(backend_of("agents"))) as client:
        assert "No handoff waits here." in await read(client, "scrubjay://handoffs/pending")
        assert "scrubjay://handoffs/pending only" in await read(client, "scrubjay://handoffs/all")
        with pytest.raises(MCPError, match="No pool of yours is called 'basin'"):
            await client.read_resource("scrubjay://pool/basin")
        assert not (await client.call_tool("create_pool", {"name": "basin"})).is_error
        assert "nothing in this pool fits" in await read(client, "scrubjay://pool/basin")


async def test_all_memories_are_one_resource(backend_of: Callable[..., Backend]) -> None:
    async with Client(knowledge.build(backend_of())) as client:
        assert await read(client, "scrubjay://memories/*") == "There is no memory yet."
        await client.call_tool("remember", {"content": "Gulls nest beside harbour lamps."})
        assert "Gulls nest" in await read(client, "scrubjay://memories/*")
        assert await read(client, "scrubjay://memories/ops") == "No memory bears this tag."


async def test_the_next_answer_of_another_session_tells_it_once(backend_of: Callable[..., Backend]) -> None:
    async with (
        Client(session.build(backend_of("agents"))) as anna,
        Client(session.build(backend_of("agents"))) as ben,
        Client(knowledge.build(backend_of("agents"))) as writer,
    ):
        await anna.call_tool("create_pool", {"name": "basin"})
        await ben.call_tool("join_pool", {"pool_id": "basin"})
        await ben.call_tool("get_task_context", {})
        stored = await writer.call_tool("remember", {"content": "Gulls nest beside harbour lamps."})
        id = json.loads(text(stored))["id"]
        shared = await anna.call_tool("share_memory_to_scope", {"pool_id": "basin", "memory_id": id})
        assert not shared.is_error, text(shared)
        assert "News" not in text(shared)
        context = {"task_description": "Count the gulls"}
        left = await anna.call_tool("initiate_handoff", {"target_id": "branch", "context": context})
        assert not left.is_error, text(left)
        told = text(await ben.call_tool("get_repository_state", {})).splitlines()[-1]
        assert told == "News: 1 new in pool basin (query_shared), 1 handoff for you (get_pending_handoffs)."
        assert "News" not in text(await ben.call_tool("get_repository_state", {}))
