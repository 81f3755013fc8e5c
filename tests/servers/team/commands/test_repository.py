"""Repositories by command: added with a checked address, granted, taken back, fetched soon, removed without a trace."""

from pathlib import Path

import pytest

from scrubjay_team.commands.repository import key_refusal
from scrubjay_team.serving.process import told_address
from tests.servers.team.commands.conftest import OwnersCommands
from tests.servers.team.conftest import Databases

ADDRESS = "https://127.0.0.1:8443/shop.git"
KEY = "SHA256:" + "a" * 43


@pytest.fixture
def allowed(team: OwnersCommands, trusted: Path) -> OwnersCommands:
    """The team's commands, where repositories of this machine are allowed."""
    trusted.write_text(f"{trusted.read_text()}team:\n  private_addresses: [127.0.0.1]\n")
    return team


def counts(databases: Databases) -> list[int]:
    """The rows of what a repository leaves behind: itself, grants, its mirror, its secrets."""
    tables = ("project", "project_member", "mirror", "mirror_source")
    with databases.owner.transaction() as connection:
        rows = [connection.execute(f"SELECT count(*) AS n FROM {one}").fetchone() for one in tables]
    return [row["n"] for row in rows if row]


def test_a_repository_is_added_and_waits_for_its_first_fetch(allowed: OwnersCommands) -> None:
    said = allowed.ok("repository", "add", "shop", ADDRESS)
    assert f"added: shop, {ADDRESS}, for the whole team" in said
    assert "the address of your server and /hooks/" in said
    (row,) = allowed.json("repository", "list")["repositories"]
    assert (row["name"], row["open"], row["fetched_at"], row["error"]) == ("shop", True, None, "")
    assert "not fetched yet" in allowed.ok("repository", "list")
    assert "shop is fetched soon" in allowed.ok("repository", "fetch", "Shop")


def test_a_webhook_is_told_at_the_address_where_the_server_answers(allowed: OwnersCommands, trusted: Path) -> None:
    with told_address(trusted.parent / "team", "http://127.0.0.1:8911"):
        assert "  http://127.0.0.1:8911/hooks/" in allowed.ok("repository", "add", "shop", ADDRESS)
    trusted.write_text(f"{trusted.read_text()}  url: https://memory.example\n")
    assert "  https://memory.example/hooks/" in allowed.ok("repository", "add", "till", ADDRESS)


@pytest.mark.parametrize("mode", [0o644, 0o660])
def test_a_credential_that_others_may_read_is_refused(
    allowed: OwnersCommands, tmp_path: Path, databases: Databases, mode: int
) -> None:
    (tmp_path / "credential").write_text("reader:word\n")
    (tmp_path / "credential").chmod(mode)
    done = allowed("repository", "add", "shop", ADDRESS, "--credential-file", str(tmp_path / "credential"))
    assert (done.code, "chmod 600" in done.err) == (2, True)
    assert counts(databases) == [0, 0, 0, 0]


def test_its_credential_is_read_from_a_file_and_shown_nowhere(
    allowed: OwnersCommands, tmp_path: Path, databases: Databases
) -> None:
    secret = f"reader:{'x' * 8}-secret-word"
    (tmp_path / "credential").write_text(f"{secret}\n")
    (tmp_path / "credential").chmod(0o600)
    done = allowed("repository", "add", "shop", ADDRESS, "--credential-file", str(tmp_path / "credential"))
    assert done.code == 0, done.err
    with databases.owner.transaction() as connection:
        kept = repr(connection.execute("SELECT * FROM mirror_source").fetchall())
    for text in (done.out, done.err, allowed.ok("repository", "list", "--json"), allowed.ok("status", "--json"), kept):
        assert "secret-word" not in text


def test_it_is_granted_and_taken_back(allowed: OwnersCommands) -> None:
    for name in ("anna", "ben"):
        allowed.ok("member", "add", name)
    allowed.ok("repository", "add", "shop", ADDRESS, "--member", "anna")
    assert allowed.ok("repository", "grant", "shop", "ben") == "shop is for anna, ben\n"
    assert allowed.ok("repository", "revoke", "shop", "anna") == "shop is for ben\n"
    assert allowed.ok("repository", "grant", "shop", "--everybody") == "shop is for the whole team\n"
    assert "repository revoke shop --everybody" in allowed("repository", "revoke", "shop", "ben").err
    assert allowed.ok("repository", "revoke", "shop", "ben", "--everybody") == "shop is for nobody\n"


def test_it_is_removed_without_a_trace(allowed: OwnersCommands, databases: Databases, trusted: Path) -> None:
    allowed.ok("member", "add", "anna")
    allowed.ok("repository", "add", "shop", ADDRESS, "--member", "anna")
    assert counts(databases) == [1, 1, 1, 1]
    (secret,) = (trusted.parent / "team" / "handed-out").iterdir()
    allowed.ok("token", "anna", "--repository", "shop")
    assert "removed: shop" in allowed.ok("repository", "remove", "shop")
    assert not secret.exists()
    assert counts(databases) == [0, 0, 0, 0]
    assert "none that is left" in allowed.ok("token", "list")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("add", "shop", "https://10.0.0.1/shop.git"), "private"),
        (("add", "shop", "file:///etc"), "https://"),
        (("add", "shop", "https://u:p@127.0.0.1/x.git"), "credential"),
        (("add", "../x", ADDRESS), "can't be the name of a repository"),
        (("add", "shop", ADDRESS, "--member", "nobody"), "no member 'nobody'"),
        (("add", "shop", ADDRESS, "--credential-file", "missing"), "the credential, isn't there"),
        (("grant", "shop", "olga"), "no repository 'shop'"),
        (("remove", "shop"), "scrubjay team repository add NAME ADDRESS"),
        (("fetch", "shop"), "scrubjay team repository list"),
    ],
)
def test_what_cannot_be_done_changes_nothing(
    allowed: OwnersCommands, databases: Databases, words: tuple[str, ...], said: str
) -> None:
    done = allowed("repository", *words)
    assert (done.code in (1, 2), said in done.err, done.out) == (True, True, ""), done.err
    assert counts(databases) == [0, 0, 0, 0]


@pytest.mark.parametrize(
    ("named", "seen", "said"),
    [
        ("", True, ""),
        (KEY, False, ""),
        (KEY, True, ""),
        ("", False, f"--host-key {KEY}"),
        (KEY.replace("a", "b"), True, "Nothing was added"),
        (KEY.replace("a", "b"), False, "Nothing was added"),
    ],
)
def test_the_key_of_an_ssh_host_is_accepted_by_whoever_sees_it_or_names_it(named: str, seen: bool, said: str) -> None:
    why = key_refusal("git.example", KEY, named, seen=seen)
    assert (said in why, bool(why)) == (True, bool(said))
