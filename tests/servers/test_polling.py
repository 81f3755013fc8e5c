"""Servers that are asked all the time while somebody else writes."""

import anyio
import mcp_types as types
import pytest
from mcp import Client

from scrubjay_serving.backend import Backend
from scrubjay_session.server import build
from tests.conftest import Repo

pytestmark = [pytest.mark.anyio, pytest.mark.story]

COMMITS = 15


async def test_polling_the_state_makes_no_commit_fail_and_no_answer_wrong(backend: Backend, project: Repo) -> None:
    done = anyio.Event()
    answers: list[str] = []

    async def poll(client: Client, tool: str) -> None:
        while not done.is_set():
            result = await client.call_tool(tool, {})
            assert not result.is_error
            (block,) = result.content
            assert isinstance(block, types.TextContent)
            answers.append(block.text.splitlines()[0])

    async with Client(build(backend)) as client, anyio.create_task_group() as group:
        for tool in ("get_repository_state", "session_init", "get_repository_state"):
            group.start_soon(poll, client, tool)
        for n in range(COMMITS):
            files: dict[str, str | bytes] = {f"docs/{n}.md": f"# Note {n}\n\nText.\n"}
            await anyio.to_thread.run_sync(project.commit, f"commit {n}", files)
        done.set()
    assert project.git("rev-list", "--count", "HEAD") == str(COMMITS + 1)
    known = set(project.git("log", "--format=%h", "--abbrev=10").split())
    assert {line.split(" @ ")[1][:10] for line in answers} <= known
    assert len(answers) >= 3
