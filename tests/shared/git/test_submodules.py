"""Objects of a submodule are found where git keeps them, and nowhere else whatever stands in the working tree."""

import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from scrubjay.git.objects import ObjectReader
from scrubjay.git.process import Git, GitEnvironment
from scrubjay.git.repository import Repository, open_repository
from scrubjay.git.submodules import (
    BORROWING,
    LINKED,
    ODD,
    OUTSIDE,
    SubmoduleObjects,
    find_objects,
    update_command,
    with_objects,
)
from tests.conftest import Repo

ADD = ("-c", "protocol.file.allow=always", "submodule", "--quiet", "add")

Opened = Callable[[Repo], Repository]


@pytest.fixture
def opened(environment: dict[str, str]) -> Opened:
    return lambda repo: open_repository(repo.path, GitEnvironment.of(environment))


@pytest.fixture
def library(make_repo: Callable[..., Repo]) -> Repo:
    library = make_repo("library")
    library.commit("start", {"s.md": "# Library\n"})
    return library


@pytest.fixture
def outer(repo: Repo, library: Repo) -> Repo:
    repo.git(*ADD, str(library.path), "libs/x")
    repo.commit("add")
    return repo


def test_an_absorbed_submodule_has_its_objects_below_the_modules(outer: Repo, opened: Opened) -> None:
    found = find_objects(opened(outer), "libs/x")
    assert found == SubmoduleObjects(outer.path.resolve() / ".git/modules/libs/x/objects")


def test_in_another_worktree_they_are_that_worktree_s_own(outer: Repo, opened: Opened) -> None:
    outer.git("worktree", "add", "-q", "../second")
    second = Repo(outer.path.parent / "second", outer.environment)
    assert find_objects(opened(second), "libs/x").problem.startswith("not checked out")
    second.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "update", "--init")
    found = find_objects(opened(second), "libs/x").folder
    assert found is not None
    assert found.is_relative_to(outer.path.resolve() / ".git")


def test_a_submodule_with_a_git_folder_of_its_own_is_found_too(repo: Repo, library: Repo, opened: Opened) -> None:
    repo.git("clone", "-q", str(library.path), "sub")
    repo.commit("add a clone")
    assert find_objects(opened(repo), "sub").folder == repo.path.resolve() / "sub/.git/objects"


def test_what_is_not_checked_out_says_the_command(outer: Repo, opened: Opened) -> None:
    outer.git("submodule", "--quiet", "deinit", "-f", "libs/x")
    assert find_objects(opened(outer), "libs/x").problem == "not checked out: `git submodule update --init libs/x`"
    assert update_command("a b") == "git submodule update --init 'a b'"


@pytest.mark.parametrize(
    "path", ["../library", "/etc", "a/../../library", ".git", "libs/.git/x", "-x", "a\\x0ab", "a//b"]
)
def test_a_path_that_git_would_not_check_out_is_refused(outer: Repo, opened: Opened, path: str) -> None:
    assert find_objects(opened(outer), path) == SubmoduleObjects(None, ODD)


@pytest.mark.parametrize("link", ["libs", "libs/x"])
def test_a_link_in_its_path_is_not_followed(outer: Repo, library: Repo, opened: Opened, link: str) -> None:
    outer.git("rm", "-q", "-f", "--cached", "libs/x")
    moved = outer.path.parent / "elsewhere"
    (outer.path / link).rename(moved)
    (outer.path / link).symlink_to(moved)
    assert find_objects(opened(outer), "libs/x") == SubmoduleObjects(None, LINKED)


def _pointing(target: str) -> Callable[[Path, Path], None]:
    def write(marker: Path, other: Path) -> None:
        marker.unlink()
        marker.write_text(f"gitdir: {target.format(other=other)}\n")

    return write


def _linking(marker: Path, other: Path) -> None:
    marker.unlink()
    marker.symlink_to(other)


def _piping(marker: Path, other: Path) -> None:
    marker.unlink()
    os.mkfifo(marker)


@pytest.mark.parametrize(
    "spoil",
    [
        _pointing("{other}"), _pointing("../../../library/.git"), _pointing("../../.git"),
        _pointing("../../.git/modules"),
        _pointing("../../.git/modules/none"), _pointing("../../.git/modules/libs/../../../../library/.git"),
        _pointing("\0"), _linking, _piping,
    ],
)  # fmt: skip
def test_a_pointer_that_leads_anywhere_else_is_refused(
    outer: Repo, library: Repo, opened: Opened, spoil: Callable[[Path, Path], None]
) -> None:
    spoil(outer.path / "libs/x/.git", library.path / ".git")
    assert find_objects(opened(outer), "libs/x") == SubmoduleObjects(None, OUTSIDE)


@pytest.mark.parametrize("name", ["objects", "objects/pack", ""])
def test_a_link_below_the_modules_is_refused(outer: Repo, library: Repo, opened: Opened, name: str) -> None:
    there = outer.path / ".git/modules/libs/x" / name
    there.rename(outer.path.parent / "moved")
    there.symlink_to(outer.path.parent / "moved")
    assert find_objects(opened(outer), "libs/x") == SubmoduleObjects(None, OUTSIDE)


def test_borrowed_objects_are_not_its_own(outer: Repo, library: Repo, opened: Opened) -> None:
    info = outer.path / ".git/modules/libs/x/objects/info"
    info.mkdir(exist_ok=True)
    (info / "alternates").write_text(f"{library.path}/.git/objects\n")
    assert find_objects(opened(outer), "libs/x") == SubmoduleObjects(None, BORROWING)


def test_git_finds_what_stands_in_further_folders(outer: Repo, library: Repo, environment: dict[str, str]) -> None:
    git = Git(outer.path, GitEnvironment.of(environment))
    blob = library.git("rev-parse", "HEAD:s.md")
    odd = outer.path.parent / 'a "b":c\\d'
    (outer.path / ".git/modules/libs/x/objects").rename(odd)
    for further, there in (([], False), ([odd], True)):
        with ObjectReader(with_objects(git, further)) as reader:
            assert (blob in reader.info([blob])) is there
    assert with_objects(git, []) is git


def test_an_arriving_commit_changes_the_state(outer: Repo, library: Repo, opened: Opened) -> None:
    commit = library.commit("more")
    found = find_objects(opened(outer), "libs/x")
    before = found.state(commit)
    assert found.state(commit) == before
    outer.git("-C", "libs/x", "fetch", "-q", "origin")
    assert found.state(commit) != before
    assert replace(found, folder=None, problem="why").state(commit) == "why"
