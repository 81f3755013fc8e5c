"""Two people with a home and an account each, one remote: the same documents, nobody else's memories, nothing twice."""

import json
import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from mcp import Client, StdioServerParameters

from scrubjay.git.process import GitEnvironment
from scrubjay.git.repository import open_repository
from scrubjay.integrations.clients.claude_code import claude_places
from scrubjay.integrations.duplicates import find_duplicates
from tests.behaviour.processes import ask, command, quiet, scrubjay
from tests.conftest import Repo

pytestmark = pytest.mark.anyio

ADR = "# 1. Use a queue\n\n## Status\n\nAccepted\n\n## Decision\n\nWe use a queue because bursts are short.\n"
NOTE = "The staging server sleeps on Sundays."
FILES = {
    ".agent/config.yaml", ".agent/.gitignore", ".mcp.json",
    ".claude/skills/session-init/SKILL.md", ".claude/skills/session-init/without-scrubjay.md",
    ".claude/skills/session-save/SKILL.md",
}  # fmt: skip


Join = Callable[[str], Repo]


@pytest.fixture
def remote(make_repo: Callable[..., Repo]) -> Repo:
    return make_repo("remote.git", "--bare")


@pytest.fixture
def person(remote: Repo, environment: dict[str, str], tmp_path: Path) -> Join:
    """Somebody's clone of the remote, with an account and a home of their own."""

    def join(name: str) -> Repo:
        account = tmp_path / name
        account.mkdir()
        shutil.copy(Path(environment["HOME"]) / ".gitconfig", account)
        mine = {"HOME": str(account), "SCRUBJAY_HOME": str(account / "memory"), "SCRUBJAY_EMBEDDING_PROVIDER": "none"}
        here = Repo(account, environment | mine)
        here.git("clone", "-q", str(remote.path), "work")
        return Repo(account / "work", here.environment)

    return join


def files(repo: Repo) -> dict[str, bytes]:
    """The working tree."""
    kept = (path for path in repo.path.rglob("*") if path.is_file() and ".git" not in path.relative_to(repo.path).parts)
    return {str(path.relative_to(repo.path)): path.read_bytes() for path in kept}


def twice(repo: Repo) -> tuple[str, ...]:
    account = Path(repo.environment["HOME"])
    return find_duplicates(claude_places(account, {}), open_repository(repo.path, GitEnvironment.of(repo.environment)))


def project(repo: Repo) -> str:
    """The id that the person's home has given the repository."""
    return json.loads(scrubjay(repo, "project", "show", "--json"))["id"]


def hits(repo: Repo, words: str) -> list[tuple[str, str]]:
    """Path and blob, or a memory's id, of what a search finds; it ends with 1 where that is nothing."""
    done = command(repo, "search", words, "--json")
    assert done.returncode in (0, 1), done.stderr
    answer = json.loads(done.stdout)
    return [(hit["path"], hit["blob"]) for hit in answer["results"]] + [("", hit["id"]) for hit in answer["memories"]]


@pytest.fixture
def ada(person: Join) -> Repo:
    """The first, who sets the team up, commits and pushes."""
    ada = person("ada")
    ada.commit("queue", {"docs/adr/0001-queue.md": ADR})
    scrubjay(ada, "init", "--team", "--yes")
    assert {line[3:] for line in ada.git("status", "--porcelain", "-uall").splitlines()} == FILES
    ada.commit("scrubjay for everybody")
    ada.git("push", "-q", "origin", "main")
    return ada


def test_both_see_the_same_documents_and_neither_the_others_memories(ada: Repo, person: Join) -> None:
    scrubjay(ada, "remember", NOTE)
    bob = person("bob")
    scrubjay(bob, "init", "--yes")
    scrubjay(bob, "remember", "The parser is slow on Windows.", "--scope", "user")

    assert project(ada) in (ada.path / ".agent/config.yaml").read_text()
    assert project(ada) != project(bob), "what is committed is nobody's id but its author's"
    assert hits(ada, "queue bursts") == hits(bob, "queue bursts") != []
    assert hits(ada, "staging sleeps Sundays") != []
    assert NOTE not in scrubjay(bob, "search", "queue") + str(hits(bob, "staging sleeps Sundays"))
    assert "Windows" not in scrubjay(ada, "search", "queue parser")
    for one in (ada, bob):
        assert one.git("status", "--porcelain") == ""
        assert twice(one) == ()
        assert "equals the tree" in scrubjay(one, "verify")

    bob.commit("cache", {"docs/cache.md": "# Cache\n\nThe cache is warmed at noon.\n"})
    bob.git("push", "-q", "origin", "main")
    ada.git("pull", "-q", "--ff-only", "origin", "main")
    for one in (ada, bob):
        scrubjay(one, "ingest")
    assert hits(ada, "cache warmed noon") == hits(bob, "cache warmed noon") != []


def test_setting_the_team_up_again_changes_nothing(ada: Repo, person: Join) -> None:
    bob = person("bob")
    scrubjay(bob, "init", "--yes")
    for one in (ada, bob):
        quiet(one)
        before = files(one)
        assert "team: up to date" in scrubjay(one, "init", "--team", "--yes")
        assert files(one) == before
        assert one.git("status", "--porcelain") == ""
        assert twice(one) == ()


def test_uninstall_leaves_what_the_team_committed(ada: Repo, person: Join) -> None:
    bob = person("bob")
    before = files(bob)
    scrubjay(bob, "init", "--yes")
    scrubjay(bob, "uninstall", "--yes")
    assert files(bob) == before
    assert bob.git("status", "--porcelain", "--ignored") == ""
    assert not (Path(bob.environment["HOME"]) / ".claude.json").exists()


@pytest.mark.parametrize("kind", ["session", "knowledge"])
async def test_without_scrubjay_the_committed_servers_have_no_tools_and_no_error(
    ada: Repo, person: Join, tmp_path: Path, kind: str
) -> None:
    bob = person("bob")
    entry = json.loads((bob.path / ".mcp.json").read_text(encoding="utf-8"))["mcpServers"][f"scrubjay-{kind}"]
    tools = tmp_path / "bin"
    tools.mkdir()
    for name in ("sh", "sed", "git"):
        found = shutil.which(name)
        assert found
        (tools / name).symlink_to(found)
    environment = bob.environment | {"PATH": str(tools)}
    server = StdioServerParameters(command=str(tools / "sh"), args=entry["args"], env=environment, cwd=bob.path)
    async with Client(server, mode="legacy") as client:
        assert client.server_info
        assert client.server_info.name == "scrubjay is not installed"
        assert not client.server_capabilities.tools

    (tools / "scrubjay").write_text(f'#!/bin/sh\nexec {sys.executable} -m scrubjay.cli.main "$@"\n', encoding="utf-8")
    (tools / "scrubjay").chmod(0o755)
    scrubjay(bob, "init", "--yes")
    async with Client(server) as client:
        names = {tool.name for tool in (await client.list_tools()).tools}
        if kind == "knowledge":
            assert "bursts are short" in await ask(client, "search_knowledge", query="queue", repo=os.fspath(bob.path))
        else:
            assert "Working tree" in await ask(client, "get_repository_state", repo=os.fspath(bob.path))
    assert len(names) >= 5
