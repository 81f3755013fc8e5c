"""HEAD read from its files is what git says, or git is asked."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from scrubjay.git.head import Pointer, read_pointer
from scrubjay.git.process import Git, GitEnvironment
from scrubjay.git.repository import open_repository
from tests.conftest import Repo


def pointer(repo: Repo, folder: Path | None = None) -> Pointer | None:
    at = open_repository(folder or repo.path, GitEnvironment.of(repo.environment))
    return read_pointer(at.git_dir, at.common_dir)


def says(repo: Repo, folder: Path | None = None) -> Pointer:
    git = Git(folder or repo.path, GitEnvironment.of(repo.environment))
    code, name = git.answer("symbolic-ref", "--quiet", "--short", "HEAD")
    return Pointer(git.run("rev-parse", "HEAD").decode().strip(), name.decode().strip() if code == 0 else "")


ORDINARY = (
    ("commit", "-q", "--allow-empty", "-m", "more"),
    ("commit", "-q", "--amend", "--allow-empty", "-m", "other"),
    ("checkout", "-q", "-b", "feature/one"),
    ("pack-refs", "--all"),
    ("commit", "-q", "--allow-empty", "-m", "above packed"),
    ("checkout", "-q", "--detach"),
    ("reset", "-q", "--hard", "HEAD~1"),
    ("checkout", "-q", "main"),
    ("merge", "-q", "--no-edit", "feature/one"),
    ("gc", "-q"),
    ("update-ref", "refs/heads/main", "feature/one~1"),
    ("branch", "-m", "main", "trunk"),
)


def test_after_each_ordinary_operation_the_files_say_what_git_says(repo: Repo) -> None:
    repo.commit("first")
    for operation in ORDINARY:
        repo.git(*operation)
        assert pointer(repo) == says(repo), operation


def test_each_worktree_has_its_own_head(repo: Repo, tmp_path: Path) -> None:
    repo.commit("first")
    beside = tmp_path / "beside"
    repo.git("worktree", "add", "-q", "-b", "beside", str(beside))
    repo.git("-C", str(beside), "commit", "-q", "--allow-empty", "-m", "there")
    assert pointer(repo, beside) == says(repo, beside)
    assert pointer(repo) == says(repo) != says(repo, beside)


@pytest.mark.parametrize(
    "operation",
    [
        ("checkout", "-q", "--orphan", "empty"),  # no commit yet
        ("tag", "main"),  # the branch is heads/main from now on
        ("update-ref", "refs/remotes/main/HEAD", "HEAD"),
        ("symbolic-ref", "refs/heads/main", "refs/heads/other"),
    ],
)
def test_what_the_files_do_not_say_plainly_is_left_to_git(repo: Repo, operation: tuple[str, ...]) -> None:
    repo.commit("first")
    repo.git("branch", "other")
    repo.git(*operation)
    assert pointer(repo) is None
    if operation[0] != "checkout":
        repo.git("pack-refs", "--all")
        assert pointer(repo) is None


def test_replaced_objects_are_left_to_git(repo: Repo) -> None:
    first, second = repo.commit("first"), repo.commit("second")
    repo.git("replace", second, first)
    assert pointer(repo) is None
    repo.git("pack-refs", "--all")
    assert pointer(repo) is None


def test_another_way_to_keep_refs_is_left_to_git(make_repo: Callable[..., Repo]) -> None:
    try:
        other = make_repo("reftable", "--ref-format=reftable")
    except AssertionError:
        pytest.skip("this git has no reftable")
    other.commit("first")
    assert pointer(other) is None


@pytest.mark.parametrize("said", ["", "ref: refs/heads/../../x\n", "ref: refs/heads/a b\n", "\xff\n", "abc\n"])
def test_a_head_that_makes_no_sense_is_left_to_git(repo: Repo, said: str) -> None:
    repo.commit("first")
    (repo.path / ".git" / "HEAD").write_text(said, encoding="latin-1")
    assert read_pointer(repo.path / ".git", repo.path / ".git") is None


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes here")
def test_a_pipe_in_the_place_of_a_ref_keeps_nobody_waiting(repo: Repo) -> None:
    repo.commit("first")
    (repo.path / ".git/refs/heads/main").unlink()
    os.mkfifo(repo.path / ".git/refs/heads/main")
    assert read_pointer(repo.path / ".git", repo.path / ".git") is None
