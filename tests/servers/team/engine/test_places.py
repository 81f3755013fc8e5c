"""Where the cluster and its socket lie: folders that only its account enters, and nobody else's mode is changed."""

import os
import stat
import tempfile
from pathlib import Path

import pytest

from scrubjay_team.engine.account import Account, choose_account
from scrubjay_team.engine.places import (
    LONGEST_SOCKET,
    SOCKET,
    ClusterPlace,
    barred,
    find_place,
    make_place,
    make_socket_folder,
    refuse_barred,
    remove_socket_folder,
)
from scrubjay_team.errors import EngineUnavailable

as_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root gives folders to another account")


def test_a_users_cluster_is_below_his_data_folder(tmp_path: Path) -> None:
    assert find_place(tmp_path, user=1000) == ClusterPlace(tmp_path / "postgres", None)


def test_roots_cluster_is_below_the_data_folder_where_its_account_can_reach_that(folder: Path) -> None:
    elsewhere = folder / "var"
    data = folder / "team"
    data.mkdir(mode=0o711)
    account = choose_account(0)
    assert find_place(data, user=0, elsewhere=elsewhere) == ClusterPlace(data / "postgres", account)
    data.chmod(0o700)
    place = find_place(data, user=0, elsewhere=elsewhere)
    assert place.account == account
    if os.geteuid() == 0:
        assert place.folder.parent == elsewhere
        assert place.folder.name.startswith("team-")
    other = folder / "other"
    other.mkdir(mode=0o700)
    assert find_place(other, user=0, elsewhere=elsewhere) != place


@as_root
def test_root_leaves_a_users_cluster_the_users(folder: Path) -> None:
    place = ClusterPlace(folder / "postgres", None)
    place.data.mkdir(parents=True)
    os.chown(place.data, 1234, 1235)
    assert find_place(folder, user=0).account == Account("number 1234", 1234, 1235)


@pytest.mark.parametrize(
    ("mode", "account", "reached"),
    [
        (0o711, Account("other", 1234, 1234), True),
        (0o700, Account("other", 1234, 1234), False),
        (0o710, Account("other", 1234, 1234), False),
        (0o700, Account("owner", os.geteuid(), 1234), True),
        (0o710, Account("group", 1234, os.getegid()), True),
        (0o701, Account("group", 1234, os.getegid()), False),
    ],
)
def test_an_account_reaches_what_its_mode_lets_through(
    folder: Path, mode: int, account: Account, reached: bool
) -> None:
    below = folder / "one"
    below.mkdir()
    below.chmod(mode)
    assert (barred(account, below) is None) is reached


@as_root
@as_root
@pytest.mark.parametrize("mode", [0o700, 0o710, 0o666])
def test_a_folder_that_bars_a_cluster_that_is_there_is_named_with_the_command_that_heals_it(
    folder: Path, mode: int
) -> None:
    place = ClusterPlace(folder / "team" / "postgres", Account("other", 1234, 1234))
    place.data.mkdir(parents=True)
    (place.data / "PG_VERSION").write_text("18")
    folder.joinpath("team").chmod(0o711)
    refuse_barred(place)
    folder.joinpath("team").chmod(mode)
    with pytest.raises(EngineUnavailable, match=f"chmod o\\+x {folder}/team`"):
        refuse_barred(place)
    assert stat.S_IMODE(folder.joinpath("team").stat().st_mode) == mode


def test_a_folder_outside_is_made_for_root_alone_and_refused_where_others_write_it(folder: Path) -> None:
    elsewhere = folder / "var"
    place = ClusterPlace(elsewhere / "team-1", choose_account(0))
    make_place(place, elsewhere)
    assert stat.S_IMODE(elsewhere.stat().st_mode) == 0o711
    assert stat.S_IMODE(place.folder.stat().st_mode) == 0o700
    assert place.account is not None
    assert place.folder.stat().st_uid == place.account.uid
    for mode in (0o777, 0o731):
        elsewhere.chmod(mode)
        with pytest.raises(EngineUnavailable, match="chmod 711"):
            make_place(place, elsewhere)
    os.chown(elsewhere, 1234, 1234)
    elsewhere.chmod(0o711)
    with pytest.raises(EngineUnavailable, match="chown root"):
        make_place(place, elsewhere)


def test_a_link_in_the_clusters_place_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "target").mkdir(mode=0o755)
    (tmp_path / "postgres").symlink_to(tmp_path / "target")
    (tmp_path / "file").write_text("")
    for name in ("postgres", "file"):
        with pytest.raises(EngineUnavailable, match=f"{name} is a link or a file"):
            make_place(ClusterPlace(tmp_path / name, None))
    assert stat.S_IMODE((tmp_path / "target").stat().st_mode) == 0o755


def test_a_socket_has_a_short_path_or_there_is_a_clear_error(folder: Path) -> None:
    short = ClusterPlace(folder, None)
    assert make_socket_folder(short) == folder / "socket"
    long = ClusterPlace(folder / ("x" * 90), None)
    long.folder.mkdir()
    made = make_socket_folder(long, folder)
    assert made.parent == folder
    assert len(os.fsencode(made / SOCKET)) <= LONGEST_SOCKET
    assert stat.S_IMODE(made.stat().st_mode) == 0o700
    with pytest.raises(EngineUnavailable, match="shorter home"):
        make_socket_folder(long, long.folder)
    assert list(long.folder.iterdir()) == []


def test_only_a_socket_folder_in_the_temp_folder_is_removed(folder: Path) -> None:
    long = ClusterPlace(folder / ("x" * 90), None)
    long.folder.mkdir()
    made = make_socket_folder(long)
    assert made.parent == Path(tempfile.gettempdir())
    remove_socket_folder(made)
    assert not made.exists()
    for other in (folder / "socket", folder / "scrubjay-1"):
        other.mkdir()
        remove_socket_folder(other)
        assert other.exists()
