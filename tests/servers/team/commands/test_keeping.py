"""A server's database is kept as one file by one command, and comes back by another; what was there stays aside."""

import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from scrubjay_team.place import OWNER_VARIABLE
from tests.servers.team.commands.conftest import OwnersCommands
from tests.servers.team.conftest import Databases
from tests.shared.cli.conftest import Scrubjay


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
