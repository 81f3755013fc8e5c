"""A server's teams: each begins with an owner, and is found by its name or as the only one."""

import threading

import pytest

from scrubjay.errors import NotFound, UsageError
from scrubjay_team.people.teams import Teams
from tests.servers.team.conftest import Databases
from tests.servers.team.people.conftest import InTeam


def test_a_team_begins_with_its_owner(acme: InTeam) -> None:
    with acme() as people:
        assert [(one.name, one.role) for one in people.members.all()] == [("olga", "owner")]


def test_without_a_team_the_next_command_is_named(databases: Databases) -> None:
    with databases.owner.transaction() as connection, pytest.raises(NotFound, match="scrubjay team init NAME"):
        Teams(connection, databases.clock).found()


def test_of_several_teams_one_has_to_be_named(databases: Databases, acme: InTeam) -> None:
    with databases.owner.transaction() as connection:
        teams = Teams(connection, databases.clock)
        teams.create("globex", "anna")
        assert (teams.found("ACME").name, teams.found("globex").name) == ("acme", "globex")
        with pytest.raises(UsageError, match="name one by --team: acme, globex"):
            teams.found()
        with pytest.raises(NotFound, match="no team 'initech' here"):
            teams.found("initech")


@pytest.mark.parametrize("name", ["acme", "Acme", "", "a\nb"])
def test_a_name_that_is_taken_or_bad_begins_no_team(databases: Databases, acme: InTeam, name: str) -> None:
    with databases.owner.transaction() as connection:
        teams = Teams(connection, databases.clock)
        with pytest.raises(UsageError):
            teams.create(name, "anna")
        assert len(teams.all()) == 1


def test_of_two_who_begin_the_same_team_at_once_one_is_told(databases: Databases) -> None:
    together = threading.Barrier(2)
    told: list[str] = []

    def begin() -> None:
        try:
            with databases.owner.transaction() as connection:
                together.wait(10)
                Teams(connection, databases.clock).create("acme", "olga")
        except UsageError as error:
            told.append(str(error))

    threads = [threading.Thread(target=begin) for _ in range(2)]
    for one in threads:
        one.start()
    for one in threads:
        one.join(30)
    assert ["'acme' already" in one for one in told] == [True]
