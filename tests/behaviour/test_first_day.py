"""A newcomer's first day, with real processes: init, commit, ask over stdio, save, come back, leave."""

import sys
import time
from pathlib import Path
from typing import Literal

import anyio
import pytest
from mcp import Client

from tests import persons
from tests.behaviour.processes import ask, command, quiet, registered, scrubjay
from tests.conftest import Repo
from tests.patience import PATIENCE_S

pytestmark = pytest.mark.anyio
ERAS: tuple[Literal["legacy", "2026-07-28"], ...] = ("legacy", "2026-07-28")


@pytest.fixture
def project(repo: Repo) -> Repo:
    """A repository with two decisions, one of which replaced the other, without the model for speed."""
    repo.environment = repo.environment | {"SCRUBJAY_EMBEDDING_PROVIDER": "none"}
    repo.commit(
        "first",
        {
            "docs/adr/0001-files.md": "# 1. Cache in files\n\n## Status\n\nSuperseded by ADR-2\n\nWe cache in files.\n",
            "docs/adr/0002-redis.md": "# 2. Cache in Redis\n\nDate: 2026-02-01\n\n## Status\n\nAccepted\n\n"
            "We cache in Redis because files were slow on shared disks.\n",
        },
    )
    return repo


async def test_a_newcomers_first_day(project: Repo) -> None:
    shown = scrubjay(project, "init", "--yes")
    assert "ADR-002 Cache in Redis" in shown
    assert project.git("status", "--porcelain") == ""

    project.commit("why", {"docs/queue.md": "# Queue\n\nThe queue is bounded because the parser is slow.\n"})
    short = project.git("rev-parse", "--short=10", "HEAD")
    deadline = time.monotonic() + PATIENCE_S
    while short not in scrubjay(project, "log"):  # by the hook's job, or by init's when that ran late
        assert time.monotonic() < deadline, "no worker read the commit"
        await anyio.sleep(0.1)
    assert "equals the tree" in scrubjay(project, "verify", "--deep")

    for era in ERAS:
        async with Client(registered(project, "scrubjay-knowledge"), mode=era) as knowledge:
            answer = await ask(knowledge, "search_knowledge", query="why is the queue bounded")
            assert answer.splitlines()[0].startswith(f"repo · main @ {short}")
            assert "docs/queue.md:1-3" in answer
            assert "keyword only" in answer.splitlines()[0]
            answer = await ask(knowledge, "search_knowledge", query="where do we cache", kinds=["decision"])
            assert answer.index("0002-redis.md") < answer.index("0001-files.md")
            assert "superseded by ADR-002" in answer
            assert "2026-02-01" in answer
            assert "0001-files.md" not in await ask(knowledge, "list_decisions")
            assert "parser is slow" in await ask(knowledge, "get_document", path="docs/queue.md")
            wrong = await knowledge.call_tool("get_document", {"path": "../../etc/passwd"})
            assert wrong.is_error

    async with Client(registered(project, "scrubjay-knowledge")) as knowledge:
        stored = await knowledge.call_tool("remember", {"content": "Deploys are on Tuesdays.", "source": "user"})
        assert stored.structured_content
        earned = stored.structured_content["outcome"], stored.structured_content["grade"]
        assert earned == ("stored", "said"), "nothing says so, and an agent is not the user"
        liked = {"content": "I prefer short answers.", "kind": "preference", "scope": "user"}
        assert (await knowledge.call_tool("remember", liked)).structured_content["outcome"] == "stored"
        answer = await ask(knowledge, "search_knowledge", query="which answers does the user prefer")
        assert "I prefer short answers." in answer
        assert "no source" in answer
        assert "Deploys are on Tuesdays" not in answer

    async with Client(registered(project, "scrubjay-session")) as session:
        await ask(session, "set_task_context", task="Bound the queue")
        await ask(session, "session_save", summary="Measured.", dead_ends=["a larger queue -> more memory"])
    async with Client(registered(project, "scrubjay-session")) as session:  # the next morning, another process
        briefing = await ask(session, "session_init", session="morning")
        assert "Bound the queue" in briefing
        assert "a larger queue" in briefing
        again = await ask(session, "session_init", session="morning")
        assert "nchanged since" in again
        assert "why" in await ask(session, "search_commits", query="why")

    assert project.git("status", "--porcelain") == ""
    assert persons.scrubjay(
        project.path, project.environment, "uninstall", "--purge", keys=[("delete it? [y/n]", "y")]
    ).code == 0  # fmt: skip
    assert project.git("status", "--porcelain", "--ignored") == ""
    assert not (project.path / ".git" / "scrubjay").exists()
    assert not [hook for hook in (project.path / ".git" / "hooks").iterdir() if hook.suffix != ".sample"]


async def test_one_server_answers_for_two_worktrees_in_turn(project: Repo) -> None:
    scrubjay(project, "init", "--yes")
    project.git("worktree", "add", "-q", "-b", "topic", "../topic")
    topic = Repo(project.path.parent / "topic", project.environment)
    topic.commit("secret plan", {"docs/plan.md": "# Plan\n\nThe unmerged plan is to cache in memory.\n"})
    async with Client(registered(project, "scrubjay-knowledge")) as knowledge:
        for _ in range(5):
            here = await ask(knowledge, "search_knowledge", query="cache plan", repo=str(project.path))
            there = await ask(knowledge, "search_knowledge", query="cache plan", repo=str(topic.path))
            assert "unmerged plan" not in here
            assert "unmerged plan" in there


def test_commits_work_when_scrubjay_is_gone_or_its_home_is_broken(project: Repo) -> None:
    scrubjay(project, "init", "--yes")
    home = Path(project.environment["SCRUBJAY_HOME"])
    hook = project.path / ".git" / "hooks" / "post-commit"
    text = hook.read_text()
    hook.write_text(text.replace(sys.executable, "/nowhere/python"))
    project.commit("without python", {"a.md": "a"})
    hook.write_text(text)
    quiet(project)
    (home / "home.db").write_bytes(b"not a database" * 1000)
    project.commit("with a broken home", {"b.md": "b"})
    assert "damaged" in command(project, "search", "cache").stderr
    assert (home / "home.db").read_bytes().startswith(b"not a database")
