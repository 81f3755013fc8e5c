"""Does the time of an answer tell whether an id is somebody else's or nobody's? In interleaved pairs.

pytest tests/benchmarks/test_not_yours.py -m benchmark -s
"""

import statistics
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta
from uuid import uuid4

import pytest

from scrubjay.app import open_app
from scrubjay.errors import ScrubjayError
from scrubjay.git.process import GitEnvironment
from scrubjay.memory.store.request import RememberRequest
from scrubjay.model.agent import AgentType
from scrubjay.model.memory import Stored
from scrubjay.settings.layers import load_settings
from scrubjay_agents.handoffs.handoff import HandoffResult
from scrubjay_agents.services import AgentServices
from tests.benchmarks.figures import Size
from tests.conftest import Repo

pytestmark = pytest.mark.benchmark

DONE = HandoffResult()
WORK = {"task_description": "Weigh parcels once: the second scale at the gate is to go."}


def compared(act: Callable[[str], object], theirs: str, times: int) -> str:
    """The medians of both kinds of id, and of their differences with its median absolute deviation; CPU time."""
    spent: tuple[list[float], list[float]] = ([], [])
    for number in range(times):
        for which in (0, 1) if number % 2 else (1, 0):
            id = uuid4().hex if which else theirs
            cpu = time.process_time()
            with suppress(ScrubjayError):
                act(id)
            spent[which].append((time.process_time() - cpu) * 1000)
    differences = [one - other for one, other in zip(*spent, strict=True)]
    middle = statistics.median(differences)
    spread = statistics.median(abs(one - middle) for one in differences)
    one, other = map(statistics.median, spent)
    return f"{one:.3f}, {other:.3f} ms, {middle:+.3f} ± {spread:.3f}"


def test_the_time_of_a_refusal_does_not_tell_whose_an_id_is(
    repo: Repo, make_repo: Callable[..., Repo], environment: dict[str, str], clock: Callable[[], datetime], size: Size
) -> None:
    for one in (repo, elsewhere := make_repo("elsewhere")):
        one.commit("first", {"README.md": "# Shop\n"})
    variables = environment | {"SCRUBJAY_EMBEDDING_PROVIDER": "none"}
    with open_app(
        load_settings(variables), git_environment=GitEnvironment.of(variables), clock=clock, wake=lambda: None
    ) as app:
        other = app.initialise(elsewhere.path).memories.remember(RememberRequest(content="Carts leave at noon."))
        at = app.initialise(repo.path)
        assert isinstance(other, Stored)
        me = at.callers.of_type(AgentType.CLAUDE_CODE, "s1")
        codex = at.callers.of_type(AgentType.CODEX, "s2")
        child = AgentServices.of(at).agent_directory.register(codex, AgentType.OTHER_AGENT, "tests").id
        left = AgentServices.of(at).handoffs.initiate(codex, child, WORK).id
        taken = AgentServices.of(at).handoffs.initiate(codex, child, WORK).id
        AgentServices.of(at).handoffs.accept(codex, taken, child)
        pool = AgentServices.of(at).pools.create(codex, "private", "agent-private").id
        mine = AgentServices.of(at).pools.create(me, "mine").id
        store, members = AgentServices.of(at).handoff_store, AgentServices.of(at).pools
        targets, week = (me.agent, "any:claude_code", "branch:main"), timedelta(days=7)
        assert store.add(me, targets[1], AgentServices.of(at).handoffs.find(codex, left).context, week)
        acts: dict[str, tuple[str, Callable[[str], object]]] = {
            "agent: acted for": (child, lambda id: at.callers.acting(me, id)),
            "agent: shown": (child, lambda id: AgentServices.of(at).agent_directory.info(me, id)),
            "handoff: accepted": (left, lambda id: store.accept(me, id, targets)),
            "one taken: accepted": (taken, lambda id: store.accept(me, id, targets)),
            "handoff: completed": (taken, lambda id: store.complete(me, id, DONE)),
            "handoff: rejected": (left, lambda id: store.reject(me, id, targets, "no")),
            "handoff: cancelled": (left, lambda id: store.cancel(me, id)),
            "handoff: found": (left, lambda id: store.listed(me, targets, 2, id)),
            "pool: asked": (pool, lambda id: AgentServices.of(at).pool_queries.query(me, id)),
            "pool: joined": (pool, lambda id: members.join(me, id)),
            "pool: left": (pool, lambda id: members.leave(me, id)),
            "pool: shared in": (pool, lambda id: AgentServices.of(at).sharing.share(me, id, "f" * 32)),
            "memory: shared": (other.id, lambda id: AgentServices.of(at).sharing.share(me, mine, id)),
            "memory: traced": (other.id, lambda id: at.memories.provenance(id)),
        }
        for name, (theirs, act) in acts.items():
            told = compared(act, theirs, size.of(400, 1))
            size.show(name, "theirs, nobody's, their difference ± its spread", told, "within it")
