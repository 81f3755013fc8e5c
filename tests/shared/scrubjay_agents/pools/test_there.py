"""Whose an agent or a pool may be, where the home is in a team: its user's, who is one member there."""

from collections.abc import Callable
from typing import Any, cast

import pytest

from scrubjay.errors import AnotherOwner
from scrubjay.model.agent import Caller
from scrubjay_agents.pools.far import FarPool, FarPools
from scrubjay_agents.pools.there import PoolsThere


class Anna:
    """The far side of a home that is anna's in the team acme."""

    def called(self) -> str:
        return "team acme"

    def member(self) -> str:
        return "anna"

    def create_pool(self, name: str) -> FarPool:
        return FarPool(id="1" * 32, name=name, by="anna", permission="admin")


@pytest.fixture
def there() -> PoolsThere:
    return PoolsThere(cast("FarPools", Anna()), "ada")


@pytest.mark.parametrize(
    ("owner", "is_own"),
    [("", True), ("ada", True), ("team:anna", True), ("team:ben", False), ("anna", False), ("team:", False)],
)
def test_the_user_and_their_member_are_one(there: PoolsThere, owner: str, is_own: bool) -> None:
    assert there.is_own(owner) is is_own


def test_a_pool_of_the_member_s_own_is_made_and_nobody_else_s(there: PoolsThere, agent: Callable[..., Caller]) -> None:
    assert there.create(agent("one"), "team/owls", "team:anna").name == "owls"
    with pytest.raises(AnotherOwner):
        there.create(agent("one"), "team/owls", "team:ben")


def test_a_home_in_no_team_knows_no_member() -> None:
    far: Any = None
    assert not PoolsThere(far, "ada").is_own("team:anna")
