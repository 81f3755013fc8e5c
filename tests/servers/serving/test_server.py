"""Errors and arguments, as the agent reads them."""

from pathlib import Path
from typing import Annotated, Literal

import anyio
import mcp_types as types
import pytest
from mcp import Client
from mcp.client.subscriptions import ToolsListChanged
from pydantic import Field

from scrubjay.errors import NotIndexed
from scrubjay_serving.backend import Backend, Surroundings
from scrubjay_serving.schemas import drop_titles
from scrubjay_serving.server import ScrubjayServer
from tests.patience import PATIENCE_S
from tests.servers.answers import offer

pytestmark = pytest.mark.anyio


def look(
    query: str,
    kinds: tuple[Literal["document", "decision"], ...] = (),
    limit: Annotated[int, Field(ge=1, le=50)] = 8,
    detail: Literal["concise", "full"] = "concise",
) -> str:
    """Look something up."""
    if query == "missing":
        raise NotIndexed
    if query == "crash":
        raise ValueError("/private/path")
    return f"{query} {list(kinds)} {limit} {detail}"


@pytest.fixture
def server() -> ScrubjayServer:
    made = ScrubjayServer("test", title="t", instructions="", backend=Backend(Surroundings()))
    offer(made, look, "Look", "Look.", always=True)
    return made


async def call(server: ScrubjayServer, arguments: dict[str, object], name: str = "look") -> tuple[bool, str]:
    async with Client(server) as client:
        result = await client.call_tool(name, arguments)
    (block,) = result.content
    assert isinstance(block, types.TextContent)
    return bool(result.is_error), block.text


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ({}, "look needs query."),
        ({"query": "x", "kind": []}, "look has no argument 'kind', did you mean kinds?"),
        ({"query": "x", "kinds": ["decisions"]}, "Did you mean decision? It is one of: document, decision."),
        ({"query": "x", "detail": "ful"}, "detail can't be 'ful'. Did you mean full?"),
        ({"query": "x", "limit": 900}, "limit can't be 900: at most 50."),
        ({"query": "x", "limit": 0}, "limit can't be 0: at least 1."),
        ({"query": "x", "limit": "many"}, "limit can't be 'many': give a whole number."),
        ({"query": 7}, "query can't be 7: give a text."),
        ({"query": "x", "kinds": "decision"}, "kinds can't be 'decision': give a list"),
    ],
)
async def test_a_wrong_argument_is_answered_with_what_would_be_right(
    server: ScrubjayServer, arguments: dict[str, object], expected: str
) -> None:
    is_error, answer = await call(server, arguments)
    assert is_error
    assert expected in answer
    assert "pydantic" not in answer


async def test_an_unknown_tool_is_answered_with_the_nearest_one(server: ScrubjayServer) -> None:
    assert await call(server, {}, "loock") == (True, "test has no tool 'loock'. Did you mean look? It has: look.")


async def test_our_errors_reach_the_agent_word_for_word(server: ScrubjayServer) -> None:
    assert await call(server, {"query": "missing"}) == (True, str(NotIndexed()))


async def test_a_crash_says_what_to_do_and_keeps_its_text_on_the_server(
    server: ScrubjayServer, caplog: pytest.LogCaptureFixture
) -> None:
    is_error, answer = await call(server, {"query": "crash"})
    assert is_error
    assert "look failed inside scrubjay (ValueError)" in answer
    assert "scrubjay doctor" in answer
    assert "/private/path" not in answer
    assert "unexpected exception" in caplog.text


async def test_lists_that_arrive_as_json_text_are_read(server: ScrubjayServer) -> None:
    assert await call(server, {"query": "x", "kinds": '["decision"]'}) == (False, "x ['decision'] 8 concise")


async def test_a_tool_says_that_it_only_reads_and_is_always_loaded(server: ScrubjayServer) -> None:
    async with Client(server) as client:
        (tool,) = (await client.list_tools()).tools
    assert tool.meta == {"anthropic/alwaysLoad": True}
    assert tool.annotations is not None
    assert tool.annotations.read_only_hint
    assert tool.annotations.destructive_hint is None
    assert tool.output_schema is None


def test_schemas_lose_their_titles_but_not_an_argument_called_title() -> None:
    schema = {"title": "A", "properties": {"title": {"title": "Title", "type": "string"}}}
    drop_titles(schema)
    assert schema == {"properties": {"title": {"type": "string"}}}


def extra() -> str:
    """Something that few need."""
    return "more"


@pytest.mark.parametrize(
    ("toolsets", "offered"), [("", ["look"]), ("[core, context]", ["extra", "look"]), ("[no]", ["look"])]
)
async def test_a_tool_outside_the_core_is_there_only_for_those_who_ask(
    tmp_path: Path, toolsets: str, offered: list[str]
) -> None:
    environment = {"SCRUBJAY_HOME": str(tmp_path)} | ({"SCRUBJAY_TOOLSETS": toolsets} if toolsets else {})
    server = ScrubjayServer("test", title="t", instructions="", backend=Backend(Surroundings(environment)))
    offer(server, look, "Look", "Look.")
    offer(server, extra, "Extra", "More.", toolset="context")
    async with Client(server) as client:
        assert sorted(tool.name for tool in (await client.list_tools()).tools) == offered
    failed, text = await call(server, {}, "extra")
    assert failed == ("extra" not in offered)
    assert ("Add context to `toolsets` in config.yaml" in text) == failed


async def test_a_subscriber_is_told_when_the_user_asks_for_another_toolset(tmp_path: Path) -> None:
    def more() -> str:
        """Say more."""
        return "more"

    server = ScrubjayServer(
        "test", title="t", instructions="", backend=Backend(Surroundings({"SCRUBJAY_HOME": str(tmp_path)}))
    )
    offer(server, look, "Look", "Look.")
    offer(server, more, "More", "More.", toolset="context")
    async with Client(server) as client:
        assert [tool.name for tool in (await client.list_tools()).tools] == ["look"]
        async with client.listen(tools_list_changed=True) as changes:
            await client.call_tool("look", {"query": "owl"})
            (tmp_path / "config.yaml").write_text("toolsets: [core, context]\n")
            await client.call_tool("look", {"query": "owl"})
            with anyio.fail_after(PATIENCE_S):
                assert isinstance(await anext(aiter(changes)), ToolsListChanged)
        assert [tool.name for tool in (await client.list_tools()).tools] == ["look", "more"]
