"""The servers as real processes over stdio, in both protocol eras."""

import json
import signal
import subprocess
import sys
from typing import Any, cast, get_args

import mcp_types as types
import pytest
from mcp import Client, StdioServerParameters

from scrubjay.settings.schema import Toolset
from tests.conftest import Repo
from tests.patience import PATIENCE_S

pytestmark = [pytest.mark.anyio, pytest.mark.story]

HEAVY = (
    *("onnxruntime", "tokenizers", "numpy", "docutils", "markdown_it", "yaml", "tiktoken", "rank_bm25"),
    *("sqlite3", "pysqlite3", "scrubjay.app"),
)
"""Modules that only a first call may load."""

SERVERS = ("scrubjay_session", "scrubjay_knowledge")
HELLO = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-11-25",
        "capabilities": {},
        "clientInfo": {"name": "test", "version": "1"},
    },
}

CALLS: dict[str, tuple[str, dict[str, Any], str]] = {
    "scrubjay_session": ("get_repository_state", {}, "Working tree: clean"),
    "scrubjay_knowledge": ("knowledge_status", {}, '"documents"'),
}


@pytest.mark.parametrize("mode", ["legacy", "2026-07-28"])
@pytest.mark.parametrize("module", SERVERS)
async def test_a_process_answers_in_both_eras(
    module: str, mode: str, project: Repo, environment: dict[str, str]
) -> None:
    server = StdioServerParameters(
        command=sys.executable, args=["-m", module, "--repo", str(project.path)], env=environment, cwd="/"
    )
    tool, arguments, expected = CALLS[module]
    async with Client(server, mode=cast("Any", mode)) as client:
        assert len((await client.list_tools()).tools) >= 5
        result = await client.call_tool(tool, arguments)
    assert not result.is_error
    (block,) = result.content
    assert isinstance(block, types.TextContent)
    assert expected in block.text


def start(module: str, environment: dict[str, str], *arguments: str) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(
        [sys.executable, "-m", module, *arguments],
        env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip


def greet(process: "subprocess.Popen[bytes]") -> dict[str, Any]:
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(json.dumps(HELLO).encode() + b"\n")
    process.stdin.flush()
    return cast("dict[str, Any]", json.loads(process.stdout.readline()))


@pytest.mark.parametrize("module", SERVERS)
def test_the_process_ends_with_its_stdin_and_prints_nothing_else(module: str, environment: dict[str, str]) -> None:
    with start(module, environment) as process:
        assert greet(process)["result"]["serverInfo"]["name"] == module.replace("_", "-")
        rest, errors = process.communicate(timeout=PATIENCE_S)
    assert (process.returncode, rest, errors) == (0, b"", b"")


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")
@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 143), (signal.SIGINT, 130)])
def test_a_signal_ends_the_process_cleanly(number: signal.Signals, code: int, environment: dict[str, str]) -> None:
    with start("scrubjay_session", environment) as process:
        greet(process)
        process.send_signal(number)
        assert process.wait(timeout=PATIENCE_S) == code
        assert process.stderr is not None
        assert process.stderr.read() == b""


@pytest.mark.parametrize("module", SERVERS)
@pytest.mark.parametrize("toolsets", ["core,stories", "[core, stories]", "stories"])
def test_wrong_toolsets_are_told_at_the_start_with_those_that_exist(
    module: str, toolsets: str, environment: dict[str, str]
) -> None:
    with start(module, environment | {"SCRUBJAY_TOOLSETS": toolsets}) as process:
        _, errors = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == 0
    assert b"toolsets" in errors
    for name in get_args(Toolset):
        assert name.encode() in errors


def test_help_and_version_need_no_client(environment: dict[str, str]) -> None:
    for flag, expected in (("--help", b"--repo PATH"), ("--version", b"scrubjay-session ")):
        with start("scrubjay_session", environment, flag) as process:
            out, _ = process.communicate(timeout=PATIENCE_S)
        assert process.returncode == 0
        assert expected in out


def test_starting_a_server_loads_neither_model_nor_memory(environment: dict[str, str]) -> None:
    code = (
        "import sys\nfrom scrubjay_serving.backend import Backend, Surroundings\n"
        "import scrubjay_serving.run, scrubjay_session.server as a, scrubjay_knowledge.server as b\n"
        "a.build(Backend(Surroundings())); b.build(Backend(Surroundings()))\n"
        f"print([name for name in {HEAVY!r} if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, check=True, timeout=PATIENCE_S
    )
    assert done.stdout.strip() == b"[]"
