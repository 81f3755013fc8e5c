"""The owner decides on a team's facts by command, sees why, and takes the decisions again by other bounds."""

from datetime import UTC, datetime

import pytest

from scrubjay_team.evidence import counts
from scrubjay_team.memories.claims import TeamClaim
from scrubjay_team.memories.memories import TeamMemories
from tests.servers.team import makers
from tests.servers.team.commands.conftest import OwnersCommands
from tests.servers.team.conftest import Databases
from tests.servers.team.evidence.conftest import session
from tests.servers.team.makers import make_member, make_token

NAMES = ("ben", "cleo", "dora")


def test_facts_are_decided_on_explained_and_decided_again(
    team: OwnersCommands, databases: Databases, monkeypatch: pytest.MonkeyPatch
) -> None:
    databases.clock.now = datetime.now(UTC)
    monkeypatch.setattr(makers, "NOW", databases.clock.now)
    with databases.owner.transaction() as connection:
        (acme,) = connection.execute("SELECT id FROM team").fetchall()
    ben, cleo, dora = (make_token(databases.owner, make_member(databases.owner, acme["id"], name)) for name in NAMES)
    with databases.app.entered(ben) as entered:
        outcome = TeamMemories(None, databases.clock).remember(entered, TeamClaim(content="Parcels leave at nine."))
        id = outcome.id  # type: ignore[union-attr]
    for number, token in enumerate((ben, cleo, dora), 1):
        assert team.json("promotion", "--dry-run")["decided"] == 0, "fewer than three members tell nothing"
        assert team("promotion", "explain", id[:8]).code == 1
        with databases.app.entered(token) as entered:
            told_now = [session(f"{n}", "well", id, day=databases.clock.now.date()) for n in range(number)]
            counts.take(entered, told_now, databases.clock())
    rehearsed = team.json("promotion", "--dry-run")
    assert (rehearsed["team"], rehearsed["decided"], rehearsed["logged"]) == ("acme", 1, 1)
    assert team.ok("promotion").startswith("acme: 1 fact decided on, 1 decision new")
    assert team.ok("promotion").startswith("acme: 1 fact decided on, 0 decisions new")
    told = team.ok("promotion", "explain", id[:8])
    assert "keep: nothing but its author's word stands behind it" in told
    assert "outcome: abstains; 3 known with it and 0 without; 5 of each are needed" in told
    assert "Parcels" not in told
    assert id[:12] in team.ok("promotion", "log")
    assert team.json("promotion", "replay", "--set", "min_sessions=1")["decisions"] == 1
    assert team("promotion", "explain", "0123abcd").code == 1
    assert team("promotion", "replay", "--set", "nothing=1").code == 2
