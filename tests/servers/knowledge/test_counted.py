"""Calls of tools are timed for the project that they are about; searches of servers are counted as those of people."""

import pytest

from scrubjay.identity.insight.events import Measure
from scrubjay_serving.backend import Backend
from tests.conftest import Repo
from tests.servers.answers import Ask

pytestmark = pytest.mark.anyio


async def test_a_call_is_timed_and_its_search_counted(ask: Ask, backend: Backend, project: Repo) -> None:
    for _ in range(2):
        await ask("search_knowledge", query="how is the shop used")
    await ask("knowledge_status")
    counts = backend.app().workspace(project.path).counts
    counts.flush()
    sums = counts.since("")
    assert sums.totals(Measure.MILLISECONDS) == {"search": 2, "search_knowledge": 2, "knowledge_status": 1}
    assert sums.totals(Measure.HOW) == {"degraded": 2}
    assert all(one.p50 <= one.p95 <= one.p99 for one in sums.latencies())


async def test_a_call_that_reaches_no_project_is_counted_nowhere(ask: Ask, backend: Backend, project: Repo) -> None:
    await ask("search_knowledge", query="shop", repo="/")
    counts = backend.app().workspace(project.path).counts
    counts.flush()
    assert counts.since("").sums == {}
