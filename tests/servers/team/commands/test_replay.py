"""`scrubjay team replay` against a real server: each memory once, in either direction, as said and marked."""

import json
from typing import Any

from tests.servers.team.api.test_projects import AddProject
from tests.servers.team.api.test_projects import mirrored as mirrored
from tests.servers.team.api.test_projects import origin as origin
from tests.servers.team.commands.test_join import Join
from tests.servers.team.commands.test_join import join as join
from tests.servers.team.serving.conftest import ServedTeam
from tests.servers.team.serving.conftest import served as served
from tests.shared.cli.conftest import Scrubjay

SCOPES = ("search", "remember", "export")
TEXTS = ("Owls carry parcels below two kilograms.", "The north tower stores letters.")


def memories(scrubjay: Scrubjay) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(scrubjay("memories", "--json").out)["memories"]
    return found


def there(served: ServedTeam, token: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = served.api(token, "GET", "/memories").json["memories"]
    return found


def test_memories_of_home_are_in_the_team_once_and_dont_come_back(
    served: ServedTeam, mirrored: AddProject, join: Join
) -> None:
    mirrored()
    token = served.token("anna", *SCOPES)
    team = join(token)
    for text in TEXTS:
        assert team.scrubjay("remember", text).code == 0
    dry = team.json("replay", "--dry-run")
    assert (dry["new"], dry["from"], dry["to"]) == (2, "home", "team acme")
    assert there(served, token) == []
    told = team.ok("replay", "--yes")
    assert "2 new in team acme, 0 known there" in told
    assert "not carried over: author of 2, date of 2" in told
    assert "0 new in team acme, 2 known there" in team.ok("replay", "--yes")
    found = there(served, token)
    assert sorted(one["content"] for one in found) == sorted(TEXTS)
    assert {(one["author"], one["grade"], one["project"]) for one in found} == {("anna", "said", "shop")}
    assert "0 new in home, 2 known there" in team.ok("replay", "--home", "--yes")
    assert len(memories(team.scrubjay)) == 2


def test_the_teams_memories_come_home_as_said_by_their_author_there(
    served: ServedTeam, mirrored: AddProject, join: Join
) -> None:
    mirrored()
    served.people(lambda members, tokens: members.add("ben", "writer"))
    ben = served.token("ben", *SCOPES)
    served.api(ben, "POST", "/memories", {"content": TEXTS[0], "told": True, "tags": ["owls"]})
    team = join(served.token("anna", *SCOPES))
    assert "1 new in home, 0 known there" in team.ok("replay", "--home", "--yes")
    (kept,) = memories(team.scrubjay)
    assert (kept["author"], kept["grade"], kept["tags"]) == ("ben in team acme", "said", ["owls"])
    assert "0 new in home, 1 known there" in team.ok("replay", "--home", "--yes")
    assert "0 new in team acme, 1 known there" in team.ok("replay", "--yes")
    stores = json.loads(team.scrubjay("stores", "list", "--json").out)["stores"]
    assert [(one["name"], one["memories"], one["writes"]) for one in stores] == [
        ("home", 1, ["project", "user"]),
        ("team acme", 1, ["team"]),
    ]


def test_a_team_that_is_away_is_named_and_what_was_brought_stays(
    served: ServedTeam, mirrored: AddProject, join: Join
) -> None:
    mirrored()
    team = join(served.token("anna", *SCOPES))
    assert team.scrubjay("remember", TEXTS[0]).code == 0
    served.people(lambda members, tokens: [tokens.revoke("anna", one.name) for one in tokens.all("anna")])
    told = team("replay", "--yes")
    assert told.code == 1
    assert "stopped: " in told.err + told.out
    assert "team acme" in told.err + told.out
