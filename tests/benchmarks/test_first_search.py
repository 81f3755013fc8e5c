"""What does the first search over stdio cost, and how much memory does the server hold? Real model, real process."""

import psutil
import pytest
from mcp import Client

from tests.benchmarks.figures import Size, program, server
from tests.conftest import Repo

pytestmark = [pytest.mark.benchmark, pytest.mark.anyio]


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


async def test_first_search_and_memory(repo: Repo, size: Size) -> None:
    repo.commit(
        "first",
        {f"docs/{n}.md": f"# Jay {n}\n\nA jay hides acorn {n} under the oak.\n" for n in range(size.of(200, 8))},
    )
    program("init", "--yes", "--wait", at=repo)
    async with Client(server("scrubjay_knowledge", repo)) as client:
        await client.list_tools()
        (process,) = [p for p in psutil.Process().children() if "scrubjay_knowledge" in " ".join(p.cmdline())]
        before = sum(process.cpu_times()[:2])
        answer = await client.call_tool("search_knowledge", {"query": "where are acorns hidden"})
        assert "acorn" in str(answer.content)
        first = sum(process.cpu_times()[:2]) - before
        for n in range(size.of(20, 2)):
            await client.call_tool("search_knowledge", {"query": f"acorn {n} under the oak"})
        later = (sum(process.cpu_times()[:2]) - before - first) / 20
        size.show("first search", "200 documents, CPU on top of the start", f"{first:.2f} s", "<= 0.8 s")
        size.show("later searches", "the same server, CPU each", f"{later * 1000:.0f} ms", "")
        size.show(
            "memory", "knowledge server with the model, RSS", f"{process.memory_info().rss / 1e6:.0f} MB", "<= 200 MB"
        )
