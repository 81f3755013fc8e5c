"""Who may make a pool, join it, let others in and leave it."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from scrubjay.app import Workspace
from scrubjay.errors import PermissionDenied, UsageError
from scrubjay.model.agent import AgentType, Caller
from scrubjay.model.pool import PoolPermission
from scrubjay_agents.services import AgentServices
from tests.shared.scrubjay_agents.pools.conftest import audited

Agents = Callable[..., Caller]
UNKNOWN = "0" * 32


def test_who_makes_a_pool_administers_it(workspace: Workspace, agent: Agents) -> None:
    anna = agent("anna")
    pool = AgentServices.of(workspace).pools.create(anna, " Back  end ")
    (entry,) = AgentServices.of(workspace).pools.list(anna)
    assert (entry.pool, entry.permission, entry.members, entry.shared) == (pool, PoolPermission.ADMIN, 1, 0)
    assert pool.name == "Back end"
    assert audited(workspace, "POOL_OPERATION") == [(anna.agent, "create", "done")]


def test_another_agent_joins_with_what_it_asks_for_up_to_write(workspace: Workspace, agent: Agents) -> None:
    pools, ben = AgentServices.of(workspace).pools, agent("ben")
    pool = pools.create(agent("anna"), "backend")
    assert pools.join(ben, pool.id) == (pool, PoolPermission.READ)
    assert pools.join(ben, "backend", "write") == (pool, PoolPermission.WRITE)
    assert pools.join(ben, pool.id[:8], "read") == (pool, PoolPermission.WRITE)
    with pytest.raises(PermissionDenied, match="at most write"):
        pools.join(ben, pool.id, "admin")
    assert pools.join(agent("anna"), pool.id, "admin", ben.agent) == (pool, PoolPermission.ADMIN)


def test_who_is_no_admin_changes_nobody_elses_membership(workspace: Workspace, agent: Agents) -> None:
    pools, ben = AgentServices.of(workspace).pools, agent("ben")
    pool = pools.create(agent("anna"), "backend")
    pools.join(ben, pool.id, "write")
    for act in (
        lambda: pools.join(ben, pool.id, "read", agent("cleo").agent),
        lambda: pools.leave(ben, pool.id, agent("anna").agent),
    ):
        with pytest.raises(PermissionDenied, match="needs admin"):
            act()
    assert audited(workspace, "PERMISSION_DENIED") == [(ben.agent, "join", "refused"), (ben.agent, "leave", "refused")]


def test_the_last_admin_stays_while_others_are_there_and_an_empty_pool_goes(
    workspace: Workspace, agent: Agents
) -> None:
    pools, anna, ben = AgentServices.of(workspace).pools, agent("anna"), agent("ben")
    pool = pools.create(anna, "backend")
    pools.join(ben, pool.id)
    with pytest.raises(UsageError, match="only member with admin"):
        pools.leave(anna, pool.id)
    pools.leave(anna, pool.id, ben.agent)
    pools.leave(anna, pool.id)
    assert pools.list(anna) == ()


def test_a_private_pool_is_there_for_its_agent_and_for_a_person_alone(workspace: Workspace, agent: Agents) -> None:
    pools, anna, ben = AgentServices.of(workspace).pools, agent("anna"), agent("ben")
    pool = pools.create(anna, "mine", "agent-private")
    assert pools.list(ben) == ()
    with pytest.raises(PermissionDenied) as hidden:
        pools.join(ben, pool.id)
    with pytest.raises(PermissionDenied) as unknown:
        pools.join(ben, UNKNOWN)
    assert str(hidden.value).replace(pool.id, "") == str(unknown.value).replace(UNKNOWN, "")
    assert [entry.pool for entry in pools.list(agent("you", AgentType.HUMAN))] == [pool]


def test_another_owners_agent_sees_nothing(workspace: Workspace, agent: Agents) -> None:
    pools = AgentServices.of(workspace).pools
    pool = pools.create(agent("anna"), "backend", "global")
    stranger = replace(agent("ben"), owner="somebody-else")
    assert pools.list(stranger) == ()
    for act in (lambda: pools.join(stranger, pool.id), lambda: pools.create(agent("anna"), "x", owner="else")):
        with pytest.raises(PermissionDenied):
            act()


def test_a_pipeline_makes_no_pool(workspace: Workspace, agent: Agents) -> None:
    script = agent("ci", AgentType.CUSTOM_PIPELINE)
    with pytest.raises(PermissionDenied, match="POOL_MANAGE"):
        AgentServices.of(workspace).pools.create(script, "builds")
    assert audited(workspace, "PERMISSION_DENIED") == [(script.agent, "create", "refused")]


@pytest.mark.parametrize(
    ("name", "scope"),
    [
        ("", "project"), ("x" * 101, "project"), ("x", "galaxy"), ("3218f46e", "project"), ("-", "project"),
        ("../../x", "project"), ("--json", "project"), ("a/b", "project"), ("a\u202eb", "project"),
    ],
)  # fmt: skip
def test_a_name_and_a_scope_are_checked(workspace: Workspace, agent: Agents, name: str, scope: str) -> None:
    with pytest.raises(UsageError):
        AgentServices.of(workspace).pools.create(agent("anna"), name, scope)


def test_two_pools_of_one_name_are_told_apart_by_their_ids(workspace: Workspace, agent: Agents) -> None:
    pools, person = AgentServices.of(workspace).pools, agent("person", AgentType.HUMAN)
    first, second = (pools.create(agent(name), "backend", "agent-private") for name in ("anna", "ben"))
    with pytest.raises(UsageError, match="More than one pool") as several:
        pools.join(person, "backend")
    assert first.id[:12] in str(several.value)
    assert second.id[:12] in str(several.value)
    assert pools.leave(agent("anna"), "backend") == first


def test_a_name_is_one_pools_among_those_that_an_agent_sees(workspace: Workspace, agent: Agents) -> None:
    pools = AgentServices.of(workspace).pools
    pool = pools.create(agent("anna"), "backend")
    with pytest.raises(UsageError, match=pool.id):
        pools.create(agent("ben"), "backend")
    pools.leave(agent("anna"), pool.id)
    assert pools.create(agent("ben"), "backend").id != pool.id


def test_members_are_listed_for_who_is_in_the_pool(workspace: Workspace, agent: Agents) -> None:
    pools = AgentServices.of(workspace).pools
    pool = pools.create(agent("anna"), "backend")
    pools.join(agent("ben"), pool.id)
    listed = [(one.agent, one.permission) for one in pools.members(agent("ben"), "backend")]
    assert listed == [(agent("anna").agent, PoolPermission.ADMIN), (agent("ben").agent, PoolPermission.READ)]
    person = agent("ada", AgentType.HUMAN)
    assert len(pools.members(person, pool.id[:8])) == 2
    with pytest.raises(PermissionDenied):
        pools.members(agent("eve"), "backend")
