"""Mirrors added, hurried and listed by an owner."""

from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path

import pytest

from scrubjay.errors import UsageError
from scrubjay_team.errors import AddressRefused, FetchFailed
from scrubjay_team.mirrors.adding import checked_address, credential_of, fetch_soon, mirror_rows
from tests.servers.team.makers import NOW, make_project, make_team
from tests.servers.team.mirrors.conftest import ADDRESS, Mirrored, add
from tests.servers.team.mirrors.routes import PROGRAMS


def public(host: str, port: int) -> Sequence[str]:
    return ["140.82.121.3"]


def test_a_checked_address_is_kept_in_one_form_and_takes_its_kind_of_credential() -> None:
    checked = checked_address("https://Git.Example:443/a/b/", (), PROGRAMS, public)
    assert (checked.address, checked.host, checked.host_key) == ("https://git.example/a/b", "git.example", None)
    assert credential_of(checked, "") is None
    with pytest.raises(UsageError, match="in one line"):
        credential_of(checked, "two\nlines")


@pytest.mark.parametrize("address", ["https://127.0.0.1/a", "ssh://git@localhost/a", "git@10.1.2.3:a/b"])
def test_no_host_is_asked_for_its_key_before_its_address_is_checked(address: str) -> None:
    with pytest.raises(AddressRefused):
        checked_address(address, (), "/nowhere")


def test_an_ssh_host_without_a_key_is_not_added() -> None:
    with pytest.raises(FetchFailed, match="ssh-keyscan is missing"):
        checked_address("git@git.example:a/b", (), "/nowhere", public)


def test_an_added_mirror_is_behind_until_it_is_indexed(mirrored: Mirrored) -> None:
    def row() -> tuple[object, ...]:
        with mirrored.databases.owner.transaction() as connection:
            (one,) = mirror_rows(connection, mirrored.team)
        return one.name, one.address, one.behind, one.fetched_at, one.indexed_at, one.error

    assert row() == ("shop", "https://git.example/shop.git", True, None, None, "")
    assert mirrored.jobs() == [("fetch", NOW)]
    mirrored.refresher.fetch(mirrored.project)
    assert row()[2:] == (True, NOW, None, "")
    mirrored.refresher.index(mirrored.project)
    assert row()[2:] == (False, NOW, NOW, "")
    mirrored.origin.path.rename(mirrored.origin.path.parent / "away")
    mirrored.refresher.fetch(mirrored.project)
    assert row()[2] is True
    assert "could not be fetched" in str(row()[5])


def test_a_team_sees_its_own_mirrors_alone(mirrored: Mirrored, tmp_path: Path) -> None:
    other = make_team(mirrored.databases.owner, "other")
    add(mirrored.databases, make_project(mirrored.databases.owner, other, "theirs"), mirrored.data)
    with mirrored.databases.owner.transaction() as connection:
        assert [one.name for one in mirror_rows(connection, mirrored.team)] == ["shop"]
        assert [one.name for one in mirror_rows(connection, other)] == ["theirs"]


def test_a_hurried_mirror_is_fetched_by_the_earlier_moment(mirrored: Mirrored) -> None:
    assert ADDRESS in {row["address"] for row in mirrored.rows("SELECT address FROM mirror_source")}
    with mirrored.databases.owner.transaction() as connection:
        fetch_soon(connection, mirrored.project, NOW + timedelta(minutes=1))
        fetch_soon(connection, mirrored.project, NOW - timedelta(minutes=1))
    assert mirrored.jobs() == [("fetch", NOW - timedelta(minutes=1))]
