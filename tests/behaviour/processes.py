"""How do stories start the real programs? The command line, the servers as `init` registered them, the worker's end."""

import json
import os
import signal
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryFile

import psutil
from mcp import Client, StdioServerParameters, types

from tests import forked
from tests.conftest import Repo
from tests.patience import PATIENCE_S

WORKERS = {"scrubjay.operations.jobs.worker", "tests.forking"}
"""A word of a worker's command line; nothing else that is forked stands in a home."""


def scrubjay(at: Repo, *arguments: str, code: int = 0) -> str:
    """Run the command line in a repository; returns what it printed, and fails with its words."""
    done = command(at, *arguments)
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout


def command(at: Repo, *arguments: str) -> "subprocess.CompletedProcess[str]":
    """Run the command line in a repository, without input, to whatever end."""
    with Path(os.devnull).open() as stdin, TemporaryFile("w+") as stdout, TemporaryFile("w+") as stderr:
        streams = [stream.fileno() for stream in (stdin, stdout, stderr)]
        request = {"arguments": arguments, "cwd": str(at.path), "env": at.environment}
        code = forked.ended(forked.start(request, streams))
        stdout.seek(0)
        stderr.seek(0)
        return subprocess.CompletedProcess(arguments, code, stdout.read(), stderr.read())


def client_hook(
    at: Repo, event: str, session: str = "s1", client: str = "", **more: object
) -> "subprocess.CompletedProcess[str]":
    """What a client runs at an event of its session; `more` are further members of the message."""
    message = {"hook_event_name": event, "session_id": session, "cwd": str(at.path), "source": "startup"} | more
    entry = ("--home", at.environment["SCRUBJAY_HOME"], "--client", client)
    words = forked.words("scrubjay.integrations.client_hooks.event", *entry)
    return subprocess.run(
        words, cwd=at.path, env=at.environment, input=json.dumps(message), capture_output=True,
        text=True, timeout=PATIENCE_S, check=False,
    )  # fmt: skip


def registered(at: Repo, name: str) -> StdioServerParameters:
    """The server as `init` registered it with Claude Code."""
    config = json.loads((Path(at.environment["HOME"]) / ".claude.json").read_text())
    entry = config["projects"][str(at.path.resolve())]["mcpServers"][name]
    environment = at.environment | entry.get("env", {}) | {"CLAUDE_PROJECT_DIR": str(at.path)}
    return StdioServerParameters(command=entry["command"], args=entry["args"], env=environment, cwd="/")


def knowledge_of(at: Repo) -> StdioServerParameters:
    """The knowledge server of a repository."""
    return server(at, "scrubjay_knowledge")


def server(at: Repo, name: str) -> StdioServerParameters:
    """A server of the repository as a process of its own, forked and without the model for speed."""
    command, *arguments = forked.words(name)
    environment = at.environment | {"SCRUBJAY_EMBEDDING_PROVIDER": "none"}
    return StdioServerParameters(command=command, args=arguments, cwd=at.path, env=environment)


async def said(client: Client, tool: str, **asked: object) -> tuple[bool, str]:
    """Whether a tool's answer is an error, and its text."""
    answer = await client.call_tool(tool, dict(asked))
    return bool(answer.is_error), "".join(b.text for b in answer.content if isinstance(b, types.TextContent))


async def ask(client: Client, tool: str, **arguments: object) -> str:
    """Call a tool; returns the text of its answer."""
    answer = await client.call_tool(tool, dict(arguments))
    text = "".join(block.text for block in answer.content if isinstance(block, types.TextContent))
    assert not answer.is_error, text
    return text


def workers(home: Path) -> list[psutil.Process]:
    """The workers that run for a home."""
    found = []
    for process in psutil.process_iter():
        try:
            if WORKERS & {*process.cmdline()} and process.cwd() == str(home):
                found.append(process)
        except (psutil.Error, OSError):
            continue
    return found


def kill(process: psutil.Process) -> bool:
    """kill -9, and wait until the process is gone; False when it was gone before."""
    try:
        os.kill(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        return False
    assert not _left([process]), f"{process} is killed and still there"
    return True


def quiet(repo: Repo) -> None:
    """Wait until no worker runs: what it does must be part of what is compared."""
    while found := workers(Path(repo.environment["SCRUBJAY_HOME"])):
        for late in _left(found):
            kill(late)


def _left(processes: Sequence[psutil.Process]) -> list[psutil.Process]:
    """Wait for the end of some processes; returns those that have none. What nobody asked how it ended has ended."""
    deadline, left = time.monotonic() + PATIENCE_S, list(processes)
    while (left := [one for one in left if _runs(one)]) and time.monotonic() < deadline:
        time.sleep(0.02)
    return left


def _runs(process: psutil.Process) -> bool:
    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def hook_heard(repo: Repo) -> None:
    """Wait until the worker has read HEAD, as the hooks asked; for a commit that brought a document."""
    deadline, commit = time.monotonic() + PATIENCE_S, repo.git("rev-parse", "--short=10", "HEAD")
    while commit not in scrubjay(repo, "log"):
        assert time.monotonic() < deadline, "the hook's worker never came"
        time.sleep(0.1)
