"""Leaving by command: removed, handed over, erased; each says what follows, and what it doesn't reach."""

import pytest

from tests.servers.team.commands.conftest import OwnersCommands


@pytest.fixture
def anna(team: OwnersCommands) -> OwnersCommands:
    """The team with anna, a writer, and ben, a reader."""
    team.ok("member", "add", "anna", "--role", "writer")
    team.ok("member", "add", "ben")
    return team


def test_somebody_is_handed_over_removed_and_erased(anna: OwnersCommands) -> None:
    assert "handed over to olga: 0 open handoffs and 0 chosen memories" in anna.ok("hand-over", "anna", "--to", "olga")
    assert "scrubjay team member erase anna" in anna.ok("member", "remove", "anna")
    erased = anna.ok("member", "erase", "Anna")
    assert "erased: former member 1 of acme" in erased
    assert "backups made before" in erased
    assert [one["name"] for one in anna.json("member", "list")["members"]] == ["ben", "olga"]


def test_the_answers_are_json(anna: OwnersCommands) -> None:
    given = anna.json("hand-over", "anna", "--to", "team")
    assert (given["giver"], given["receiver"], given["handoffs"], given["memories"]) == ("anna", "team", 0, 0)
    assert anna.json("member", "remove", "anna")["name"] == "anna"
    assert anna.json("member", "erase", "anna") == {"name": "former member 1", "memories_naming": 0}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("hand-over", "anna", "--to", "ben"), "--to team"),
        (("hand-over", "anna", "--to", "anna"), "--to team"),
        (("hand-over", "zoe", "--to", "ben"), "has and had no member 'zoe'"),
        (("hand-over", "anna", "--to", "zoe"), "scrubjay team member list"),
        (("member", "erase", "anna"), "scrubjay team member remove"),
        (("member", "erase", "zoe"), "erased already"),
    ],
)
def test_what_cannot_be_done_is_said_with_the_next_command(
    anna: OwnersCommands, words: tuple[str, ...], said: str
) -> None:
    done = anna(*words)
    assert done.code in (1, 2)
    assert (said in done.err, done.out, done.err.count("\n")) == (True, "", 1), done.err
