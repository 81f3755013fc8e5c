"""How a server stands, for a person and for a program; and what an owner did is in the audit chain."""

from functools import partial
from pathlib import Path

import pytest

from scrubjay.storage.database import Database
from scrubjay_team.commands.status import ServerState
from scrubjay_team.engine.aside import move_aside
from scrubjay_team.engine.passwords import new_passwords, write_passwords
from scrubjay_team.place import ADDRESS, OWNER_VARIABLE
from scrubjay_team.private import own_folder
from scrubjay_team.serving.process import told_address
from tests.servers.team.commands.conftest import OwnersCommands
from tests.servers.team.conftest import Databases
from tests.servers.team.makers import make_project


def test_it_counts_members_and_tokens_and_names_the_database(team: OwnersCommands, trusted: Path) -> None:
    team.ok("member", "add", "anna")
    team.ok("token", "anna")
    said = team.ok("status")
    assert "PostgreSQL: 18" in said
    assert f"data: {trusted.parent / 'team'}\n" in said
    assert "acme: 2 members, 1 valid token, none of them used within 7 days" in said
    values = team.json("status")
    assert (values["running"], values["embedded"]) == (None, False)
    assert [one["name"] for one in values["teams"][0]["members"]] == ["anna", "olga"]
    assert values["size"] > 1_000_000


def test_a_repository_that_was_never_fetched_is_named_so(team: OwnersCommands, databases: Databases) -> None:
    with databases.owner.transaction() as connection:
        row = connection.execute("SELECT id FROM team").fetchone()
    assert row is not None
    make_project(databases.owner, row["id"])
    assert "shop: fetched never, not fetched yet" in team.ok("status")


def test_what_an_owner_did_is_in_the_audit_chain_without_secrets(team: OwnersCommands, trusted: Path) -> None:
    team.ok("member", "add", "anna")
    team.ok("token", "anna", "--name", "laptop")
    team.ok("member", "remove", "anna")
    with Database(trusted.parent / "user/knowledge.db", "knowledge") as database:
        kept = database.read(lambda c: repr([tuple(row) for row in c.execute("SELECT * FROM audit")]))
    for act in ("begin team", "add member", "make token", "remove member"):
        assert act in kept
    assert "sj_pat_" not in kept


def test_a_server_that_runs_is_named_with_the_address_that_it_told() -> None:
    stands = partial(ServerState, data="/srv/team", embedded=True, version="18.6", size=8_000_000)
    for running, address, told in (
        (True, "http://127.0.0.1:8799", "server: runs at http://127.0.0.1:8799"),
        (False, "", "server: doesn't run; `scrubjay serve team` starts it"),
    ):
        lines = [*stands(running=running, address=address, cluster="/var/lib/scrubjay/team-1").lines()]
        assert lines[:2] == [told, "data: /srv/team, PostgreSQL in /var/lib/scrubjay/team-1"]


def test_an_address_counts_only_while_a_server_holds_it(team: OwnersCommands, trusted: Path) -> None:
    data = trusted.parent / "team"
    with told_address(data, "http://127.0.0.1:8911"):
        assert "server: runs at http://127.0.0.1:8911" in team.ok("status")
        assert team.json("status")["running"] is True
    assert (data / ADDRESS).exists()
    assert "8911" not in team.ok("status")
    assert team.json("status")["running"] is None


def test_data_that_are_gone_are_not_a_server_that_was_never_set_up(
    unready: OwnersCommands, trusted: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(OWNER_VARIABLE)
    assert unready("status").code == 3
    write_passwords(own_folder(trusted.parent / "team"), new_passwords())
    done = unready("status")
    assert (done.code, "are gone from" in done.err) == (4, True), done.err


@pytest.mark.parametrize("words", [("status",), ("init",), ("backup",), ("member", "list")])
def test_a_restore_that_was_cut_off_is_no_server_that_was_never_set_up(
    unready: OwnersCommands, trusted: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    monkeypatch.delenv(OWNER_VARIABLE)
    move_aside(own_folder(trusted.parent / "team"))
    done = unready(*words)
    assert (done.code, "was cut off" in done.err, "scrubjay team restore FILE" in done.err) == (4, True, True), done.err
