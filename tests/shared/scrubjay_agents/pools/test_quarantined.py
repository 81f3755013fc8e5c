"""What a quarantined agent or session shared is in no pool, whoever wrote it; a lift brings it back."""

from collections.abc import Callable

import pytest

from scrubjay.app import Workspace
from scrubjay.errors import NotAllowed
from scrubjay.model.agent import AgentType, Caller
from scrubjay.model.quarantine import QuarantineCounts
from scrubjay_agents.services import AgentServices
from tests.shared.scrubjay_agents.pools.conftest import texts

CLAIM = "Vans leave at six."
Agent = Callable[..., Caller]
Learn = Callable[[str], str]


@pytest.fixture
def shared(workspace: Workspace, agent: Agent, learn: Learn) -> str:
    """A memory of ada's that a bad agent shares in a pool of its own, where a reader is; returns its id."""
    bad, reader = agent("bad"), agent("reader")
    AgentServices.of(workspace).pools.create(bad, "vans of the bad one", "project", "")
    AgentServices.of(workspace).pools.join(reader, "vans of the bad one")
    id = learn(CLAIM)
    AgentServices.of(workspace).sharing.share(bad, "vans of the bad one", id)
    return id


def shown(workspace: Workspace, reader: Caller) -> list[str]:
    return texts(AgentServices.of(workspace).pool_queries.query(reader, "vans of the bad one"))


@pytest.mark.parametrize("by", ["agent", "session"])
def test_a_share_leaves_its_pool_with_who_made_it(workspace: Workspace, agent: Agent, shared: str, by: str) -> None:
    bad, reader = agent("bad"), agent("reader")
    who = bad.agent if by == "agent" else bad.session
    assert shown(workspace, reader) == [CLAIM]
    assert workspace.quarantine.blast(who).shared == (shared,)
    assert workspace.quarantine.impose(who, "ada") == QuarantineCounts(0, 0, 1)
    assert shown(workspace, reader) == []
    assert CLAIM in [memory.content for memory in workspace.memories.believed()]
    assert [entry.shared for entry in AgentServices.of(workspace).pools.list(reader)] == [0]
    assert workspace.quarantine.lift(who, "ada") == QuarantineCounts(0, 0, 1)
    assert shown(workspace, reader) == [CLAIM]


def test_a_pool_has_no_name_of_a_quarantined_agents(workspace: Workspace, agent: Agent, shared: str) -> None:
    bad, reader = agent("bad"), agent("reader")
    workspace.quarantine.impose(bad.agent, "ada")
    (entry,) = AgentServices.of(workspace).pools.list(reader)
    assert entry.pool.name == entry.pool.id[:12]


def test_who_is_quarantined_shares_nothing_and_makes_no_pool(
    workspace: Workspace, agent: Agent, learn: Learn, shared: str
) -> None:
    bad = agent("bad")
    workspace.quarantine.impose(bad.session, "ada")
    with pytest.raises(NotAllowed, match="quarantined"):
        AgentServices.of(workspace).sharing.share(bad, "vans of the bad one", learn("Vans are red."))
    with pytest.raises(NotAllowed, match="quarantined"):
        AgentServices.of(workspace).pools.create(bad, "another", "project", "")


def test_an_agent_goes_with_its_sessions_and_the_handoffs_that_it_left(workspace: Workspace) -> None:
    callers, handoffs = workspace.callers, AgentServices.of(workspace).handoffs
    bad, taker = callers.of_type(AgentType.CODEX, "bad"), callers.of_type(AgentType.ZED, "good")
    handoffs.initiate(bad, "branch", {"task_description": "Feed the vans"})
    assert [handoff.context.task_description for handoff in handoffs.pending(taker)] == ["Feed the vans"]
    workspace.quarantine.impose(bad.agent, "ada")
    assert handoffs.pending(taker) == ()
    assert bad.agent not in {one.id for one in AgentServices.of(workspace).agent_directory.of_user(taker).agents}
    person = callers.of_type(AgentType.HUMAN, "terminal")
    assert bad.agent in {one.id for one in AgentServices.of(workspace).agent_directory.of_user(person).agents}
    workspace.quarantine.lift(bad.agent, "ada")
    assert len(handoffs.pending(taker)) == 1
