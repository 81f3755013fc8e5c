"""A repository is the whole team's, or that of members who are named; a grant counts from the next call on."""

import pytest

from scrubjay.errors import LimitExceeded, NotFound, UsageError
from scrubjay_team.people.projects import Projects
from scrubjay_team.people.secret import digest_of
from scrubjay_team.people.teams import Teams
from scrubjay_team.people.tokens import TokenRequest
from tests.servers.team.conftest import Databases
from tests.servers.team.people.conftest import InTeam

ADDRESS = "https://git.example/shop.git"


def seen(databases: Databases, text: str) -> list[str]:
    """The names of the repositories that the app shows a token's member."""
    with databases.app.entered(digest_of(text)) as entered:
        rows = entered.connection.execute("SELECT name FROM project WHERE removed_at IS NULL ORDER BY name")
        return [row["name"] for row in rows]


def test_grants_count_from_the_next_call_on(databases: Databases, acme: InTeam) -> None:
    with acme() as people:
        for name in ("anna", "ben"):
            people.members.add(name)
        people.projects.add("shop", ADDRESS, ["olga"])
        texts = {name: people.tokens.create(name, TokenRequest())[1] for name in ("anna", "ben", "olga")}

    def who() -> str:
        return " ".join(name for name, text in texts.items() if seen(databases, text) == ["shop"])

    assert who() == "olga"
    with acme() as people:
        assert people.projects.grant("Shop", ["anna", "ANNA"]).members == ("anna", "olga")
    assert who() == "anna olga"
    with acme() as people:
        people.projects.grant("shop", [], everybody=True)
    assert who() == "anna ben olga"
    with acme() as people, pytest.raises(UsageError, match="can't be taken back from one"):
        people.projects.take_back("shop", ["anna"])
    with acme() as people:
        people.projects.take_back("shop", ["anna"], everybody=True)
    assert who() == "olga"
    with acme() as people:
        people.projects.remove("shop")
        assert people.projects.all() == ()
    assert who() == ""


def test_a_name_is_free_again_once_its_repository_is_removed(acme: InTeam) -> None:
    with acme() as people:
        first = people.projects.add("shop", ADDRESS)
        with pytest.raises(UsageError, match="'SHOP' already"):
            people.projects.add("SHOP", ADDRESS)
        people.projects.remove("shop")
        assert people.projects.add("SHOP", ADDRESS).id != first.id


def test_a_member_of_another_team_is_granted_nothing(databases: Databases, acme: InTeam) -> None:
    with databases.owner.transaction() as connection:
        Teams(connection, databases.clock).create("globex", "gina")
    with acme("acme") as people:
        with pytest.raises(NotFound, match="acme has no member 'gina'"):
            people.projects.add("shop", ADDRESS, ["gina"])
        people.projects.add("shop", ADDRESS)
        _, text = people.tokens.create("olga", TokenRequest())
    with acme("globex") as people:
        with pytest.raises(NotFound):
            people.projects.found("shop")
        _, other = people.tokens.create("gina", TokenRequest())
    assert (seen(databases, text), seen(databases, other)) == (["shop"], [])


def test_nobody_named_is_a_mistake_and_not_everybody(acme: InTeam) -> None:
    with acme() as people:
        people.projects.add("shop", ADDRESS, ["olga"])
        for act in (people.projects.grant, people.projects.take_back):
            with pytest.raises(UsageError, match="--everybody"):
                act("shop", [])
        with pytest.raises(LimitExceeded):
            people.projects.add("long", "https://git.example/" + "x" * 2_000)


def test_what_is_not_there_is_named_with_the_next_command(databases: Databases, acme: InTeam) -> None:
    with acme() as people:
        projects: Projects = people.projects
        with pytest.raises(NotFound, match="scrubjay team repository add NAME ADDRESS"):
            projects.remove("shop")
