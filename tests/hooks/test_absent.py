"""What stands in for a server that can't start speaks MCP of both eras: no tools, and what to run."""

import json
import subprocess
from pathlib import Path

import pytest
from mcp import Client, MCPError, StdioServerParameters

from tests.patience import PATIENCE_S

FILE = Path(__file__).parents[2] / "hooks" / "absent.sh"
TEXT = 'not set up: run \\"scrubjay init\\" in a\\\\b'
TOLD = 'not set up: run "scrubjay init" in a\\b'


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.mark.anyio
@pytest.mark.parametrize(("mode", "version"), [("auto", "2026-07-28"), ("legacy", "2025-11-25")])
async def test_a_client_connects_and_is_told(mode: str, version: str) -> None:
    server = StdioServerParameters(command="/bin/sh", args=[str(FILE), "scrubjay-session", TEXT])
    async with Client(server, mode=mode) as client:
        assert (client.protocol_version, client.instructions) == (version, TOLD)
        assert (await client.list_tools()).tools == []
        with pytest.raises(MCPError, match="scrubjay init"):
            await client.call_tool("session_init", {})


def answers(text: str, shell: str = "/bin/sh") -> list[object]:
    done = subprocess.run(
        [shell, str(FILE), "scrubjay-session", TEXT],
        input=text,
        capture_output=True,
        text=True,
        check=True,
        timeout=PATIENCE_S,
    )
    assert done.stderr == ""
    return [json.loads(line) for line in done.stdout.splitlines()]


SILENT = ("", "\n", "garbage", '{"jsonrpc":"2.0","method":"notifications/initialized"}', "[]", '{"id":{},"method":"x"}')


@pytest.mark.parametrize("line", SILENT)
def test_what_asks_nothing_gets_no_answer(line: str) -> None:
    assert answers(line) == []


@pytest.mark.parametrize("id", [0, -7, 10**12, "a-b", "ü $(x) `y` %s"])
def test_each_question_is_answered_by_its_id(id: object) -> None:
    for text in (
        json.dumps({"id": id, "jsonrpc": "2.0", "method": "ping"}),
        json.dumps(
            {"method": "ping", "params": {}, "jsonrpc": "2.0", "id": id}, separators=(",", ":"), ensure_ascii=False
        ),
    ):
        assert answers(text) == [{"jsonrpc": "2.0", "id": id, "result": {}}] or "\\" in text


@pytest.mark.parametrize("asked", ["2024-11-05", "2025-11-25"])
def test_an_older_client_gets_the_version_that_it_asked_for(asked: str) -> None:
    question = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": asked}}
    [answer] = answers(json.dumps(question))
    assert answer["result"]["protocolVersion"] == asked  # type: ignore[index]


def test_a_version_that_is_none_is_not_repeated() -> None:
    question = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": '1","x":"'}}
    [answer] = answers(json.dumps(question))
    assert answer["result"]["protocolVersion"] == "2025-06-18"  # type: ignore[index]
