"""Tokens and invitations by command: shown once at a terminal, else in a private file, and never again."""

import os
from datetime import UTC, datetime
from pathlib import Path

import pytest

from scrubjay_team.errors import TokenRefused
from scrubjay_team.people.secret import digest_of
from tests import persons
from tests.servers.team.commands.conftest import OwnersCommands
from tests.servers.team.conftest import Databases


def handed(team: OwnersCommands, *words: str) -> tuple[Path, str]:
    """The file that a command wrote its secret into, and the secret."""
    file = Path(team.json(*words)["file"])
    return file, file.read_text().strip()


def test_where_nobody_reads_a_terminal_a_token_is_in_a_private_file(team: OwnersCommands, trusted: Path) -> None:
    file, text = handed(team, "token", "olga")
    assert (oct(file.stat().st_mode & 0o777), oct(file.parent.stat().st_mode & 0o777)) == ("0o600", "0o700")
    assert file.is_relative_to(trusted.parent)
    assert digest_of(text)
    said = team.ok("token", "olga", "--name", "laptop")
    assert "sj_pat_" not in said
    assert "which only you can read" in said


def test_a_token_of_a_command_opens_the_server_until_it_is_revoked(team: OwnersCommands, databases: Databases) -> None:
    team.ok("member", "add", "anna", "--role", "writer")
    words = ["token", "anna", "--scope", "search", "--scope", "remember", "--days", "7"]
    _, text = handed(team, *words)
    databases.clock.now = datetime.now(UTC)
    with databases.app.entered(digest_of(text)) as entered:
        assert (entered.caller.member_name, entered.caller.scopes) == ("anna", ("search", "remember"))
    assert team.ok("token", "revoke", "anna", "token 1") == "revoked: anna's token 1\n"
    with pytest.raises(TokenRefused), databases.app.entered(digest_of(text)):
        pass
    assert [one["state"] for one in team.json("token", "list", "anna")["tokens"]] == ["revoked"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("nobody",), "acme has no member 'nobody'"),
        (("olga", "--scope", "review"), "Scopes: search, remember, handoff, export"),
        (("olga", "--days", "367"), "367 is not in the range"),
        (("olga", "--repository", "shop"), "scrubjay team repository list"),
        (("revoke", "olga", "laptop"), "no valid token 'laptop'"),
        (("list", "nobody"), "scrubjay team member list"),
    ],
)
def test_what_makes_no_token_leaves_no_file(
    team: OwnersCommands, trusted: Path, words: tuple[str, ...], said: str
) -> None:
    done = team("token", *words)
    assert (done.code in (1, 2), said in done.err) == (True, True), done.err
    assert not (trusted.parent / "team" / "handed-out").exists()
    assert team.json("token", "list")["tokens"] == []


def test_an_invitation_is_an_address_whose_secret_no_log_sees(team: OwnersCommands) -> None:
    said = team.ok("invite", "ben", "--role", "writer")
    assert "opens it in a browser" in said
    assert [one["name"] for one in team.json("invite", "list")["invitations"]] == ["ben"]
    assert "taken back" in team.ok("invite", "revoke", "ben")
    _, text = handed(team, "invite", "ben")
    assert text.startswith("http://127.0.0.1:8737/invitation#sj_inv_")
    assert "team.oidc" in team("invite", "cleo", "--email", "cleo@acme.example").err


@pytest.mark.story
def test_a_person_at_a_terminal_is_asked_and_sees_the_token_once(
    team: OwnersCommands, trusted: Path, tmp_path: Path, environment: dict[str, str], databases: Databases
) -> None:
    place = {**environment, "PATH": os.environ["PATH"], "SCRUBJAY_TEAM_OWNER_DSN": databases.addresses.owner}
    done = persons.scrubjay(tmp_path, place, "team", "token", "olga", keys=[("Make it?", "y")])
    assert done.code == 0, done.said
    (text,) = [word for word in done.said.split() if word.startswith("sj_pat_")]
    databases.clock.now = datetime.now(UTC)
    with databases.app.entered(digest_of(text)) as entered:
        assert entered.caller.member_name == "olga"
    done = persons.scrubjay(tmp_path, place, "team", "token", "olga", keys=[("Make it?", "n")])
    assert (done.code, "Nothing was changed." in done.said, "sj_pat_" in done.said) == (1, True, False)
    assert "sj_pat_" not in persons.scrubjay(tmp_path, place, "team", "token", "list", keys=[]).said
    assert not (trusted.parent / "team" / "handed-out").exists()
    assert [one["name"] for one in team.json("token", "list")["tokens"]] == ["token 1"]
