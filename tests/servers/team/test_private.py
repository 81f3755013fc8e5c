"""Files and folders of one account: no link, no other account's thing and no open mode is used."""

import os
from pathlib import Path

import pytest

from scrubjay.errors import ScrubjayError, StorageForbidden, UsageError
from scrubjay.storage.own import write_own
from scrubjay_team.engine import passwords
from scrubjay_team.engine.holding import hold
from scrubjay_team.place import TeamOptions, team_place
from scrubjay_team.private import own_file, own_folder, refuse_shared

as_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root gives things to another account")
STRANGER = 1234


def test_a_folder_is_made_private_and_the_mode_of_one_that_is_there_stays(tmp_path: Path) -> None:
    assert own_folder(tmp_path / "new/team").stat().st_mode & 0o777 == 0o700
    (tmp_path / "there").mkdir()
    (tmp_path / "there").chmod(0o755)
    assert own_folder(tmp_path / "there").stat().st_mode & 0o777 == 0o755


@pytest.mark.parametrize("mode", [0o777, 0o770, 0o702, 0o1777])
def test_a_folder_that_others_may_write_is_refused(tmp_path: Path, mode: int) -> None:
    (tmp_path / "team").mkdir()
    (tmp_path / "team").chmod(mode)
    with pytest.raises(StorageForbidden, match="chmod go-w"):
        own_folder(tmp_path / "team")


@as_root
def test_another_accounts_folder_is_refused_by_every_command_and_left_as_it_is(tmp_path: Path) -> None:
    data = tmp_path / "team"
    data.mkdir()
    os.chown(data, STRANGER, STRANGER)
    with pytest.raises(StorageForbidden, match=f"Run it as number {STRANGER}"):
        team_place({"SCRUBJAY_HOME": str(tmp_path / "home")}, TeamOptions(data=str(data)))
    assert [*data.iterdir()] == []


@as_root
def test_a_thing_of_another_account_in_the_folder_is_refused_but_for_postgresqls(tmp_path: Path) -> None:
    data = own_folder(tmp_path / "team")
    (data / "postgres").mkdir()
    os.chown(data / "postgres", STRANGER, STRANGER)
    refuse_shared(data)
    (data / "address").symlink_to("/nowhere")
    os.lchown(data / "address", STRANGER, STRANGER)
    with pytest.raises(StorageForbidden, match="address, in the data folder, belongs to another account"):
        refuse_shared(data)


def test_nothing_is_written_through_a_link_and_no_pipe_is_waited_for(tmp_path: Path) -> None:
    data, victim = own_folder(tmp_path / "team"), tmp_path / "victim"
    victim.write_text("as it was")
    (data / "lock").symlink_to(victim)
    with pytest.raises(StorageForbidden, match=r"must be a plain file.*it is a link"), hold(data):
        pass
    os.mkfifo(data / "pipe")
    with pytest.raises(StorageForbidden, match="must be a plain file"):
        own_file(data / "pipe")
    assert victim.read_text() == "as it was"


def test_a_secret_that_others_may_read_is_not_used(tmp_path: Path) -> None:
    data = own_folder(tmp_path / "team")
    passwords.write_passwords(data, passwords.new_passwords())
    assert passwords.read_passwords(data)
    (data / passwords.FILE).chmod(0o666)
    with pytest.raises(UsageError, match="chmod 600"):
        passwords.read_passwords(data)


@pytest.mark.parametrize("text", ["", "{}", '{"superuser": 1, "owner": 2, "app": 3}', "[]", "x\0"])
def test_passwords_that_are_none_are_named_as_damaged(tmp_path: Path, text: str) -> None:
    write_own(tmp_path / passwords.FILE, text)
    with pytest.raises(ScrubjayError, match=r"passwords(, .*)? (is damaged|holds no text)|holds no text"):
        passwords.read_passwords(tmp_path)
