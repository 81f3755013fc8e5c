"""What both servers promise to every client: names, sizes, annotations, and docs that agree with the code."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from mcp import Client
from mcp_types import Tool

from scrubjay.inference.tokens import count_tokens
from scrubjay_knowledge import server as knowledge
from scrubjay_serving import Backend
from scrubjay_serving.backend import Surroundings
from scrubjay_session import server as session
from tests.behaviour.every_tool import BY_ID, KNOWLEDGE, OTHERS, SESSION
from tests.servers.answers import text

pytestmark = pytest.mark.anyio

TOP = Path(__file__).parents[2]
MAX_TOKENS = 2_500
"""Names, descriptions and input schemas of the core tools as compact JSON."""

MAX_LISTED_TOKENS = 3_400
"""The whole of both lists as they are sent."""

ARGUMENTS = {
    "session_init": "focus budget session repo",
    "session_save": "summary completed in_progress blockers next_steps dead_ends decisions candidates session repo",
    "note_progress": "text kind repo",
    "set_task_context": "task details expected_version repo",
    "get_task_context": "branch repo",
    "get_repository_state": "include limit repo",
    "search_commits": "query path limit repo",
    "get_file_history": "path limit repo",
    "search_knowledge": "query also_ask kinds path limit budget as_of detail repo",
    "get_document": "path section lines outline budget as_of repo",
    "list_decisions": "status path since words limit offset repo",
    "knowledge_status": "repo",
    "remember": "content kind scope sources quote supersedes valid_until applies key tags session repo",
    "update_memory": "id content how repo",
    "forget_memory": "id repo",
    "get_provenance": "id repo",
    "review_memories": "action ids repo",
}

DEFAULTS: dict[str, dict[str, Any]] = {
    "session_init": {"focus": "", "budget": 1500, "session": "", "repo": ""},
    "get_repository_state": {"include": ["status", "commits"], "limit": 10},
    "search_commits": {"path": "", "limit": 10},
    "search_knowledge": {"also_ask": [], "kinds": [], "limit": 8, "budget": 1500, "as_of": "", "detail": "concise"},
    "get_document": {"section": "", "lines": "", "outline": False, "budget": 5000, "as_of": ""},
    "list_decisions": {"status": "current", "path": "", "since": "", "words": "", "limit": 30, "offset": 0},
    "remember": {"kind": "", "scope": "project", "quote": "", "applies": "", "key": "", "tags": []},
}


SAY_THEMSELVES = (
    "agent_id applies author branch budget completed content deadline_ms debug decisions handoff_id id ids in_progress "
    "limit memory_id model name offset owner_id query reason session since single_turn source_id summary tags task "
    "text topic ttl_seconds until user_id"
)
"""Arguments whose names say what they take; any other one has a description or a choice of values."""

EXTRA_TOKENS = 110
"""What a tool of another toolset may cost; one that is all filters, twice that."""

EXTRA = {
    "conversations": {"search_conversations": "query since until role limit repo"},
    "memories": {"list_memories": "kinds grades tags author session since state limit repo"},
    "story": {"story": "topic limit repo"},
    "graph": {"explore_graph": "question hops repo"},
    "context": {"assemble_context": "query budget model single_turn deadline_ms debug repo"},
    "agents": {
        "register_agent": "agent_type name owner_id repo",
        "get_agent_info": "agent_id repo",
        "get_agents_for_user": "user_id repo",
        "initiate_handoff": "target_id context ttl_seconds source_id repo",
        "accept_handoff": "handoff_id agent_id repo",
        "complete_handoff": "handoff_id result lease agent_id repo",
        "reject_handoff": "handoff_id reason repo",
        "cancel_handoff": "handoff_id repo",
        "get_pending_handoffs": "agent_id limit repo",
        "create_pool": "name scope owner_id repo",
        "join_pool": "pool_id permission agent_id repo",
        "leave_pool": "pool_id agent_id repo",
        "share_memory_to_scope": "pool_id memory_id scope agent_id repo",
        "query_shared": "pool_id query max_scope limit agent_id repo",
    },
}

MAX_WITH_AGENTS = 4_500
"""The core's tools and those of the toolset `agents`, of both servers."""


def test_every_core_tool_has_a_call_for_other_clients() -> None:
    called = {*SESSION, *KNOWLEDGE, *BY_ID, *OTHERS}
    assert called == set(ARGUMENTS), "tests/behaviour/every_tool.py: one call for each core tool"


def tokens(value: object) -> int:
    return count_tokens(json.dumps(value, separators=(",", ":"), ensure_ascii=False))


@pytest.fixture
async def tools() -> dict[str, Tool]:
    found: dict[str, Tool] = {}
    for module in (session, knowledge):
        async with Client(module.build(Backend(Surroundings()))) as client:
            found |= {tool.name: tool for tool in (await client.list_tools()).tools}
    return found


async def test_the_tools_and_their_arguments_are_those_of_the_interface(tools: dict[str, Tool]) -> None:
    assert {name: " ".join(tool.input_schema["properties"]) for name, tool in tools.items()} == ARGUMENTS, (
        "a core tool belongs in ARGUMENTS, one of another toolset in EXTRA"
    )


async def test_the_defaults_are_those_of_the_interface(tools: dict[str, Tool]) -> None:
    for name, defaults in DEFAULTS.items():
        properties = tools[name].input_schema["properties"]
        assert {argument: properties[argument]["default"] for argument in defaults} == defaults


async def test_all_schemas_together_stay_within_their_tokens(tools: dict[str, Tool]) -> None:
    listed = [tool.model_dump(mode="json", by_alias=True, exclude_none=True) for tool in tools.values()]
    central = [{key: tool[key] for key in ("name", "description", "inputSchema")} for tool in listed]
    assert tokens(central) <= MAX_TOKENS
    assert tokens(listed) <= MAX_LISTED_TOKENS


async def test_tools_of_other_toolsets_are_small_and_offered_to_those_who_ask(tmp_path: Path) -> None:
    for toolset, name, value in (
        ("conversations", "SCRUBJAY_TOOLSETS", "[core, conversations]"),
        ("conversations", "SCRUBJAY_CONVERSATIONS_INDEX", "true"),
        ("context", "SCRUBJAY_TOOLSETS", "[core, context]"),
        ("memories", "SCRUBJAY_TOOLSETS", "[core, memories]"),
        ("story", "SCRUBJAY_TOOLSETS", "[core, story]"),
        ("graph", "SCRUBJAY_TOOLSETS", "[core, graph]"),
        ("agents", "SCRUBJAY_TOOLSETS", "[core, agents]"),
    ):
        environment = {"SCRUBJAY_HOME": str(tmp_path), name: value}
        build = knowledge.build if toolset in ("memories", "story", "graph") else session.build
        async with Client(build(Backend(Surroundings(environment)))) as client:
            found = {tool.name: tool for tool in (await client.list_tools()).tools if tool.name not in ARGUMENTS}
        assert {name: " ".join(tool.input_schema["properties"]) for name, tool in found.items()} == EXTRA[toolset]
        for tool in found.values():
            shown = {"name": tool.name, "description": tool.description, "input_schema": tool.input_schema}
            assert tokens(shown) <= EXTRA_TOKENS * (2 if toolset in ("memories", "agents") else 1)


async def test_the_toolset_of_agents_stays_within_its_tokens(tmp_path: Path) -> None:
    surroundings = Surroundings({"SCRUBJAY_HOME": str(tmp_path), "SCRUBJAY_TOOLSETS": "[core, agents]"})
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
    toolsets = f"[core, {', '.join(EXTRA)}]"
    surroundings = Surroundings({"SCRUBJAY_HOME": str(tmp_path), "SCRUBJAY_TOOLSETS": toolsets})
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
    toolsets = f"[core, {', '.join(EXTRA)}]"
    surroundings = Surroundings({"SCRUBJAY_HOME": str(tmp_path), "SCRUBJAY_TOOLSETS": toolsets})
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


async def test_only_ids_and_status_are_structured(tools: dict[str, Tool]) -> None:
    structured = {name for name, tool in tools.items() if tool.output_schema}
    assert structured == {"set_task_context", "knowledge_status", "remember", "update_memory", "forget_memory"}


async def test_every_tool_says_what_it_may_do(tools: dict[str, Tool]) -> None:
    writing = {"session_save", "note_progress", "set_task_context", "remember", "update_memory", "forget_memory"}
    writing.add("review_memories")
    for name, tool in tools.items():
        hints = tool.annotations
        assert hints is not None
        assert hints.read_only_hint is (name not in writing)
        assert hints.destructive_hint is ((name == "forget_memory") if name in writing else None)
        assert hints.open_world_hint is False
        assert tool.title
        assert tool.description


@pytest.mark.parametrize("text", [session.INSTRUCTIONS, knowledge.INSTRUCTIONS])
async def test_instructions_fit_every_client_and_name_tools_that_exist(text: str, tools: dict[str, Tool]) -> None:
    assert len(text) < 2_000
    assert set(re.findall(r"\b[a-z]+(?:_[a-z]+)+\b", text)) - {"as_of", "also_ask"} <= set(tools)


async def test_the_table_of_the_servers_readme_names_every_tool(tools: dict[str, Tool]) -> None:
    rows = re.findall(r"^\| `(\w+)` \| (session|knowledge) \|", (TOP / "servers/README.md").read_text(), re.MULTILINE)
    assert {name for name, _ in rows} == set(tools)
    assert len(rows) == len(tools)
