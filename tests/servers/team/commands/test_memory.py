"""What was proposed to every team waits for the owner of the server, who accepts or refuses it by command."""

import pytest

from scrubjay_team.memories.claims import TeamClaim
from scrubjay_team.memories.memories import TeamMemories
from tests.servers.team.commands.conftest import OwnersCommands
from tests.servers.team.conftest import Databases
from tests.servers.team.makers import make_member, make_team, make_token


@pytest.fixture
def proposed(team: OwnersCommands, databases: Databases) -> str:
    """The id of a memory that anna of the team bolt proposed to every team."""
    token = make_token(databases.owner, make_member(databases.owner, make_team(databases.owner, "bolt")))
    with databases.app.entered(token) as entered:
        claim = TeamClaim(content="Parcels leave at nine.", scope="global")
        TeamMemories(None, databases.clock).remember(entered, claim)
    (one,) = team.json("memory", "list")["memories"]
    assert (one["text"], one["team_name"], one["member_name"]) == ("Parcels leave at nine.", "bolt", "anna")
    return str(one["id"])


def test_a_proposal_is_listed_and_accepted_by_the_first_digits_of_its_id(team: OwnersCommands, proposed: str) -> None:
    assert "Parcels leave at nine." in team.ok("memory", "list")
    assert team.ok("memory", "accept", proposed[:8]) == f"accepted: {proposed[:12]}\n"
    assert [one["accepted"] for one in team.json("memory", "list")["memories"]] == [True]


def test_one_is_refused_be_it_accepted_before(team: OwnersCommands, proposed: str) -> None:
    team.ok("memory", "accept", proposed)
    assert team.ok("memory", "refuse", proposed) == f"refused: {proposed[:12]}\n"
    assert team("memory", "refuse", proposed).code == 1


def test_an_id_of_nothing_is_said_with_the_next_command(team: OwnersCommands) -> None:
    for word in ("accept", "refuse"):
        done = team("memory", word, "0123abcd")
        assert (done.code, "scrubjay team memory list" in done.err) == (1, True)
