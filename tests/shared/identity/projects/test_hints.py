"""What fits is found by what is public, and by nothing that differs only in its protocol."""

from pathlib import Path

import pytest

from scrubjay.identity.projects.hints import matching_projects, normalised_address
from scrubjay.model.project import Project


@pytest.mark.parametrize(
    "url",
    [
        "git@example.org:team/shop.git",
        "https://example.org/team/shop",
        "https://ann:x@example.org/team/shop.git/",
        "ssh://git@Example.org:2222/team/shop.git",
    ],
)
def test_one_remote_has_one_address(url: str) -> None:
    assert normalised_address(url) == "example.org/team/shop"


def test_a_path_on_this_disk_is_itself() -> None:
    assert normalised_address("/srv/git/shop.git") == normalised_address("file:///srv/git/shop") == "/srv/git/shop"


def project(letter: str, *roots: str) -> Project:
    return Project(letter * 32, letter, Path(letter), "2026-03-01T12:00:00Z", frozenset(roots), ())


def test_each_reason_is_named_and_the_best_fit_comes_first() -> None:
    a, b, c, d = project("a", "r1"), project("b", "r1", "r2"), project("c"), project("d")
    found = matching_projects(
        (a, b, c, d), roots=frozenset({"r1"}), named=frozenset({b.id, ""}), left="", addresses=frozenset({"x/y"}),
        clone_remotes={c.id: frozenset({"x/y"})},
    )  # fmt: skip
    assert [(hint.project.name, hint.reasons) for hint in found] == [
        ("b", ("the same root commit", "its id is in this repository")),
        ("a", ("the same root commit",)),
        ("c", ("the same remote",)),
    ]
