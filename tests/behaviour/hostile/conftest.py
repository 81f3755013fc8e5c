"""Traps for a hostile repository: a listener nobody may call, scripts nobody may run, a file nobody may read."""

import socket
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, AsyncExitStack
from pathlib import Path

import anyio
import mcp_types as types
import pytest
from mcp import Client

from scrubjay.app import App, open_app
from scrubjay.cli.main import main
from scrubjay.git.process import GitEnvironment
from scrubjay.model.clock import system_clock
from scrubjay.operations.jobs.runner import JobRunner
from scrubjay.settings.layers import load_settings
from scrubjay_knowledge.server import build as knowledge_server
from scrubjay_serving.backend import Backend, Surroundings
from scrubjay_serving.server import ScrubjayServer
from scrubjay_session.server import build as session_server
from tests.conftest import Repo
from tests.patience import PATIENCE_S

SECRET_WORD = "zanzibarian"
"""Stands in the file outside; no answer and no byte of the home may hold it."""

DOCUMENTS: dict[str, str | bytes] = {
    "README.md": "# Magpie\n\nMagpie sorts parcels.\n",
    "docs/adr/0001-use-sqlite.md": "# 1. Use SQLite\n\n## Status\n\nAccepted\n\nOne file is enough.\n",
}


class Listener:
    """Counts the connections to a loopback port."""

    def __init__(self) -> None:
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._socket.getsockname()[1]
        self.connections = 0
        self._thread = threading.Thread(target=self._count, daemon=True)
        self._thread.start()

    def _count(self) -> None:
        while True:
            try:
                connection, _ = self._socket.accept()
            except OSError:
                return
            self.connections += 1
            connection.close()

    def close(self) -> None:
        self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()
        self._thread.join(PATIENCE_S)


class Traps:
    """Scripts that leave a mark when they run, and a file with a word that must stay where it is."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._marks = folder / "marks"
        self._marks.mkdir(parents=True)
        self.canary = folder / "outside" / "canary.md"
        self.canary.parent.mkdir()
        self.canary.write_text(f"# Private\n\nThe {SECRET_WORD} word.\n")

    def script(self, name: str, then: str = "exit 1") -> str:
        """An executable that leaves the mark `name`."""
        file = self.folder / f"trap-{name}"
        file.write_text(f"#!/bin/sh\n: > '{self._marks / name}'\n{then}\n")
        file.chmod(0o755)
        return str(file)

    @property
    def sprung(self) -> set[str]:
        """The marks there are."""
        return {mark.name for mark in self._marks.iterdir()}


@pytest.fixture
def listener() -> Iterator[Listener]:
    opened = Listener()
    yield opened
    opened.close()


@pytest.fixture
def traps(tmp_path: Path) -> Traps:
    return Traps(tmp_path / "traps")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, environment: dict[str, str]) -> Path:
    """The home's folder; the account is this test's own, and keyword search is enough."""
    account = tmp_path / "account"
    account.mkdir()
    (account / ".gitconfig").write_bytes((Path(environment["HOME"]) / ".gitconfig").read_bytes())
    environment |= {"HOME": str(account), "SCRUBJAY_EMBEDDING_PROVIDER": "none"}
    for name in ("HOME", "SCRUBJAY_EMBEDDING_PROVIDER"):
        monkeypatch.setenv(name, environment[name])
    return tmp_path / "home"


Run = Callable[..., tuple[int, str]]


@pytest.fixture
def run(home: Path, capfd: pytest.CaptureFixture[str]) -> Run:
    """Run the command line at a path; returns the exit code and everything it printed."""

    def run_(at: Path | Repo, *arguments: str) -> tuple[int, str]:
        folder = at.path if isinstance(at, Repo) else at
        code = main(["--repo", str(folder), *arguments], wake=lambda: None)
        shown = capfd.readouterr()
        return code, shown.out + shown.err

    return run_


class Call:
    """Calls of tools of both servers by a client in this process, one answer's text each."""

    def __init__(self, environment: dict[str, str]) -> None:
        self._environment = environment

    def __call__(self, at: Repo, tool: str, **arguments: object) -> str:
        """The answer to one call, of a server that was just started."""
        return self.each(at, [(tool, arguments)])[0]

    def each(self, at: Repo, calls: Sequence[tuple[str, dict[str, object]]]) -> list[str]:
        """The answers to several calls, of servers that are started once."""
        return anyio.run(self._answers, at, calls)

    async def _answers(self, at: Repo, calls: Sequence[tuple[str, dict[str, object]]]) -> list[str]:
        backend = Backend(Surroundings(self._environment, at.path, ""), lambda: quietly(self._environment))
        answers = []
        async with AsyncExitStack() as stack:
            clients: dict[Callable[[Backend], ScrubjayServer], Client] = {}
            for tool, arguments in calls:
                build = knowledge_server if tool in KNOWLEDGE else session_server
                if build not in clients:
                    clients[build] = await stack.enter_async_context(Client(build(backend)))
                result = await clients[build].call_tool(tool, arguments)
                parts = [block.text for block in result.content if isinstance(block, types.TextContent)]
                answers.append(("error: " if result.is_error else "") + "\n".join(parts))
        return answers


@pytest.fixture
def call(home: Path, environment: dict[str, str]) -> Call:
    """Call a tool of either server with a client in this process; returns the text of the answer."""
    return Call(environment)


KNOWLEDGE = ("search_knowledge", "get_document", "list_decisions", "knowledge_status", "remember")


def quietly(environment: dict[str, str]) -> AbstractContextManager[App]:
    """The home, opened so that no worker starts."""
    return open_app(load_settings(environment), git_environment=GitEnvironment.of(environment), wake=lambda: None)


def work_off(environment: dict[str, str], folder: Path) -> None:
    """What a hook and the worker do after a commit."""
    with quietly(environment) as app:
        app.workspace(folder).enqueue("post-commit")
        work = JobRunner(app, system_clock, threading.Event())
        while (job := app.queue.claim()) is not None:
            work.run(job)


@pytest.fixture
def tour(run: Run, call: Call, environment: dict[str, str]) -> Callable[[Repo], str]:
    """Everything one does with a repository: set up, the worker, every command, both servers. Returns all answers."""

    def everything(repo: Repo) -> str:
        said = [run(repo, "init", "--yes")]
        assert said[0][0] == 0, said
        work_off(environment, repo.path)
        said += [
            run(repo, *words.split())
            for words in (
                "ingest", "search parcels", "verify --deep", "status", "doctor", "explain README.md", "log", "gc",
                "session init", "hooks status", "project show",
            )
        ]  # fmt: skip
        codes = [code for code, _ in said]
        assert set(codes) <= {0, 1}, said
        answers = call.each(
            repo,
            [
                ("get_repository_state", {"include": ["status", "commits", "diff", "files", "branches"]}),
                ("session_init", {}),
                ("search_commits", {"query": "start", "path": "README.md"}),
                ("get_file_history", {"path": "README.md"}),
                ("search_knowledge", {"query": "parcels sqlite private", "budget": 4000, "detail": "full"}),
                ("get_document", {"path": "README.md"}),
                ("list_decisions", {}),
                ("knowledge_status", {}),
            ],
        )
        assert not [answer for answer in answers if answer.startswith("error: ")]
        return "\n".join([*(text for _, text in said), *answers])

    return everything


def bytes_of(folder: Path) -> bytes:
    """Every byte of every file below a folder."""
    return b"".join(file.read_bytes() for file in sorted(folder.rglob("*")) if file.is_file())
