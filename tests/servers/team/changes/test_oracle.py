"""Random acts by members with changing grants and roles: each is told what an oracle in plain Python says, and no more.

The oracle is the one of memories: what it shows a member is what they may be told of.
"""

import pytest

from scrubjay_team.changes.values import OutboxPosition
from tests.servers.team.changes.conftest import read
from tests.servers.team.conftest import Databases
from tests.servers.team.memories.operations import World
from tests.servers.team.memories.oracle_values import Claim, Left

STEPS = 150
LOOKS = 10


class Heard:
    """What one member was told since the last look, and what they were shown then."""

    def __init__(self, since: OutboxPosition) -> None:
        self.since = since
        self.before: dict[str, tuple[object, ...]] = {}


def stand_of_claims(world: World) -> dict[str, tuple[object, ...]]:
    """What changes of a memory that somebody is told of."""
    return {id: (one.status, one.accepted) for id, one in world._oracle.claims.items()}


def stand_of_handoffs(world: World) -> dict[str, tuple[object, ...]]:
    return {id: (one.state, one.taker) for id, one in world._oracle.handoffs.items()}


def sees_handoff(world: World, who: str, one: Left) -> bool:
    concerned = not one.target or who in (one.sender, one.target, one.taker)
    reached = not one.repository or one.repository in world._oracle.granted(who)
    same = one.team == world._oracle.people[who].team
    return world._oracle.may(who, "handoff") and same and concerned and reached


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_each_member_is_told_what_a_query_shows_them_and_nothing_else(databases: Databases, seed: int) -> None:
    world = World(databases, seed)
    heard = {who: Heard(read(databases, world._tokens[who], None).upto) for who in world._oracle.people}
    claims: dict[str, Claim] = {}
    told_of = 0
    for _ in range(STEPS // LOOKS):
        before = stand_of_claims(world), stand_of_handoffs(world)
        for _ in range(LOOKS):
            what, there, here = world.step()
            assert there == here, what
            claims |= world._oracle.claims
        changed = {id for id, stand in stand_of_claims(world).items() if before[0].get(id) != stand}
        moved = {id for id, stand in stand_of_handoffs(world).items() if before[1].get(id) != stand}
        for who, one in heard.items():
            found = read(databases, world._tokens[who], one.since)
            one.since = found.upto
            memories = {id for part in found.changes if part.told == "memories" for id in part.ids}
            gone = {id for part in found.changes if part.told == "memories" for id in part.gone}
            handoffs = {id for part in found.changes if part.told == "handoffs" for id in part.ids}
            searches = "search" in world._oracle.people[who].scopes
            shown = {id for id, claim in world._oracle.claims.items() if searches and world._oracle.sees(who, claim)}
            concerned = {id for id, left in world._oracle.handoffs.items() if sees_handoff(world, who, left)}
            assert memories <= shown, "told of what a query hides"
            assert changed & shown <= memories, "a change that a query shows wasn't told"
            assert handoffs <= concerned
            assert moved & concerned <= handoffs
            assert all(
                searches and world._oracle.sees(who, claims[id]) for id in gone if id not in world._oracle.claims
            )
            assert gone <= set(claims) - (shown & changed)
            told_of += len(memories) + len(handoffs)
    assert told_of > LOOKS
