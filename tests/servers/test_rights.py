"""An agent that was registered with fewer capabilities is bound by them in every tool; nobody else is."""

import re
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractContextManager, AsyncExitStack
from datetime import datetime
from typing import get_args

import pytest
from mcp import Client
from mcp.shared.exceptions import MCPError
from mcp_types import Implementation

from scrubjay.app import App, open_app
from scrubjay.git.process import GitEnvironment
from scrubjay.identity.agents.calling import parse_type
from scrubjay.model.agent import AgentType, Capability
from scrubjay.settings.layers import load_settings
from scrubjay.settings.schema import Toolset
from scrubjay_agents.declared import RESOURCES as WORK
from scrubjay_agents.services import AgentServices
from scrubjay_knowledge import server as knowledge
from scrubjay_serving.backend import Backend, Opener, Surroundings
from scrubjay_session import server as session
from scrubjay_watch.declared import RESOURCES as EVERYWHERE
from tests.conftest import Repo
from tests.servers.answers import text

pytestmark = pytest.mark.anyio

WATCHED = {
    session.build: [*WORK, *(one for one in EVERYWHERE if one.server == "session")],
    knowledge.build: [one for one in EVERYWHERE if one.server == "knowledge"],
}
ALL = f"[{', '.join(get_args(Toolset))}]"
CLAIM = {"content": "Parcels are weighed twice."}
Opened = Callable[..., object]


@pytest.fixture
async def client(project: Repo, environment: dict[str, str], clock: Callable[[], datetime]) -> AsyncIterator[Opened]:
    """Opens a client of a name for a server."""
    async with AsyncExitStack() as stack:

        async def make(name: str, build: Callable[[Backend], object] = knowledge.build, toolsets: str = ALL) -> Client:
            mine = environment | {"SCRUBJAY_TOOLSETS": toolsets, "SCRUBJAY_EMBEDDING_PROVIDER": "none"}

            def opener() -> AbstractContextManager[App]:
                git = GitEnvironment.of(mine)
                return open_app(load_settings(mine), git_environment=git, clock=clock, wake=lambda: None)

            server = build(Backend(Surroundings(mine, project.path), opener))
            info = Implementation(name=name, version="1")
            return await stack.enter_async_context(Client(server, client_info=info))  # type: ignore[arg-type]

        yield make


async def test_what_writes_needs_the_right_to_and_what_reads_never_does(client: Opened) -> None:
    for build in (session.build, knowledge.build):
        needs = build(Backend(Surroundings())).needs | {one.name: one.needs for one in WATCHED[build]}
        opened = await client("codex", build)  # type: ignore[misc]
        for tool in (await opened.list_tools()).tools:
            needed = set(needs.pop(tool.name))
            assert not (tool.annotations.read_only_hint and Capability.MEMORY_WRITE in needed), tool.name
            assert tool.annotations.read_only_hint or needed in (set(), {Capability.MEMORY_WRITE}), tool.name
        names = {template.name for template in (await opened.list_resource_templates()).resource_templates}
        assert names == set(needs), "servers/scrubjay_knowledge/server.py: what must an agent be allowed for it?"


async def test_who_was_registered_to_read_writes_nothing_until_a_person_allows_it(
    client: Opened, opener: Opener, project: Repo
) -> None:
    script = await client("custom-pipeline")  # type: ignore[misc]
    assert not (await script.call_tool("remember", CLAIM)).is_error, "who was not registered is not bound"
    orchestrator = await client("claude-code", session.build)  # type: ignore[misc]
    made = await orchestrator.call_tool("register_agent", {"agent_type": "custom_pipeline"})
    assert not made.is_error, text(made)
    refused = await script.call_tool("remember", {"content": "Gulls nest beside lamps."})
    assert refused.is_error
    command = re.search(r"`scrubjay agents register (\S+)((?: --capability \S+)+)`", text(refused))
    assert command is not None, text(refused)
    for tool, arguments in (
        ("forget_memory", {"id": "f" * 32}), ("update_memory", {"id": "f" * 32, "content": "x"}),
        ("review_memories", {}),
    ):  # fmt: skip
        assert "has no MEMORY_WRITE" in text(await script.call_tool(tool, arguments)), tool
    assert not (await script.call_tool("search_knowledge", {"query": "parcels"})).is_error
    assert not (await (await client("codex")).call_tool("remember", {"content": "Otters carry bags."})).is_error  # type: ignore[misc]
    working = await client("custom-pipeline", session.build)  # type: ignore[misc]
    assert "has no MEMORY_WRITE" in text(await working.call_tool("note_progress", {"text": "Weighed."}))
    with opener() as app:
        workspace = app.workspace(project.path)
        assert [record.event for record in workspace.agent_audit.newest(9)].count("PERMISSION_DENIED") == 5
        given = [Capability(name) for name in command[2].split() if name != "--capability"]
        person = workspace.callers.of_type(AgentType.HUMAN, "terminal")
        AgentServices.of(workspace).agent_directory.register(person, parse_type(command[1]), "", "", given)
    assert not (await script.call_tool("remember", {"content": "Gulls nest beside lamps."})).is_error


async def test_a_call_that_names_a_child_is_bound_as_the_child_is(client: Opened) -> None:
    parent = await client("claude-code", session.build)  # type: ignore[misc]
    said = text(await parent.call_tool("register_agent", {"agent_type": "custom_pipeline", "name": "tests"}))
    child = re.search(r"[0-9a-f]{32}", said)
    assert child is not None
    save = {"summary": "Weighed."}
    for named in (child[0], f"s1/{child[0]}"):
        refused = text(await parent.call_tool("session_save", {**save, "session": named}))
        assert "agents register custom_pipeline --name tests --capability" in refused
    for named in ("", "s1/sub", "f" * 32):
        assert not (await parent.call_tool("session_save", {**save, "session": named})).is_error


async def test_resources_are_bound_too_and_without_the_toolset_nothing_is(
    client: Opened, opener: Opener, project: Repo
) -> None:
    with opener() as app:
        workspace = app.workspace(project.path)
        person = workspace.callers.of_type(AgentType.HUMAN, "terminal")
        AgentServices.of(workspace).agent_directory.register(
            person, AgentType.CODEX, "", "", [Capability.HANDOFF_RECEIVE]
        )
    bound, free = await client("codex"), await client("codex", toolsets="[core]")  # type: ignore[misc]
    uri = "scrubjay://document/README.md"
    with pytest.raises(MCPError, match="has no KB_SEARCH"):
        await bound.read_resource(uri)
    assert (await free.read_resource(uri)).contents
    assert (await bound.call_tool("search_knowledge", {"query": "shop"})).is_error
    assert not (await free.call_tool("search_knowledge", {"query": "shop"})).is_error
    assert not (await bound.call_tool("knowledge_status", {})).is_error
