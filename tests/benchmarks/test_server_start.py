"""What does it cost to start a server as `init` and the plugin do, against a bare MCPServer, up to its first answer?"""

import json
import statistics
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import psutil
import pytest

from tests.benchmarks.figures import Size, program
from tests.conftest import Repo
from tests.patience import PATIENCE_S

pytestmark = pytest.mark.benchmark

BARE = ["-c", "from mcp.server import MCPServer\nMCPServer('bare').run()"]
COMMANDS = {
    "bare": BARE,
    "session": ["-I", "-m", "scrubjay_session"],
    "knowledge": ["-I", "-m", "scrubjay_knowledge"],
    "serve session": ["-I", "-m", "scrubjay.cli.main", "serve", "session"],
}
GOALS = {"session": 1.12, "knowledge": 1.12, "serve session": 1.20}

CLIENT = {"name": "bench", "version": "1"}
QUESTIONS: dict[str, dict[str, Any]] = {
    "initialize": {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": CLIENT},
    "server/discover": {
        "_meta": {
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientInfo": CLIENT,
            "io.modelcontextprotocol/clientCapabilities": {},
        }
    },
}


def cost(arguments: list[str], method: str, environment: dict[str, str]) -> float:
    """CPU seconds, user and system, from process start to the first answer."""
    questions = [method] if method in QUESTIONS else ["initialize", method]
    lines = [
        json.dumps({"jsonrpc": "2.0", "id": number, "method": one, "params": QUESTIONS.get(one, {})})
        for number, one in enumerate(questions)
    ]
    command = [sys.executable, *arguments]
    with subprocess.Popen(
        command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for line in lines:
            process.stdin.write(line.encode() + b"\n")
            process.stdin.flush()
            assert "result" in json.loads(process.stdout.readline())
        times = psutil.Process(process.pid).cpu_times()
        process.stdin.close()
        process.wait(timeout=PATIENCE_S)
    return float(times.user + times.system)


@pytest.mark.parametrize("method", list(QUESTIONS))
def test_process_start_to_first_answer(
    method: str, environment: dict[str, str], size: Size, make_repo: Callable[[str], Repo]
) -> None:
    """In a home that is set up, where a first start has left its list of tools."""
    repo = make_repo("started")
    repo.commit("page", {"a.md": "# A page\n\nIt says something.\n"})
    program("init", "--yes", at=repo)
    for arguments in COMMANDS.values():
        cost(arguments, "tools/list", repo.environment)
    runs = size.of(9, 1)
    samples: dict[str, list[float]] = {name: [] for name in COMMANDS}
    for _ in range(runs):  # interleaved, so that a busy moment hits all alike
        for name, arguments in COMMANDS.items():
            samples[name].append(cost(arguments, method, repo.environment))
    medians = {name: statistics.median(values) for name, values in samples.items()}
    bare = medians.pop("bare")
    for name, median in medians.items():
        given = f"{method}, {runs} runs, median CPU {median:.2f} s, bare {bare:.2f} s"
        size.show(f"start of {name}", given, f"{median / bare:.2f} x bare", f"<= {GOALS[name]:.2f} x")
