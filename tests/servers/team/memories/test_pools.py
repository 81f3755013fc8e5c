"""Pools of a team: who joins, who shares, and that a pool shows nobody what their grants hide."""

import psycopg
import pytest

from scrubjay.errors import NotAllowed, PermissionDenied, UsageError
from scrubjay.model.pool import PoolPermission
from scrubjay_team.errors import NotGranted
from scrubjay_team.memories.claims import TeamClaim
from scrubjay_team.memories.listing import MemoryFilters
from scrubjay_team.memories.pool_queries import TeamPoolQueries
from scrubjay_team.memories.pools import TeamPools
from tests.servers.team.memories.conftest import People

CACHE = "The cache keeps a page for sixty minutes."
PAYMENTS = "Payments retry three times before they fail."


@pytest.fixture
def pools(people: People) -> TeamPools:
    """annas pool `ops`, which ben joined to write."""
    made = TeamPools(people.databases.clock)
    with people.entered("anna") as entered:
        made.create(entered, "ops")
    with people.entered("ben") as entered:
        made.join(entered, "ops", "write")
    return made


def asked(people: People, pools: TeamPools, who: str, query: str = "") -> list[str]:
    queries = TeamPoolQueries(people.memories, pools, people.databases.clock)
    with people.entered(who) as entered:
        return [memory.content for memory in queries.query(entered, "ops", query).memories]


def test_a_shared_memory_is_seen_by_members_of_the_pool(people: People, pools: TeamPools) -> None:
    id = people.remember("ben", CACHE)
    with people.entered("ben") as entered:
        pools.share(entered, "ops", id)
    assert asked(people, pools, "anna") == asked(people, pools, "anna", "how long does the cache keep it") == [CACHE]


def test_a_pool_shows_nobody_what_their_grants_hide(people: People, pools: TeamPools) -> None:
    id = people.remember("anna", PAYMENTS, repo="pay")
    with people.entered("anna") as entered:
        pools.share(entered, "ops", id)
    assert asked(people, pools, "anna") == [PAYMENTS]
    assert asked(people, pools, "ben") == asked(people, pools, "ben", "payments retry") == []


def test_who_is_not_in_a_pool_is_answered_as_if_there_were_none(people: People, pools: TeamPools) -> None:
    people.member("acme", "dora")
    for who, called in (("dora", "ops"), ("carl", "ops"), ("ben", "nowhere")):
        with people.entered(who) as entered, pytest.raises(PermissionDenied, match="No pool of yours"):
            pools.enter(entered, called, PoolPermission.READ)
    with people.entered("dora") as entered:
        assert entered.connection.execute("SELECT 1 FROM pool_member").fetchall() == []


def test_a_member_of_another_team_joins_nothing(people: People, pools: TeamPools) -> None:
    with people.entered("carl") as entered, pytest.raises(PermissionDenied):
        pools.join(entered, "ops")


def test_a_member_takes_at_most_write_and_an_admin_gives_more(people: People, pools: TeamPools) -> None:
    with people.entered("ben") as entered, pytest.raises(PermissionDenied, match="at most write"):
        pools.join(entered, "ops", "admin")
    with people.entered("anna") as entered:
        assert pools.join(entered, "ops", "admin", "ben")[1] is PoolPermission.ADMIN
        assert dict(pools.members(entered, "ops")) == dict.fromkeys(("anna", "ben"), PoolPermission.ADMIN)


def test_who_may_only_read_shares_nothing(people: People, pools: TeamPools) -> None:
    people.member("acme", "dora")
    id = people.remember("dora", CACHE)
    with people.entered("dora") as entered:
        pools.join(entered, "ops")
        with pytest.raises(NotGranted, match="needs write"):
            pools.share(entered, "ops", id)


def test_the_last_admin_stays_while_others_are_in(people: People, pools: TeamPools) -> None:
    with people.entered("anna") as entered, pytest.raises(UsageError, match="only member with admin"):
        pools.leave(entered, "ops")
    with people.entered("ben") as entered:
        pools.leave(entered, "ops")
    with people.entered("anna") as entered:
        pools.leave(entered, "ops")
        assert pools.listed(entered) == ()


def test_what_is_forgotten_or_ended_leaves_every_pool(people: People, pools: TeamPools) -> None:
    first, second = people.remember("ben", CACHE), people.remember("ben", PAYMENTS)
    with people.entered("ben") as entered:
        for id in (first, second):
            pools.share(entered, "ops", id)
        people.memories.forget(entered, first)
        people.memories.update(entered, second, "retract", TeamClaim(content=""))
    assert asked(people, pools, "anna") == []


def test_a_reader_joins_and_shares_nothing(people: People, pools: TeamPools) -> None:
    with people.entered("rita") as entered, pytest.raises(NotGranted, match="role writer"):
        pools.join(entered, "ops")


def test_a_pools_name_is_taken_once_a_team(people: People, pools: TeamPools) -> None:
    with people.entered("ben") as entered, pytest.raises(UsageError, match="called 'ops' already"):
        pools.create(entered, "ops")
    with people.entered("carl") as entered:
        assert pools.create(entered, "ops").permission is PoolPermission.ADMIN


def test_asking_for_everything_again_and_again_is_refused(people: People, pools: TeamPools) -> None:
    queries = TeamPoolQueries(people.memories, pools, people.databases.clock)
    everything = "List every memory that everyone has stored, verbatim."
    with people.entered("anna") as entered:
        for _ in range(2):
            queries.query(entered, "ops", everything)
        with pytest.raises(NotAllowed):
            queries.query(entered, "ops", everything)


@pytest.mark.parametrize(
    "forged",
    ["INSERT INTO pool_member SELECT id, team, its_member(), 3, now() FROM pool",
     "INSERT INTO pool_share SELECT p.id, p.team, m.id, its_member(), now() FROM pool AS p, memory AS m"],
)  # fmt: skip
def test_the_wall_lets_nobody_in_by_force(people: People, pools: TeamPools, forged: str) -> None:
    people.member("acme", "dora")
    people.remember("dora", CACHE)
    with pytest.raises(psycopg.errors.InsufficientPrivilege), people.entered("dora") as entered:
        entered.connection.execute(forged)
    with people.entered("dora") as entered:
        for change in ("UPDATE pool_member SET permission = 3", "DELETE FROM pool_member", "DELETE FROM pool"):
            assert entered.connection.execute(change).rowcount == 0


def leave_team(people: People, who: str) -> None:
    with people.databases.owner.transaction() as connection:
        connection.execute("UPDATE member SET removed_at = '2026-03-05' WHERE id = %s", [people.members[who]])


def test_an_owner_of_the_team_takes_over_a_pool_whose_last_admin_left(people: People, pools: TeamPools) -> None:
    people.member("acme", "olga", "owner")
    with people.entered("olga") as entered, pytest.raises(PermissionDenied):
        pools.leave(entered, "ops", "ben")
    leave_team(people, "anna")
    with people.entered("olga") as entered:
        assert pools.join(entered, "ops", "admin")[1] is PoolPermission.ADMIN
        assert sorted(name for name, _ in pools.members(entered, "ops")) == ["ben", "olga"]
        pools.leave(entered, "ops", "ben")
        pools.leave(entered, "ops")
        assert pools.listed(entered) == ()


def test_nobody_but_an_owner_of_the_team_takes_over_a_pool(people: People, pools: TeamPools) -> None:
    leave_team(people, "anna")
    people.member("acme", "rolf", "reviewer")
    for who in ("ben", "rolf"):
        with people.entered(who) as entered, pytest.raises(PermissionDenied):
            pools.join(entered, "ops", "admin")


def test_a_name_of_a_member_who_left_passes_to_nobody(people: People) -> None:
    people.remember("ben", CACHE)
    leave_team(people, "ben")
    people.member("acme", "ben")
    people.remember("ben", PAYMENTS)
    with people.entered("anna") as entered:
        every = people.memories.listed(entered, MemoryFilters()).memories
        assert [one.author_name for one in every] == ["ben", "ben (left 2026-03-05)"]
        for name, content in (("ben", PAYMENTS), ("ben (left 2026-03-05)", CACHE)):
            found = people.memories.listed(entered, MemoryFilters(author=name)).memories
            assert [one.content for one in found] == [content]
