"""What both servers promise to every client: sizes, examples, annotations. `docs/reference/tools.md` pins each tool."""

import json
import re
from pathlib import Path
from typing import get_args

import pytest
from mcp import Client
from mcp_types import Tool

from scrubjay.extensions.kinds.tool import NEEDED
from scrubjay.inference.tokens import count_tokens
from scrubjay.model.agent import Capability
from scrubjay.settings.schema import Toolset
from scrubjay_knowledge import server as knowledge
from scrubjay_serving.backend import Backend, Surroundings
from scrubjay_session import server as session
from tests.behaviour.every_tool import DECLARED
from tests.servers.answers import text

pytestmark = pytest.mark.anyio

MAX_TOKENS = 2_500
"""Names, descriptions and input schemas of the core tools as compact JSON."""

MAX_LISTED_TOKENS = 3_400
"""The whole of both lists as they are sent."""

SAY_THEMSELVES = (
    "agent_id applies author branch budget completed content deadline_ms debug decisions handoff_id id ids in_progress "
    "limit memory_id model name offset owner_id query reason session since single_turn source_id summary tags task "
    "text topic ttl_seconds until user_id"
)
"""Arguments whose names say what they take; any other one has a description or a choice of values."""

EXTRA_TOKENS = 110
"""What a tool of another toolset may cost; one that is all filters, twice that."""

TOOLSETS: dict[str, dict[str, str]] = {
    name: {"SCRUBJAY_TOOLSETS": f"[core, {name}]"} for name in get_args(Toolset) if name != "core"
}
ALL = {"SCRUBJAY_TOOLSETS": f"[core, {', '.join(TOOLSETS)}]"}

MAX_WITH_AGENTS = 4_500
"""The core's tools and those of the toolset `agents`, of both servers."""


def tokens(value: object) -> int:
    return count_tokens(json.dumps(value, separators=(",", ":"), ensure_ascii=False))


@pytest.fixture
async def tools() -> dict[str, Tool]:
    found: dict[str, Tool] = {}
    for module in (session, knowledge):
        async with Client(module.build(Backend(Surroundings()))) as client:
            found |= {tool.name: tool for tool in (await client.list_tools()).tools}
    return found


async def test_each_tool_has_an_example_that_gives_what_it_needs() -> None:
    for name, tool in DECLARED.items():
        needed = {one.name for one in tool.arguments if one.default is NEEDED}
        assert needed <= set(tool.example) <= {one.name for one in tool.arguments}, f"{name}: example="


async def test_all_schemas_together_stay_within_their_tokens(tools: dict[str, Tool]) -> None:
    listed = [tool.model_dump(mode="json", by_alias=True, exclude_none=True) for tool in tools.values()]
    central = [{key: tool[key] for key in ("name", "description", "inputSchema")} for tool in listed]
    assert tokens(central) <= MAX_TOKENS
    assert tokens(listed) <= MAX_LISTED_TOKENS


async def test_tools_of_other_toolsets_are_small_and_offered_to_those_who_ask(tmp_path: Path) -> None:
    by_index = {"SCRUBJAY_CONVERSATIONS_INDEX": "true"}
    for toolset, chosen in [*TOOLSETS.items(), ("conversations", by_index)]:
        found: dict[str, Tool] = {}
        for module in (session, knowledge):
            surroundings = Surroundings({"SCRUBJAY_HOME": str(tmp_path), **chosen})
            async with Client(module.build(Backend(surroundings))) as client:
                found |= {tool.name: tool for tool in (await client.list_tools()).tools}
        added = {name for name in found if DECLARED[name].toolset != "core"}
        assert added == {name for name, tool in DECLARED.items() if tool.toolset == toolset}
        for tool in map(found.__getitem__, added):
            shown = {"name": tool.name, "description": tool.description, "input_schema": tool.input_schema}
            assert tokens(shown) <= EXTRA_TOKENS * (2 if toolset in ("memories", "agents") else 1)


async def test_the_toolset_of_agents_stays_within_its_tokens(tmp_path: Path) -> None:
    surroundings = Surroundings({"SCRUBJAY_HOME": str(tmp_path), **TOOLSETS["agents"]})
    listed = []
    for module in (session, knowledge):
        async with Client(module.build(Backend(surroundings))) as client:
            listed += (await client.list_tools()).tools
    dumped = [tool.model_dump(mode="json", by_alias=True, exclude_none=True) for tool in listed]
    assert (
        tokens([{key: tool[key] for key in ("name", "description", "inputSchema")} for tool in dumped])
        <= MAX_WITH_AGENTS
    )


async def test_a_value_outside_any_choice_of_any_tool_is_answered_with_every_name_there_is(tmp_path: Path) -> None:
    surroundings = Surroundings({"SCRUBJAY_HOME": str(tmp_path), **ALL})
    tried = set()
    for module in (session, knowledge):
        async with Client(module.build(Backend(surroundings))) as client:
            for tool in (await client.list_tools()).tools:
                needed = dict.fromkeys(tool.input_schema.get("required", ()), "x")
                for name, schema in tool.input_schema["properties"].items():
                    if not (names := [one for one in schema.get("items", schema).get("enum", ()) if one]):
                        continue
                    other = ["qqqqq"] if "items" in schema else "qqqqq"
                    answer = await client.call_tool(tool.name, {**needed, name: other})
                    assert answer.is_error
                    assert f"{name} can't be 'qqqqq'. It is one of: {', '.join(names)}." in text(answer)
                    tried.add((tool.name, name))
    assert {("remember", "kind"), ("list_memories", "state"), ("search_knowledge", "kinds")} <= tried


async def test_an_argument_whose_name_does_not_say_what_it_takes_is_described(tmp_path: Path) -> None:
    surroundings = Surroundings({"SCRUBJAY_HOME": str(tmp_path), **ALL})
    for module in (session, knowledge):
        async with Client(module.build(Backend(surroundings))) as client:
            for tool in (await client.list_tools()).tools:
                for name, schema in tool.input_schema["properties"].items():
                    told = schema.get("description") or schema.get("items", schema).get("enum")
                    assert told or name in SAY_THEMSELVES.split(), f"{tool.name}: {name}"


async def test_no_argument_is_a_union_that_clients_show_as_unknown(tools: dict[str, Tool]) -> None:
    assert "anyOf" not in json.dumps([tool.input_schema for tool in tools.values()])


async def test_the_central_tools_and_only_they_are_always_loaded(tools: dict[str, Tool]) -> None:
    always = {name for name, tool in tools.items() if (tool.meta or {}).get("anthropic/alwaysLoad")}
    assert always == {"session_init", "search_knowledge", "remember"}


async def test_every_tool_says_what_it_may_do(tools: dict[str, Tool]) -> None:
    for name, tool in tools.items():
        hints, writes = tool.annotations, Capability.MEMORY_WRITE in DECLARED[name].needs
        assert hints is not None
        assert hints.read_only_hint is not writes
        assert hints.destructive_hint is (name.startswith("forget_") if writes else None)
        assert hints.open_world_hint is False
        assert tool.title
        assert tool.description


@pytest.mark.parametrize("text", [session.INSTRUCTIONS, knowledge.INSTRUCTIONS])
async def test_instructions_fit_every_client_and_name_tools_that_exist(text: str, tools: dict[str, Tool]) -> None:
    assert len(text) < 2_000
    assert set(re.findall(r"\b[a-z]+(?:_[a-z]+)+\b", text)) - {"as_of", "also_ask"} <= set(tools)
