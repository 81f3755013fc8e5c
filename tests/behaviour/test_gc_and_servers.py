"""Two real servers and the command line agree on a memory before and after gc, whichever of them asked first."""

import json

import pytest
from mcp import Client

from tests.behaviour.processes import ask, knowledge_of, quiet, scrubjay
from tests.conftest import Repo

PAGE = "# Queue\n\nThe queue holds ten parcels.\n\n" + "A line that stays.\n\n" * 20
CLAIM = "The queue holds two hundred parcels (docs/queue.md:3)."


async def sees(client: Client) -> bool:
    answer = await ask(client, "search_knowledge", query="how many parcels does the queue hold", kinds=["memory"])
    return "two hundred parcels" in answer


@pytest.mark.anyio
async def test_a_dropped_branch_says_nothing_on_main_before_and_after_gc(
    repo: Repo, environment: dict[str, str]
) -> None:
    repo.environment = environment | {"SCRUBJAY_EMBEDDING_PROVIDER": "none"}
    repo.commit("first", {"docs/queue.md": PAGE})
    scrubjay(repo, "init", "--yes")
    repo.git("checkout", "-q", "-b", "more")
    repo.commit("more room", {"docs/queue.md": PAGE.replace("ten parcels", "two hundred parcels")})
    async with Client(knowledge_of(repo)) as old:
        assert json.loads(await ask(old, "remember", content=CLAIM))["outcome"] == "stored"
        assert await sees(old)
        repo.git("checkout", "-q", "main")
        repo.git("branch", "-q", "-D", "more")
        assert not await sees(old)
        scrubjay(repo, "memories", "--lost")
        quiet(repo)
        repo.git("reflog", "expire", "--expire=now", "--all")
        repo.git("gc", "-q", "--prune=now")
        assert not await sees(old)
        async with Client(knowledge_of(repo)) as fresh:
            assert not await sees(fresh)
    assert "two hundred parcels" in scrubjay(repo, "memories", "--lost", code=1)
    assert "1 lost" in scrubjay(repo, "status")
