"""What does a pool of 100,000 memories cost: its list, a question, a share, and a search while there is none?

pytest tests/benchmarks/test_pools.py -m benchmark -s --data FOLDER [--memories 100000]
"""

import itertools
import statistics
import time
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

import pytest

from scrubjay.app import open_app
from scrubjay.git.process import GitEnvironment
from scrubjay.model.agent import AgentType, Caller, default_capabilities
from scrubjay.model.pool import PoolScope
from scrubjay.search.recall.answer import RecallRequest
from scrubjay.settings.layers import load_settings
from scrubjay_agents.provided import pools_of
from scrubjay_agents.services import AgentServices
from tests.benchmarks.figures import show
from tests.benchmarks.test_memory_latency import fill, lines
from tests.conftest import Repo

pytestmark = pytest.mark.benchmark

TIMES = 40
SHARE_ALL = """
INSERT INTO pool_memory (pool, memory, scope, agent, shared_at) SELECT :pool, number, :scope, :agent, '' FROM memory
"""


def milliseconds(act: Callable[[int], object], times: int = TIMES) -> str:
    """Median and 95th percentile of CPU and wall time."""
    act(0)
    walls, cpus = [], []
    for number in range(times):
        wall, cpu = time.perf_counter(), time.process_time()
        act(number)
        walls.append((time.perf_counter() - wall) * 1000)
        cpus.append((time.process_time() - cpu) * 1000)
    wall, cpu = statistics.median(walls), statistics.median(cpus)
    return f"{wall:.2f} ({statistics.quantiles(walls, n=20)[-1]:.2f}), CPU {cpu:.2f} ms"


def test_a_large_pool_answers_in_time(
    repo: Repo, environment: dict[str, str], data: Path, clock: Callable[[], datetime], memories: int
) -> None:
    known = list(itertools.islice(lines(data), memories + TIMES + 1))
    repo.commit("first", {"README.md": "# Shop\n"})
    variables = environment | {"SCRUBJAY_EMBEDDING_PROVIDER": "none"}
    with open_app(
        load_settings(variables), git_environment=GitEnvironment.of(variables), clock=clock, wake=lambda: None
    ) as app:
        at = app.initialise(repo.path)
        fill(at, known[:memories], clock)
        agents = [
            Caller(
                agent=f"{number:032x}", type=AgentType.HUMAN, owner=at.settings.user_id, project=at.project.id,
                session=f"s{number}", capabilities=default_capabilities(AgentType.HUMAN),
            )
            for number in (1, 2)
        ]  # fmt: skip
        pool = AgentServices.of(at).pools.create(agents[0], "large")
        params = {"pool": pool.number, "scope": int(PoolScope.PROJECT), "agent": agents[0].agent}
        at.knowledge_database.write(lambda c: c.execute(SHARE_ALL, params))
        AgentServices.of(at).pools.join(agents[1], pool.id)
        given = f"{len(known) - TIMES - 1:,} memories in one pool; wall p50 (p95)"
        queries = AgentServices.of(at).pool_queries
        show("pool: listed", given, milliseconds(lambda _: queries.query(agents[1], pool.id)), "10 ms")
        narrow = milliseconds(lambda _: queries.query(agents[1], pool.id, max_scope="user"))
        show("pool: listed, nothing so narrow", given, narrow, "10 ms")
        words = [
            " ".join(text.split()[:4]).replace(":", " ").replace('"', " ") for text in known[:: memories // 50 or 1]
        ]

        def searched(number: int) -> None:
            at.recall.search(RecallRequest(query=words[number % len(words)], kinds=("memory",), limit=10))

        show("search among memories", given, milliseconds(searched), "")
        asked = milliseconds(lambda n: queries.query(agents[1], pool.id, words[n % len(words)]))
        show("pool: asked", given, asked, "1.2 × search")
        ids = [memory.id for memory in at.memories.recent(8)]
        show("pools of eight memories", given, milliseconds(lambda _: pools_of(at, ids)), "")
        AgentServices.of(at).pools.leave(agents[1], pool.id)
        small = AgentServices.of(at).pools.create(agents[0], "small")
        shared = [memory.id for memory in at.memories.recent(TIMES)]
        show(
            "pool: shared",
            given,
            milliseconds(lambda n: AgentServices.of(at).sharing.share(agents[0], small.id, shared[n])),
            "",
        )
        at.knowledge_database.write(lambda c: c.execute("DELETE FROM pool"))
        show("without pools", given, milliseconds(lambda _: pools_of(at, ids)), "")
