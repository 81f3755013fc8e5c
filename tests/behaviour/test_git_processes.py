"""While HEAD and its branch stand, reading calls start no process of git, and those that look at changes start one."""

import shutil
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import anyio
import psutil
import pytest
from mcp import Client

from scrubjay.integrations.launching.launcher import LOCK_NAME
from scrubjay.storage.filesystem import file_lock
from tests.behaviour.every_tool import ADR
from tests.behaviour.processes import ask, quiet, scrubjay, server
from tests.conftest import Repo

PATH = "docs/adr/0001-queue.md"

SETTLED_S = 2.2
"""No process of git waits within two seconds of a change of packs, and `git init` is one."""

CLAIMS = ("We use a queue because bursts are short", "Bursts are short, so there is a queue", "The bursts are short")

READING: dict[str, dict[str, object]] = {
    "search_knowledge": {"query": "why a queue"},
    "get_document": {"path": PATH},
    "list_decisions": {},
    "knowledge_status": {},
}
SESSION: dict[str, dict[str, object]] = {"get_task_context": {}}
CHANGES: dict[str, dict[str, object]] = {
    "session_init": {},
    "note_progress": {"text": "Measured."},
    "set_task_context": {"task": "Bound the queue"},
}
"""These compare the working tree, which only `git status` can do."""


@pytest.fixture
def counted(repo: Repo, tmp_path: Path) -> Iterator[Path]:
    """The file to which each git that scrubjay starts appends its command."""
    program, log = tmp_path / "bin" / "git", tmp_path / "started"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\necho "$@" >> {log}\nexec {shutil.which("git")} "$@"\n')
    program.chmod(0o755)
    log.touch()
    repo.commit("first", {PATH: ADR})
    scrubjay(repo, "init", "--yes")
    quiet(repo)
    packs = repo.path / ".git" / "objects" / "pack"
    time.sleep(max(0.0, packs.stat().st_mtime + SETTLED_S - time.time()))
    repo.environment = repo.environment | {"PATH": f"{program.parent}:{repo.environment['PATH']}"}
    with file_lock(Path(repo.environment["SCRUBJAY_HOME"]) / LOCK_NAME, wait=True):  # no worker runs meanwhile
        yield log


async def started(client: Client, log: Path, tool: str, arguments: dict[str, object]) -> list[str]:
    """What git was started with during the second of two calls."""
    await ask(client, tool, **arguments)
    before = None
    while before != (before := log.read_text()):  # the next briefing is prepared beside the calls
        await anyio.sleep(0.5)
    log.write_text("")
    await ask(client, tool, **arguments)
    return [line for line in log.read_text().splitlines() if line]


@pytest.mark.anyio
async def test_reading_knowledge_starts_no_git(repo: Repo, counted: Path) -> None:
    async with Client(server(repo, "scrubjay_knowledge")) as client:
        for _ in range(2):
            for tool, arguments in READING.items():
                assert await started(client, counted, tool, arguments) == [], tool
            repo.commit("second", {PATH: ADR.replace("short", "rare")})
        assert "rare" in await ask(client, "get_document", path=PATH)


@pytest.mark.anyio
async def test_a_claim_with_a_source_starts_no_git_and_what_waits_ends_with_the_server(
    repo: Repo, counted: Path
) -> None:
    repo.git("update-ref", "refs/remotes/origin/main", "HEAD")
    async with Client(server(repo, "scrubjay_knowledge")) as client:
        for number, claim in enumerate(CLAIMS):
            counted.write_text("")
            assert '"stored"' in await ask(client, "remember", content=f"{claim} ({PATH}:9).")
            assert not number or counted.read_text() == "", "what the base branch has needs no git"
        assert len(waiting(repo)) == 1
    assert waiting(repo) == []


def waiting(repo: Repo) -> list[psutil.Process]:
    """The processes of git that wait in a repository to be asked for objects."""
    found = []
    for process in psutil.process_iter():
        with suppress(psutil.Error):
            if "cat-file" in process.cmdline() and process.cwd() == str(repo.path.resolve()):
                found.append(process)
    return found


@pytest.mark.anyio
@pytest.mark.parametrize("branch", ["main", "feature"])
async def test_a_session_starts_one_git_for_the_working_tree(repo: Repo, counted: Path, branch: str) -> None:
    repo.git("switch", "-q", "-C", branch)
    repo.commit("on it", {PATH: ADR.replace("short", "rare")})
    async with Client(server(repo, "scrubjay_session")) as client:
        for tool, arguments in SESSION.items():
            assert await started(client, counted, tool, arguments) == [], tool
        for tool, arguments in CHANGES.items():
            commands = await started(client, counted, tool, arguments)
            assert len(commands) <= 1, (tool, commands)  # none, too: the next briefing is prepared beside the calls
            assert all("status --porcelain=v2" in command for command in commands), (tool, commands)
