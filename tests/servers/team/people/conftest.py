"""A team's people over a fresh database, whose clock stands where a test sets it."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

import pytest

from scrubjay_team.people.people import TeamPeople
from scrubjay_team.people.teams import Teams
from tests.servers.team.conftest import Databases

InTeam = Callable[..., AbstractContextManager[TeamPeople]]


@pytest.fixture
def acme(databases: Databases) -> InTeam:
    """The team acme with its owner olga: each `with acme() as people` is one transaction of the owner's role."""
    with databases.owner.transaction() as connection:
        Teams(connection, databases.clock).create("acme", "olga")

    @contextmanager
    def entered(name: str = "") -> Iterator[TeamPeople]:
        with databases.owner.transaction() as connection:
            yield TeamPeople.found(connection, databases.clock, name)

    return entered
