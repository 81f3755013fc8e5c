"""Agents share memories over MCP: the tools of pools, and the three searches."""

import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from mcp import Client

from scrubjay.inference.tokens import count_tokens
from scrubjay_knowledge import server as knowledge
from scrubjay_serving.backend import Backend, Opener, Surroundings
from scrubjay_session import server as session
from tests.conftest import Repo
from tests.servers.answers import text
from tests.servers.test_contract import SAY_THEMSELVES

pytestmark = pytest.mark.anyio

MAX_TOKENS = 850
"""Name, description and input schema of the eight together, as compact JSON."""

POOLS = {
    "create_pool": "name scope owner_id repo",
    "join_pool": "pool_id permission agent_id repo",
    "leave_pool": "pool_id agent_id repo",
    "share_memory_to_scope": "pool_id memory_id scope agent_id repo",
    "query_shared": "pool_id query max_scope limit agent_id repo",
}
SEARCHES = {
    "search_code_kb": "query service_filter limit repo",
    "search_decisions": "query topic_filter limit repo",
    "search_incidents": "query service_filter limit repo",
}
ADR = "# {}\n\n## Status\n\nAccepted\n\n## Decision\n\n{}\n"
FILES: dict[str, str | bytes] = {
    "docs/adr/0001-queue.md": ADR.format("1. Use a queue", "A queue takes the bursts."),
    "docs/adr/0002-lamp.md": ADR.format("2. Light the queue", "Lamps stand at the queue."),
    "docs/incidents/2026-01-02-queue.md": "---\nservices: [payments]\n---\n# Queue stalled\n\nThe queue stalled.\n",
    "shop/incidents/2026-01-03-queue.md": "# Queue lost\n\nThe queue lost a message in the shop.\n",
}


@pytest.fixture
def toolset(project: Repo, environment: dict[str, str], opener: Opener) -> Surroundings:
    """A repository that is set up and read, with the toolset on."""
    project.commit("more", FILES)
    with opener() as app:
        documents = app.workspace(project.path).documents
        documents.ingest(documents.view(), cause="test")
    return Surroundings(environment | {"SCRUBJAY_TOOLSETS": "[core, agents]"}, project.path)


@pytest.fixture
async def sessions(toolset: Surroundings, opener: Opener) -> AsyncIterator[Client]:
    async with Client(session.build(Backend(toolset, opener))) as client:
        yield client


@pytest.fixture
async def answers(toolset: Surroundings, opener: Opener) -> AsyncIterator[Client]:
    async with Client(knowledge.build(Backend(toolset, opener))) as client:
        yield client


async def test_the_eight_tools_are_small_and_say_what_they_take(tmp_path: Path) -> None:
    cost = 0
    for build, expected in ((session.build, POOLS), (knowledge.build, SEARCHES)):
        chosen = Surroundings({"SCRUBJAY_HOME": str(tmp_path), "SCRUBJAY_TOOLSETS": "[agents]"})
        async with Client(build(Backend(chosen))) as client:
            tools = {tool.name: tool for tool in (await client.list_tools()).tools if tool.name in expected}
        assert {name: " ".join(tool.input_schema["properties"]) for name, tool in tools.items()} == expected
        for tool in tools.values():
            central = {"name": tool.name, "description": tool.description, "inputSchema": tool.input_schema}
            cost += count_tokens(json.dumps(central, separators=(",", ":"), ensure_ascii=False))
            for name, schema in tool.input_schema["properties"].items():
                told = schema.get("description") or schema.get("enum")
                assert told or name in SAY_THEMSELVES.split(), name
            assert tool.annotations is not None
            assert tool.annotations.read_only_hint is (tool.name in {*SEARCHES, "query_shared"})
    assert cost <= MAX_TOKENS


async def test_they_are_off_unless_they_are_asked_for(tmp_path: Path) -> None:
    for build in (session.build, knowledge.build):
        async with Client(build(Backend(Surroundings({"SCRUBJAY_HOME": str(tmp_path)})))) as client:
            assert not {tool.name for tool in (await client.list_tools()).tools} & {*POOLS, *SEARCHES}


async def test_a_memory_is_shared_and_found_in_another_process(sessions: Client, answers: Client) -> None:
    remembered = await answers.call_tool("remember", {"content": "A queue takes the bursts (docs/adr/0001-queue.md)."})
    id = json.loads(text(remembered))["id"]
    made = text(await sessions.call_tool("create_pool", {"name": "backend", "scope": "team"}))
    assert "scope team (in one home as user)" in made
    assert "write in pool" not in made
    shared = text(await sessions.call_tool("share_memory_to_scope", {"pool_id": "backend", "memory_id": id}))
    assert f"memory {id[:12]} is shared in backend at scope team" in shared
    for query in ("", "who takes the bursts"):
        answer = text(await sessions.call_tool("query_shared", {"pool_id": "backend", "query": query}))
        assert "A queue takes the bursts" in answer
        assert "by you, team" in answer
    found = await answers.call_tool("search_knowledge", {"query": "queue bursts", "kinds": ["memory"]})
    assert "in pool backend" in text(found)
    assert "admin in pool backend" in text(await sessions.call_tool("join_pool", {"pool_id": "backend"}))
    assert "left pool backend" in text(await sessions.call_tool("leave_pool", {"pool_id": "backend"}))
    gone = await sessions.call_tool("query_shared", {"pool_id": "backend"})
    assert gone.is_error
    assert "No pool of yours is called 'backend'" in text(gone)


async def test_nobody_acts_with_the_id_of_an_agent_that_is_not_theirs(sessions: Client) -> None:
    await sessions.call_tool("create_pool", {"name": "backend"})
    for tool, more in (("query_shared", {}), ("share_memory_to_scope", {"memory_id": "f" * 32})):
        answer = await sessions.call_tool(tool, {"pool_id": "backend", "agent_id": "a" * 32, **more})
        assert answer.is_error
        assert "get_agents_for_user" in text(answer)


async def test_each_search_finds_its_kind_and_what_its_filter_names(answers: Client) -> None:
    async def ask(tool: str, **arguments: str) -> str:
        return text(await answers.call_tool(tool, {"query": "queue", **arguments}))

    decisions = await ask("search_decisions")
    assert "0001-queue.md" in decisions
    assert "0002-lamp.md" in decisions
    assert "incidents/" not in decisions
    lit = await ask("search_decisions", topic_filter="light")
    assert "0002-lamp.md" in lit
    assert "0001-queue.md" not in lit
    payments, shop = [await ask("search_incidents", service_filter=name) for name in ("payments", "shop")]
    assert "2026-01-02-queue.md" in payments
    assert "2026-01-03-queue.md" not in payments
    assert "2026-01-03-queue.md" in shop
    assert "2026-01-02-queue.md" not in shop
    assert "nothing belongs to elsewhere" in await ask("search_incidents", service_filter="elsewhere")
    assert "no code is read here" in await ask("search_code_kb")
