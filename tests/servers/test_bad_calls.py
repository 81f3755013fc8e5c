"""Calls that mean nothing, of every tool over a real client: each is answered, and says what to do next."""

from collections.abc import AsyncIterator
from typing import get_args

import pytest
from mcp import Client
from mcp.shared.exceptions import MCPError
from mcp_types import INVALID_PARAMS

from scrubjay.app import open_app
from scrubjay.git.process import GitEnvironment
from scrubjay.settings.layers import load_settings
from scrubjay.settings.schema import Toolset
from scrubjay_knowledge import server as knowledge
from scrubjay_serving.backend import Backend, Surroundings
from scrubjay_serving.sanitising import MAX_TEXT
from scrubjay_session import server as session
from tests.behaviour.every_tool import DECLARED
from tests.conftest import Repo
from tests.fakes import HashingEmbedder
from tests.servers.answers import text

pytestmark = pytest.mark.anyio

VALUES: tuple[object, ...] = (
    "", " ", "zz", "0" * 32, "f" * 12, "\0", "a\0b", "../../etc/passwd", "--help", "\u202e", "2026-13-45", "HEAD~99",
    "9" * 50, -1, 0, 10**30, None, [], {}, True, 1.5, ["a", ""], [1], {"a": 1}, {"task_description": "x"}, "::",
)  # fmt: skip
LONGEST_ERROR = 1_500


@pytest.fixture(params=[knowledge, session], ids=["knowledge", "session"])
async def client(
    request: pytest.FixtureRequest, project: Repo, environment: dict[str, str], unhurried: None
) -> AsyncIterator[Client]:
    """A client of one of the servers, with every toolset."""
    toolsets = f"[{', '.join(get_args(Toolset))}]"
    variables = environment | {"SCRUBJAY_TOOLSETS": toolsets, "SCRUBJAY_CONVERSATIONS_INDEX": "true"}
    settings, git = load_settings(variables), GitEnvironment.of(variables)
    backend = Backend(
        Surroundings(variables, project.path, ""),
        lambda: open_app(settings, git_environment=git, embedder=HashingEmbedder(), wake=lambda: None),
    )
    async with Client(request.param.build(backend)) as opened:
        yield opened


@pytest.mark.parametrize("share", [5, pytest.param(1, marks=pytest.mark.optin)], ids=["some", "every"])
async def test_a_value_that_means_nothing_is_answered_by_every_tool(client: Client, share: int) -> None:
    wrong, turn = {}, 0
    for tool in (await client.list_tools()).tools:
        usual = dict(DECLARED[tool.name].example)
        for name in tool.input_schema["properties"]:
            turn += 1  # each argument gets one share of the values, the next argument the next share
            for value in VALUES[turn % share :: share]:
                answer = await client.call_tool(tool.name, {**usual, name: value})
                said = text(answer)
                if not said.strip() or "inside scrubjay" in said or (answer.is_error and len(said) > LONGEST_ERROR):
                    wrong[tool.name, name, repr(value)[:20]] = said[:200]
    assert wrong == {}


async def test_a_text_that_nothing_is_made_of_is_refused_before_it_is_read(client: Client) -> None:
    for tool in (await client.list_tools()).tools:
        usual = dict(DECLARED[tool.name].example)
        for name in tool.input_schema["properties"]:
            for value in ("x" * 10_000_000, ["x" * (MAX_TEXT + 1)]):
                answer = await client.call_tool(tool.name, {**usual, name: value})
                assert answer.is_error
                assert f"at most {MAX_TEXT:,}. Send less, or in parts." in text(answer)


async def test_a_cursor_of_somebody_else_is_an_error_that_says_so(client: Client) -> None:
    for listed in (client.list_tools, client.list_resources, client.list_resource_templates, client.list_prompts):
        with pytest.raises(MCPError, match="'bogus' is no cursor of this server") as refused:
            await listed(cursor="bogus")
        assert refused.value.code == INVALID_PARAMS
        assert await listed()
