"""What is hidden behind a namespace of processes is no chain of ancestors that ends at the system's first."""

from pathlib import Path

import pytest

from scrubjay.identity.person.observe import sees_all_ancestors

FIRST = {"pid": "pid:[4026531836]", "user": "user:[4026531837]"}
OTHER = {"pid": "pid:[4026532178]", "user": "user:[4026532180]"}


def test_this_process_sees_its_own() -> None:
    assert sees_all_ancestors("self")


@pytest.mark.parametrize(
    ("pid", "user", "account", "whole"),
    [(FIRST, FIRST, 0, True), (FIRST, OTHER, 0, True), (OTHER, FIRST, 0, False), (OTHER, OTHER, 1000, False)],
)
def test_a_namespace_that_isnt_the_first_hides_them(
    tmp_path: Path, pid: dict[str, str], user: dict[str, str], account: int, whole: bool
) -> None:
    folder = tmp_path / "70" / "ns"
    folder.mkdir(parents=True)
    (folder / "pid").symlink_to(pid["pid"])
    (folder / "user").symlink_to(user["user"])
    assert sees_all_ancestors("70", tmp_path, account) is whole


def test_a_system_without_namespaces_hides_nothing(tmp_path: Path) -> None:
    assert sees_all_ancestors("70", tmp_path)
