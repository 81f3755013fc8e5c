"""A team begins by one command, which says what to type next; its database is kept as one file, and comes back."""

import os
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from scrubjay_team.place import APP_FILE, OWNER_FILE, OWNER_VARIABLE, WORKER_FILE
from tests import persons
from tests.servers.team.commands.conftest import OwnersCommands
from tests.servers.team.conftest import Databases
from tests.shared.cli.conftest import Scrubjay


def test_a_team_begins_and_the_next_commands_are_named(unready: OwnersCommands) -> None:
    said = unready.ok("init", "acme", "--owner", "olga")
    assert "begun: acme, with olga as its owner" in said
    for line in ("serve team", "team repository add NAME ADDRESS", "team member sign-in olga", "team invite NAME"):
        assert f"scrubjay {line}" in said


def test_without_a_word_the_team_is_called_team_and_its_owner_like_the_account(unready: OwnersCommands) -> None:
    begun = unready.json("init")
    assert (begun["team"]["name"], begun["owner"]["role"]) == ("team", "owner")
    assert begun["owner"]["name"]


def test_a_second_time_it_begins_none_and_changes_nothing(team: OwnersCommands) -> None:
    assert "up to date; it has acme" in team.ok("init")
    done = team("init", "Acme")
    assert (done.code, "a team 'Acme' already" in done.err) == (2, True)
    assert team.json("init", "globex", "--owner", "gina")["team"]["name"] == "globex"


@pytest.mark.parametrize("words", [("a\nb",), ("acme", "--owner", "·"), ("x" * 61,)])
def test_a_bad_name_begins_nothing(unready: OwnersCommands, words: tuple[str, ...]) -> None:
    assert unready("init", *words).code == 2
    assert unready.json("status")["teams"] == []


def test_before_it_every_command_says_what_to_type(
    anywhere: Callable[[Path], Scrubjay], trusted: Path, tmp_path: Path, unready: OwnersCommands
) -> None:
    for words in (("member", "list"), ("token", "anna"), ("invite", "list"), ("member", "add", "anna")):
        done = unready(*words)
        assert (done.code, "has no team yet" in done.err, "scrubjay team init NAME" in done.err) == (1, True, True)


def test_where_no_server_was_set_up_nothing_is_made_by_asking(
    anywhere: Callable[[Path], Scrubjay], trusted: Path, tmp_path: Path
) -> None:
    for words in (("status",), ("member", "list"), ("token", "anna")):
        done = anywhere(tmp_path)("team", *words)
        assert (done.code, "scrubjay team init NAME" in done.err) == (3, True)
    assert not (trusted.parent / "team").exists()


def test_an_unreachable_database_is_said_without_its_password(
    unready: OwnersCommands, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(OWNER_VARIABLE, "postgresql://scrubjay_owner:s3cret-word@127.0.0.1:1/x")
    done = unready("member", "list")
    assert (done.code, "can't be reached" in done.err, "s3cret-word" in done.err) == (4, True, False)


def test_another_role_than_the_owner_is_refused(
    unready: OwnersCommands, databases: Databases, monkeypatch: pytest.MonkeyPatch
) -> None:
    for dsn in (databases.addresses.app, databases.addresses.superuser):
        monkeypatch.setenv(OWNER_VARIABLE, dsn)
        assert unready("init", "acme").code == 4


@pytest.mark.story
def test_from_nothing_the_embedded_database_is_made_and_left_stopped(
    trusted: Path, tmp_path: Path, environment: dict[str, str]
) -> None:
    place = {**environment, "PATH": os.environ["PATH"]}
    done = persons.scrubjay(tmp_path, place, "team", "init", "acme", "--owner", "olga")
    assert (done.code, "begun: acme" in done.said) == (0, True), done.said
    done = persons.scrubjay(tmp_path, place, "team", "member", "list")
    assert (done.code, "olga" in done.said) == (0, True), done.said
    done = persons.scrubjay(tmp_path, place, "team", "status")
    assert "server: doesn't run" in done.said
    data = trusted.parent / "team"
    assert {oct((data / name).stat().st_mode & 0o777) for name in ("passwords", "lock")} == {"0o600"}


@pytest.mark.story
def test_an_administrator_prepares_a_database_of_ones_own_once(
    unready: OwnersCommands, databases: Databases, trusted: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(OWNER_VARIABLE)
    name = databases.addresses.owner.partition("dbname=")[2].split()[0]
    admin = tmp_path / "admin.dsn"
    admin.write_text(databases.addresses.superuser.replace("dbname=postgres", f"dbname={name}"))
    admin.chmod(0o600)
    data = trusted.parent / "team"
    monkeypatch.chdir(tmp_path)
    try:
        assert "begun: acme" in unready.ok("init", "acme", "--dsn", "admin.dsn")
        assert {oct((data / file).stat().st_mode & 0o777) for file in (APP_FILE, OWNER_FILE, WORKER_FILE)} == {"0o600"}
        assert "your own" in unready.ok("status")
        done = unready("init", "--dsn", admin.read_text())
        assert (done.code, "can read the password" in done.err) == (2, True)
    finally:
        restore_passwords(databases, admin.read_text())


def restore_passwords(databases: Databases, admin: str) -> None:
    """Give the roles the passwords again that the other tests know: roles are the cluster's."""
    import psycopg
    from psycopg.conninfo import conninfo_to_dict

    with psycopg.connect(admin, autocommit=True) as connection:
        for dsn in (databases.addresses.owner, databases.addresses.app, databases.addresses.worker):
            known = conninfo_to_dict(dsn)
            connection.execute(f"ALTER ROLE {known['user']} PASSWORD '{known['password']}'")


@pytest.mark.story
def test_what_was_backed_up_comes_back(
    anywhere: Callable[[Path], Scrubjay], trusted: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    team = OwnersCommands(anywhere(tmp_path))
    assert team("backup").code == 3
    team.ok("init", "acme", "--owner", "olga")
    team.ok("member", "add", "anna")
    made = team.json("backup", "team.zip")
    file = tmp_path / "team.zip"
    assert (Path(made["file"]), stat.S_IMODE(file.stat().st_mode)) == (file, 0o600)
    again = team("backup", "team.zip")
    assert (again.code, "overwrites nothing" in again.err) == (2, True)
    team.ok("member", "remove", "anna")
    assert "What was there before lies in" in team.ok("restore", "team.zip")
    assert [one["name"] for one in team.json("member", "list")["members"]] == ["anna", "olga"]
    file.write_bytes(b"no backup")
    assert team("restore", "team.zip").code != 0
    assert [one["name"] for one in team.json("member", "list")["members"]] == ["anna", "olga"]
    assert "backups/" in team.ok("backup")


def test_of_a_database_of_ones_own_the_command_of_its_own_program_is_printed(
    team: OwnersCommands, databases: Databases
) -> None:
    password = databases.addresses.owner.partition("password=")[2].split()[0]
    for words, program in ((("backup", "team.dump"), "pg_dump "), (("restore", "team.dump"), "pg_restore ")):
        said = team.ok(*words)
        assert (said.startswith(program), password in said) == (True, False)


def test_without_the_owners_way_in_it_says_how_to_name_it(
    team: OwnersCommands, databases: Databases, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(OWNER_VARIABLE)
    monkeypatch.setenv("SCRUBJAY_TEAM_DSN", databases.addresses.app)
    done = team("member", "list")
    assert (done.code, "team.owner_dsn" in done.err) == (3, True)
