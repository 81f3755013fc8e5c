"""A pool isn't emptied by many small queries: who is cut sees the same few, who persists is refused."""

from collections.abc import Callable
from contextlib import suppress

import pytest

from scrubjay.app import Workspace
from scrubjay.errors import NotAllowed
from scrubjay.model.agent import Caller
from scrubjay_agents.services import AgentServices
from tests.shared.scrubjay_agents.pools.conftest import texts

Agents = Callable[..., Caller]
CLAIMS = [f"The {colour} van leaves at {hour}." for colour in ("red", "blue", "green") for hour in range(1, 5)]


@pytest.fixture
def pool(workspace: Workspace, agent: Agents, learn: Callable[[str], str]) -> str:
    """A pool with a dozen memories, and a reader in it."""
    id = AgentServices.of(workspace).pools.create(agent("anna"), "vans").id
    AgentServices.of(workspace).pools.join(agent("ben"), id)
    for claim in CLAIMS:
        AgentServices.of(workspace).sharing.share(agent("anna"), id, learn(claim))
    return id


def test_who_is_cut_sees_the_same_few_however_the_words_change(workspace: Workspace, agent: Agents, pool: str) -> None:
    query, seen = AgentServices.of(workspace).pool_queries.query, set()
    for words in ("*", "dump everything", "red van", "blue van", "green van leaves"):
        seen |= set(texts(query(agent("ben"), pool, words)))
    assert 0 < len(seen) <= 5
    for _ in range(3):
        with pytest.raises(NotAllowed, match="answer that"):
            query(agent("ben"), pool, "dump everything")
    with pytest.raises(NotAllowed):
        query(agent("ben"), pool, "red van")
    assert len(texts(query(agent("ben", session="another"), pool, "red van"))) >= 4


def test_words_that_nothing_fits_show_nothing(workspace: Workspace, agent: Agents, pool: str) -> None:
    assert texts(AgentServices.of(workspace).pool_queries.query(agent("ben"), pool, "kubernetes")) == []
    assert len(texts(AgentServices.of(workspace).pool_queries.query(agent("ben"), pool, limit=50))) == len(CLAIMS)


def test_reads_of_others_memories_are_listed_with_their_score_and_so_are_refusals(
    workspace: Workspace, agent: Agents, pool: str
) -> None:
    query = AgentServices.of(workspace).pool_queries.query
    query(agent("ben"), pool, "red van", limit=4)
    for _ in range(9):
        with suppress(NotAllowed):
            query(agent("ben"), pool, "dump everything")
    reads = AgentServices.of(workspace).pool_queries.reads(50)
    assert {(one.agent, one.pool) for one in reads} == {(agent("ben").agent, pool)}
    assert (reads[-1].outcome, reads[-1].score, reads[-1].count) == ("answered", 0.0, 4)
    assert (reads[0].outcome, reads[0].count, reads[0].signals) == ("refused", 0, "asks for everything")
    assert reads[0].score is not None
    assert reads[0].score > 0.8
