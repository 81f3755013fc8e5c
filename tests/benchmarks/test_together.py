"""Two servers, a worker and four command lines on one home at once: is anything busy, is anything lost?"""

import json
import subprocess
import sys
from functools import partial

import anyio
import pytest
from mcp import Client, types

from scrubjay.app import open_app
from scrubjay.git.process import GitEnvironment
from scrubjay.settings.layers import load_settings
from tests.benchmarks.figures import Size, server, spent
from tests.benchmarks.figures import program as run
from tests.conftest import Repo
from tests.patience import PATIENCE_S

pytestmark = [pytest.mark.benchmark, pytest.mark.anyio]
BIRDS = ("jay", "magpie", "rook", "crow", "raven", "finch", "robin", "wren", "tit", "owl")
PLACES = ("barn", "gutter", "chimney", "orchard", "cellar", "steeple", "hedge", "quarry", "attic", "harbour")


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


def claim(n: int) -> str:
    """Claims that share few words, so that none is taken for a contradiction of another."""
    first, second = divmod(n, len(BIRDS))
    place = PLACES[(first + second) % len(PLACES)]
    return f"{BIRDS[second].title()}s from plot{n} visit that {place} word{n} each{n} night{n}."


async def test_many_processes_lose_nothing(repo: Repo, environment: dict[str, str], size: Size) -> None:
    claims, terminals, each = size.of(60, 5), size.of(4, 2), size.of(8, 2)
    repo.environment = environment if size.full else environment | {"SCRUBJAY_EMBEDDING_PROVIDER": "none"}
    pages = {f"docs/{n}.md": f"# Jay {n}\n\nA jay hides acorn {n}.\n" for n in range(size.of(100, 10))}
    repo.commit("first", pages)
    run("init", "--yes", at=repo)

    kept: dict[str, str] = {}
    errors: list[str] = []

    async def remember(client: Client) -> None:
        for n in range(claims):
            answer = await client.call_tool("remember", {"content": claim(n), "key": f"server-{n}"})
            said = answer.structured_content or {}
            if answer.is_error or said["outcome"] != "stored":
                errors.append(str(answer.content))
            else:
                kept[str(said["id"])] = claim(n)

    async def task(client: Client) -> None:
        for n in range(claims):
            answer = await client.call_tool("session_save", {"summary": f"Step {n}", "session": "together"})
            errors.extend(b.text for b in answer.content if answer.is_error and isinstance(b, types.TextContent))

    def command_line(who: int) -> None:
        for n in range(claims + who * each, claims + (who + 1) * each):
            done = subprocess.run(
                [sys.executable, "-m", "scrubjay.cli.main", "remember", claim(n), "--json"],
                cwd=repo.path, env=repo.environment, capture_output=True, text=True, timeout=PATIENCE_S, check=False,
            )  # fmt: skip
            if done.returncode:
                errors.append(done.stderr + done.stdout)
            else:
                kept[json.loads(done.stdout)["id"]] = claim(n)

    with spent() as cost:
        async with (
            Client(server("scrubjay_knowledge", repo)) as one,
            Client(server("scrubjay_session", repo)) as two,
            anyio.create_task_group() as group,
        ):
            group.start_soon(remember, one)
            group.start_soon(task, two)
            for who in range(terminals):
                group.start_soon(anyio.to_thread.run_sync, command_line, who)
            for n in range(size.of(5, 2)):
                await anyio.to_thread.run_sync(partial(repo.commit, f"more {n}", {f"more/{n}.md": f"# More {n}\n"}))
    assert errors == []
    assert len(kept) == claims + terminals * each
    with open_app(
        load_settings(repo.environment), git_environment=GitEnvironment.of(repo.environment), wake=lambda: None
    ) as app:
        there = app.workspace(repo.path).memories.of_ids(kept)
        saves = app.workspace(repo.path).tasks.saves("main", 200)
    assert {id: memory.content for id, memory in there.items()} == kept
    assert [past.save.summary for past in saves] == [f"Step {n}" for n in reversed(range(claims))]
    size.show(
        "all at once",
        f"2 servers, worker, {terminals} terminals; {len(kept) + claims} writes",
        "0 errors, 0 lost",
        f"{cost.wall:.0f} s",
    )
