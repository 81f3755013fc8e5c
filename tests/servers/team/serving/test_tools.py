"""Which tools a caller is offered and may call, by their token's scopes and their role, in both eras of MCP."""

from typing import Any

import anyio
import httpx2
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from mcp_types import CallToolResult

from tests.servers.team.serving.conftest import ServedTeam

ERAS = ("legacy", "auto", "2026-07-28")
READING = {
    "search_knowledge", "get_document", "list_decisions", "knowledge_status", "get_provenance", "list_memories",
    "query_shared",
}  # fmt: skip


def asked(served: ServedTeam, token: str, era: Any, tool: str, **arguments: Any) -> tuple[set[str], CallToolResult]:
    """The tools that the SDK's client sees, and what one call got."""

    async def ask() -> tuple[set[str], CallToolResult]:
        headers = {"authorization": f"Bearer {token}"}
        async with (
            httpx2.AsyncClient(headers=headers) as http,
            Client(streamable_http_client(served.url, http_client=http), mode=era) as client,
        ):
            names = {tool.name for tool in (await client.list_tools()).tools}
            return names, await client.call_tool(tool, arguments)

    return anyio.run(ask)


@pytest.mark.parametrize("era", ERAS)
def test_a_searching_token_sees_what_it_may_and_is_answered(served: ServedTeam, era: str) -> None:
    names, result = asked(served, served.token(), era, "knowledge_status")
    assert names == READING
    assert not result.is_error
    assert result.structured_content is not None
    assert result.structured_content["at"] == "team acme · no repository"


@pytest.mark.parametrize("era", ERAS)
def test_a_tool_beyond_the_token_is_refused_when_it_is_called(served: ServedTeam, era: str) -> None:
    _, result = asked(served, served.token(), era, "remember", content="The mail provider is Pigeon Post.")
    assert result.is_error
    assert "needs a token with the scope remember" in str(result.content)
    assert "token create anna --scope search --scope remember`" in str(result.content)


def test_a_reader_may_not_write_though_the_token_once_could(served: ServedTeam) -> None:
    served.people(lambda members, _: members.add("ben", "writer"))
    token = served.token("ben", "search", "remember", "handoff")
    names, _ = asked(served, token, "auto", "knowledge_status")
    assert {"remember", "create_pool", "initiate_handoff"} <= names
    served.people(lambda members, _: members.give_role("ben", "reader"))
    names, result = asked(served, token, "auto", "remember", content="The mail provider is Pigeon Post.")
    assert names == READING
    assert "isn't for a reader of acme" in str(result.content)


def test_work_goes_from_one_member_to_another(served: ServedTeam) -> None:
    served.people(lambda members, _: members.add("ben", "writer"))
    anna, ben = (served.token(name, "search", "remember", "handoff") for name in ("anna", "ben"))
    left = served.call(
        anna, "initiate_handoff", target_id="ben", context={"task_description": "Weigh the letters"}
    ).text
    id = left.splitlines()[2].split()[0]
    assert "Weigh the letters" in served.call(ben, "get_pending_handoffs").text
    assert "lease 1" in served.call(ben, "accept_handoff", handoff_id=id).text
    assert "Done." in served.call(ben, "complete_handoff", handoff_id=id, result={"status": "done"}).text
    assert "by ben: done" in served.call(anna, "get_pending_handoffs").text


def test_a_memory_is_stored_shared_changed_and_forgotten(served: ServedTeam) -> None:
    served.people(lambda members, _: members.add("ben", "writer"))
    anna, ben = (served.token(name, "search", "remember") for name in ("anna", "ben"))
    kept = served.call(anna, "remember", content="The staging database is rebuilt every Monday at six.").json
    id = kept["result"]["structuredContent"]["id"]
    served.call(anna, "create_pool", name="ops")
    assert "Shared in pool ops" in served.call(anna, "share_memory_to_scope", pool_id="ops", memory_id=id).text
    served.call(ben, "join_pool", pool_id="ops")
    assert "every Monday" in served.call(ben, "query_shared", pool_id="ops").text
    assert "every Monday" in served.call(ben, "list_memories").text
    assert served.call(ben, "forget_memory", id=id).json["result"]["isError"]
    changed = served.call(anna, "update_memory", id=id, content="The staging database is rebuilt every Tuesday at six.")
    newer = changed.json["result"]["structuredContent"]["id"]
    assert "In place of" in served.call(ben, "get_provenance", id=newer).text
    assert served.call(anna, "forget_memory", id=newer).json["result"]["structuredContent"]["outcome"] == "forgotten"
    assert "Tuesday" not in served.call(ben, "list_memories").text


def test_an_unknown_tool_and_argument_are_named_with_what_there_is(served: ServedTeam) -> None:
    token = served.token()
    assert "Did you mean search_knowledge?" in served.call(token, "serch_knowledge").text
    assert "did you mean query?" in served.call(token, "search_knowledge", qery="x").text


def test_tools_of_a_home_alone_are_not_here(served: ServedTeam) -> None:
    names, _ = asked(served, served.token("anna", "search", "remember", "handoff"), "auto", "knowledge_status")
    assert not names & {"review_memories", "story", "register_agent", "set_task_context"}
