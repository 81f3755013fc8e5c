"""Members by command: added, listed, given a role, removed; each error names what is wrong and the next command."""

import os
from datetime import UTC, datetime
from pathlib import Path

import pytest

from scrubjay.identity.person.keys import YES_OR_NO
from scrubjay_team.people.secret import digest_of
from scrubjay_team.signin.service import SignIn
from tests import persons
from tests.servers.team.commands.conftest import OwnersCommands
from tests.servers.team.conftest import Databases


def test_a_member_comes_gets_a_role_and_goes(team: OwnersCommands) -> None:
    assert "scrubjay team token anna" in team.ok("member", "add", "anna", "--role", "writer")
    rows = {one["name"]: one["role"] for one in team.json("member", "list")["members"]}
    assert rows == {"anna": "writer", "olga": "owner"}
    assert team.ok("member", "role", "Anna", "reviewer") == "anna is reviewer of acme now\n"
    assert "removed: anna" in team.ok("member", "remove", "anna")
    assert [one["name"] for one in team.json("member", "list")["members"]] == ["olga"]


def test_a_lower_role_says_which_tokens_it_narrows(team: OwnersCommands) -> None:
    team.ok("member", "add", "anna", "--role", "writer")
    team.ok("token", "anna", "--scope", "search", "--scope", "remember")
    assert "1 token may do no more than a reader may" in team.ok("member", "role", "anna", "reader")
    assert [one["may"] for one in team.json("token", "list")["tokens"]] == [["search"]]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("add", "olga"), "has a member 'olga' already"),
        (("add", "a\x1b]0;x"), "is no letter or digit"),
        (("add", "anna", "--role", "admin"), "Roles: reader, writer, reviewer, owner"),
        (("role", "olga", "reader"), "the last owner of acme"),
        (("remove", "olga"), "scrubjay team member role NAME owner"),
        (("remove", "nobody"), "scrubjay team member list"),
        (("list", "--team", "globex"), "no team 'globex' here. Teams: acme"),
    ],
)
def test_what_cannot_be_done_is_said_with_the_next_command(
    team: OwnersCommands, words: tuple[str, ...], said: str
) -> None:
    before = team.json("member", "list")
    done = team("member", *words)
    assert done.code in (1, 2)
    assert (said in done.err, done.out, done.err.count("\n")) == (True, "", 1), done.err
    assert team.json("member", "list") == before


def test_a_script_gets_no_link_that_signs_somebody_in(team: OwnersCommands, trusted: Path) -> None:
    done = team("member", "sign-in", "olga")
    assert (done.code, "Only a person may" in done.err) == (2, True)
    assert not (trusted.parent / "team" / "handed-out").exists()


@pytest.mark.story
def test_a_person_at_a_terminal_sees_a_link_once(
    team: OwnersCommands, tmp_path: Path, environment: dict[str, str], databases: Databases
) -> None:
    assert team("member", "list").code == 0
    place = {**environment, "PATH": os.environ["PATH"], "SCRUBJAY_TEAM_OWNER_DSN": databases.addresses.owner}
    done = persons.scrubjay(tmp_path, place, "team", "member", "sign-in", "olga", keys=[("Make it?", "y")])
    assert done.code == 0, done.said
    (address,) = [word for word in done.said.split() if "/invitation#" in word]
    databases.clock.now = datetime.now(UTC)
    signed = SignIn(databases.app, databases.clock).join(address.partition("#")[2], address="a", agent="")
    with databases.app.entered(digest_of(signed.session.value), person=True) as entered:
        assert (entered.caller.member_name, entered.caller.person) == ("olga", True)


def test_somebody_who_is_invited_is_no_member_yet(team: OwnersCommands) -> None:
    team.ok("invite", "ben")
    done = team("token", "Ben")
    assert done.code == 1
    assert "'ben' is invited, and no member yet" in done.err
    assert "scrubjay team invite revoke" in done.err


@pytest.mark.story
@pytest.mark.parametrize(
    "words",
    [
        ("invite", "ben", "--role", "wirter"),
        ("member", "sign-in", "nobody"),
        ("member", "remove", "olga"),
        ("hand-over", "olga", "--to", "olga"),
        ("token", "olga", "--scope", "review"),
        ("repository", "grant", "nothing", "olga"),
    ],
)
def test_nobody_is_asked_about_what_cannot_be(
    team: OwnersCommands, tmp_path: Path, environment: dict[str, str], databases: Databases, words: tuple[str, ...]
) -> None:
    assert team("member", "list").code == 0
    place = {**environment, "PATH": os.environ["PATH"], "SCRUBJAY_TEAM_OWNER_DSN": databases.addresses.owner}
    done = persons.scrubjay(tmp_path, place, "team", *words, keys=[])
    assert done.code in (1, 2)
    assert YES_OR_NO not in done.said


def test_a_trial_changes_nothing_and_tells_nobody(team: OwnersCommands) -> None:
    team.ok("member", "add", "anna")
    assert [one["act"] for one in team.json("audit")["entries"] if one["object_name"] == "anna"] == ["add"]
