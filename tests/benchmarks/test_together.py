"""Two servers, a worker and four command lines on one home at once: is anything busy, is anything lost?"""

import json
import subprocess
import sys

import anyio
import pytest
from mcp import Client, types

from tests.benchmarks.figures import program, server, show, spent
from tests.conftest import Repo

pytestmark = [pytest.mark.benchmark, pytest.mark.anyio]
CLAIMS = 60


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


async def test_many_processes_lose_nothing(repo: Repo, environment: dict[str, str]) -> None:
    repo.commit("first", {f"docs/{n}.md": f"# Jay {n}\n\nA jay hides acorn {n}.\n" for n in range(100)})
    program("init", "--yes", at=repo)

    stored: set[str] = set()
    errors: list[str] = []

    async def remember(client: Client) -> None:
        for n in range(CLAIMS):
            answer = await client.call_tool("remember", {"content": f"Claim {n} of the server.", "key": f"server-{n}"})
            if answer.is_error:
                errors.append(str(answer.content))
            else:
                stored.add(str((answer.structured_content or {})["id"]))

    async def task(client: Client) -> None:
        for n in range(CLAIMS):
            answer = await client.call_tool("session_save", {"summary": f"Step {n}", "session": "together"})
            errors.extend(b.text for b in answer.content if answer.is_error and isinstance(b, types.TextContent))

    def command_line(who: int) -> None:
        for n in range(8):
            done = subprocess.run(
                [sys.executable, "-m", "scrubjay.cli.main", "remember", f"Claim {n} of terminal {who}."],
                cwd=repo.path, env=environment, capture_output=True, text=True, timeout=120, check=False,
            )  # fmt: skip
            if done.returncode:
                errors.append(done.stderr + done.stdout)
            else:
                stored.add(done.stdout.split()[1].rstrip(","))

    with spent() as cost:
        async with (
            Client(server("scrubjay_knowledge", repo)) as one,
            Client(server("scrubjay_session", repo)) as two,
            anyio.create_task_group() as group,
        ):
            group.start_soon(remember, one)
            group.start_soon(task, two)
            for who in range(4):
                group.start_soon(anyio.to_thread.run_sync, command_line, who)
            for n in range(5):
                await anyio.to_thread.run_sync(repo.commit, f"more {n}", {f"more/{n}.md": f"# More {n}\n"})
    found = json.loads(program("search", "claim", "--kind", "memory", "--limit", "100", "--json", at=repo))["results"]
    writes = CLAIMS + 4 * 8
    assert errors == []
    assert len(stored) == writes
    assert len(found) == writes
    show(
        "all at once",
        f"2 servers, worker, 4 terminals; {writes + CLAIMS} writes",
        "0 errors, 0 lost",
        f"{cost.wall:.0f} s",
    )
