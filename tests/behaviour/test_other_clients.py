"""Other clients' own programs list and call the tools: Codex's app server, MCP Inspector and mcporter.

Each needs its program: CODEX, MCP_INSPECTOR_CLI and MCPORTER in the environment say where it is.
"""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.behaviour.every_tool import BY_ID, FILES, KNOWLEDGE, SESSION
from tests.behaviour.processes import quiet, scrubjay
from tests.conftest import Repo
from tests.patience import PATIENCE_S

pytestmark = pytest.mark.optin

PROGRAMS = {name: os.environ.get(name, "") for name in ("CODEX", "MCP_INSPECTOR_CLI", "MCPORTER")}
SERVERS = {"scrubjay-session": SESSION, "scrubjay-knowledge": KNOWLEDGE | BY_ID}
Call = Callable[[str, str, dict[str, object]], dict[str, Any]]


def program(name: str) -> str:
    if not PROGRAMS[name]:
        pytest.skip(f"needs {name}=/path/to/it")
    return PROGRAMS[name]


@pytest.fixture
def project(make_repo: Callable[..., Repo], environment: dict[str, str], tmp_path: Path) -> Repo:
    account = tmp_path / "account"
    account.mkdir()
    shutil.copy(Path(environment["HOME"]) / ".gitconfig", account)
    repo = make_repo()
    repo.environment = environment | {"HOME": str(account), "SCRUBJAY_EMBEDDING_PROVIDER": "none"}
    repo.commit("Decide on a queue", FILES)
    return repo


def every_tool(listed: dict[str, set[str]], call: Call) -> None:
    """Each tool that a client lists answers it without an error."""
    for server, tools in SERVERS.items():
        assert listed[server] == set(tools)
        memory = ""
        for tool, arguments in tools.items():
            answer = call(server, tool, arguments | ({"id": memory} if tool in BY_ID else {}))
            assert not answer.get("isError"), (tool, answer)
            assert answer["content"], tool
            if tool in ("remember", "update_memory"):
                memory = str(answer["structuredContent"]["id"])


class AppServer:
    """`codex app-server`: JSON-RPC lines over stdio."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self._process = process
        self._number = 0

    def ask(self, method: str, **params: object) -> dict[str, Any]:
        self._number += 1
        self.tell(method, id=self._number, params=params)
        assert self._process.stdout
        for line in self._process.stdout:
            said = json.loads(line)
            if said.get("id") == self._number and "method" not in said:
                assert "error" not in said, said
                return dict(said["result"])
        raise AssertionError("codex ended")

    def tell(self, method: str, **more: object) -> None:
        assert self._process.stdin
        self._process.stdin.write(json.dumps({"jsonrpc": "2.0", "method": method, **more}) + "\n")
        self._process.stdin.flush()


@contextmanager
def app_server(at: Repo) -> Iterator[AppServer]:
    with subprocess.Popen(
        [program("CODEX"), "app-server"], cwd=at.path, env=at.environment, text=True,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
    ) as process:  # fmt: skip
        try:
            codex = AppServer(process)
            codex.ask("initialize", clientInfo={"name": "test", "title": "test", "version": "1"})
            codex.tell("initialized")
            yield codex
        finally:
            process.terminate()


def test_codex_lists_and_calls_every_tool_after_init_for_codex(project: Repo) -> None:
    program("CODEX")
    scrubjay(project, "init", "--yes", "--client", "codex")
    with app_server(project) as codex:
        listed = {one["name"]: set(one["tools"]) for one in codex.ask("mcpServerStatus/list")["data"]}
        thread = codex.ask("thread/start", cwd=str(project.path))["thread"]["id"]

        def call(server: str, tool: str, arguments: dict[str, object]) -> dict[str, Any]:
            at = arguments if "id" in arguments else arguments | {"repo": str(project.path)}
            return codex.ask("mcpServer/tool/call", threadId=thread, server=server, tool=tool, arguments=at)

        every_tool(listed, call)
    quiet(project)
    assert project.git("status", "--porcelain") == ""
    scrubjay(project, "uninstall", "--yes")
    assert not (Path(project.environment["HOME"]) / ".codex" / "config.toml").exists()


def run(at: Repo, *command: str) -> dict[str, Any]:
    done = subprocess.run(
        command, cwd=at.path, env=at.environment, capture_output=True, text=True, timeout=PATIENCE_S, check=False,
        stdin=subprocess.DEVNULL,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    return dict(json.loads(done.stdout))


def module(server: str) -> str:
    return server.replace("-", "_")


def test_the_inspector_lists_and_calls_every_tool(project: Repo) -> None:
    inspector = program("MCP_INSPECTOR_CLI")
    scrubjay(project, "init", "--yes", "--client", "print")

    def ask(server: str, *more: str) -> dict[str, Any]:
        variables = [f"{name}={project.environment[name]}" for name in ("SCRUBJAY_HOME", "SCRUBJAY_EMBEDDING_PROVIDER")]
        flags = [word for pair in variables for word in ("-e", pair)]
        return run(project, inspector, *flags, "--cli", sys.executable, "-m", module(server), *more)

    def call(server: str, tool: str, arguments: dict[str, object]) -> dict[str, Any]:
        words = [word for name, value in arguments.items() for word in ("--tool-arg", f"{name}={value}")]
        return ask(server, "--method", "tools/call", "--tool-name", tool, *words)

    listed = {server: {tool["name"] for tool in ask(server, "--method", "tools/list")["tools"]} for server in SERVERS}
    every_tool(listed, call)


def test_mcporter_lists_and_calls_every_tool(project: Repo, tmp_path: Path) -> None:
    mcporter = program("MCPORTER")
    scrubjay(project, "init", "--yes", "--client", "print")
    config = tmp_path / "mcporter.json"
    servers = {
        name: {"command": sys.executable, "args": ["-m", module(name), "--repo", str(project.path)]} for name in SERVERS
    }
    config.write_text(json.dumps({"mcpServers": servers, "imports": []}), encoding="utf-8")

    def ask(*words: str) -> dict[str, Any]:
        return run(project, mcporter, "--config", str(config), "--root", str(project.path), *words)

    def call(server: str, tool: str, arguments: dict[str, object]) -> dict[str, Any]:
        said = ask("call", f"{server}.{tool}", "--output", "json", "--args", json.dumps(arguments))
        return said if "content" in said else {"content": [said], "structuredContent": said}

    listed = {name: {tool["name"] for tool in ask("list", name, "--json")["tools"]} for name in SERVERS}
    every_tool(listed, call)
