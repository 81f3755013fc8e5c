"""Three teams with overlapping repositories in one database: every answer of random operations is the oracle's."""

import pytest

from tests.servers.team.conftest import Databases
from tests.servers.team.memories.operations import World


def agree(databases: Databases, seed: int, steps: int) -> None:
    """Run random operations; the first answer that isn't the oracle's ends it, with all that led there."""
    world, before = World(databases, seed), list[str]()
    for number in range(steps):
        what, there, here = world.step()
        before.append(f"{number} {what}: {there}")
        assert there == here, f"seed {seed}, {what} expected {here}; before: {before[-12:]}"


@pytest.mark.parametrize("seed", [1, 2])
def test_two_hundred_random_operations_agree_with_the_oracle(databases: Databases, seed: int) -> None:
    agree(databases, seed, 100)


@pytest.mark.benchmark
def test_two_thousand_random_operations_agree_with_the_oracle(databases: Databases) -> None:
    agree(databases, 7, 2_000)
