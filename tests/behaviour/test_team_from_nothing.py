"""A team's server from nothing: one command, a token, a first answer; and how the process ends."""

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import psutil
import pytest

from scrubjay.model.clock import system_clock
from scrubjay_team.database.owner import OwnerDatabase
from scrubjay_team.database.working import WorkerDatabase
from scrubjay_team.engine.embedded import reach
from scrubjay_team.index.writing import index_mirror
from scrubjay_team.people.secret import new_token
from scrubjay_team.people.teams import Teams
from scrubjay_team.people.tokens import AccessTokens, TokenRequest
from tests.conftest import Repo
from tests.fakes import HashingEmbedder
from tests.patience import PATIENCE_S
from tests.servers.team.conftest import sweep
from tests.servers.team.makers import make_project

RECORD = "# ADR-001: Use a queue\n\nStatus: accepted\nDate: 2026-01-10\n\nMail waits: ten letters a second go out.\n"


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        return int(listening.getsockname()[1])


class TeamProcess:
    """A server's process, and all that it printed."""

    def __init__(self, data: Path, environment: dict[str, str], *more: str) -> None:
        self.data = data
        words = [sys.executable, "-m", "scrubjay_team", "--port", str(free_port()), "--data", str(data), *more]
        self.process = subprocess.Popen(
            words, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            text=True,
        )  # fmt: skip
        self.printed: list[str] = []
        self._said = threading.Event()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        for line in self.process.stdout or ():
            self.printed.append(line)
            if line.startswith("Ctrl-C"):
                self._said.set()
        self._said.set()

    def ready(self) -> int:
        """The port, once it answers."""
        assert self._said.wait(PATIENCE_S)
        assert self.process.poll() is None, self.output
        (address,) = (word for word in self.printed[0].split() if word.startswith("http://"))
        return int(address.rpartition(":")[2].partition("/")[0])

    def end(self, number: int = signal.SIGTERM) -> int:
        """Ask it to end; its exit code."""
        self.process.send_signal(number)
        return self.waited()

    def waited(self) -> int:
        code = self.process.wait(PATIENCE_S)
        self._reader.join(PATIENCE_S)
        if self.process.stdout is not None:
            self.process.stdout.close()
        return code

    @property
    def output(self) -> str:
        return "".join(self.printed)


def ask(port: int, token: str, tool: str, path: str = "/mcp", **arguments: Any) -> tuple[int, str]:
    """Status and body of a call, as curl sends it."""
    connection = HTTPConnection("127.0.0.1", port, timeout=PATIENCE_S)
    params = {"name": tool, "arguments": arguments}
    body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params})
    headers = {"authorization": f"Bearer {token}", "content-type": "application/json"}
    try:
        connection.request("POST", path, body, headers)
        answer = connection.getresponse()
        return answer.status, answer.read().decode()
    finally:
        connection.close()


@pytest.fixture
def data() -> Iterator[Path]:
    """A folder for a server; whatever it had made anywhere is removed."""
    memory = Path("/dev/shm")  # noqa: S108
    folder = Path(tempfile.mkdtemp(prefix="scrubjay-team-", dir=memory if memory.is_dir() else None))
    folder.chmod(0o711)
    yield folder / "team"
    sweep(folder)
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def start(data: Path, environment: dict[str, str]) -> Iterator[Callable[..., TeamProcess]]:
    """Start servers; whatever runs at the end is ended."""
    started: list[TeamProcess] = []

    def start(*more: str) -> TeamProcess:
        started.append(TeamProcess(data, environment, *more))
        return started[-1]

    yield start
    for one in started:
        if one.process.poll() is None:
            one.end(signal.SIGINT)


@contextmanager
def owner_of(data: Path) -> Iterator[OwnerDatabase]:
    at = reach(data)
    assert at is not None
    yield OwnerDatabase(at.owner)


def a_token(data: Path) -> str:
    with owner_of(data) as owner, owner.transaction() as connection:
        team = Teams(connection, system_clock).found()
        tokens, request = AccessTokens(connection, system_clock, team), TokenRequest(scopes=("search", "remember"))
        member = connection.execute("SELECT name FROM member").fetchone()
        assert member is not None
        return tokens.create(member["name"], request)[1]


def mirror(data: Path, repo: Repo, folder: Path) -> None:
    """Index a repository, as the worker does once it was fetched."""
    bare, tree = folder / "bare.git", folder / "tree"
    repo.git("clone", "-q", "--bare", str(repo.path), str(bare))
    repo.git("-C", str(bare), "worktree", "add", "-q", "--no-checkout", "--detach", str(tree))
    at = reach(data)
    assert at is not None
    with owner_of(data) as owner, WorkerDatabase(at.worker) as database:
        with owner.transaction() as connection:
            team = Teams(connection, system_clock).found()
        project = make_project(owner, team.id, "shop")
        index_mirror(
            database, project, tree, [], home=folder / "home", embedder=HashingEmbedder(384),
            environment=repo.environment,
        )  # fmt: skip


def test_one_command_a_token_and_a_first_answer(
    data: Path, start: Callable[..., TeamProcess], make_repo: Callable[..., Repo], tmp_path: Path
) -> None:
    server = start()
    port = server.ready()
    assert "scrubjay team repository add" in server.output
    assert "scrubjay team member sign-in" in server.output
    repo = make_repo("shop")
    repo.commit("begin", {"docs/adr/0001-queue.md": RECORD})
    token = a_token(data)
    mirror(data, repo, tmp_path)
    status, body = ask(port, token, "search_knowledge", query="why does mail wait")
    assert status == 200
    assert "shop:docs/adr/0001-queue.md:" in body
    assert server.end() == 0

    again = start()
    assert ask(again.ready(), token, "search_knowledge", query="why does mail wait")[0] == 200
    assert "Teams: team." in again.output
    assert again.end(signal.SIGINT) == 0


def test_nothing_that_it_writes_holds_a_token_or_a_password(data: Path, start: Callable[..., TeamProcess]) -> None:
    server = start()
    port = server.ready()
    token, wrong = a_token(data), new_token()[0]
    assert ask(port, token, "knowledge_status")[0] == 200
    assert ask(port, wrong, "knowledge_status")[0] == 401
    assert ask(port, token, "knowledge_status", path=f"/mcp?token={token}")[0] == 400
    assert ask(port, token, f"search {token}")[0] == 200
    ask(port, token, "search_knowledge", query=f"what is {token}", repo=token)
    at = reach(data)
    assert at is not None
    passwords = [part.partition("=")[2] for part in f"{at.superuser} {at.owner} {at.app}".split() if "password" in part]
    server.end()
    logs = [file.read_text(errors="replace") for file in data.rglob("*.log")]
    written = "\n".join([server.output, *logs])
    assert len(passwords) == 3
    assert not [secret for secret in (token, wrong, *passwords) if secret in written]


def test_its_postgresql_ends_with_it(data: Path, start: Callable[..., TeamProcess]) -> None:
    server = start()
    server.ready()
    children = psutil.Process(server.process.pid).children(recursive=True)
    assert any("postgres" in child.name() for child in children)
    assert server.end() == 0
    _, alive = psutil.wait_procs(children, timeout=PATIENCE_S)
    assert alive == []


def test_a_second_server_over_one_folder_says_which_runs(data: Path, start: Callable[..., TeamProcess]) -> None:
    first = start()
    first.ready()
    second = start()
    assert second.waited() == 4
    assert f"Process {first.process.pid} runs over the data folder" in second.output


def test_a_database_that_is_not_there_is_an_error_in_plain_words(data: Path, environment: dict[str, str]) -> None:
    dsn = f"postgresql://scrubjay_app:{os.urandom(6).hex()}@127.0.0.1:1/scrubjay"
    server = TeamProcess(data, environment | {"SCRUBJAY_TEAM_DSN": dsn})
    assert server.waited() == 4
    assert "can't be reached" in server.output
    assert "Traceback" not in server.output
    assert dsn.partition("@")[0].rpartition(":")[2] not in server.output
