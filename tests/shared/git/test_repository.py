"""Which repository holds a path, and which can't be used."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from scrubjay.errors import DubiousOwnership, GitUnavailable, NotARepository, RepositoryError
from scrubjay.git.discovery import read_repository
from scrubjay.git.head import head
from scrubjay.git.process import Git, GitEnvironment, version
from scrubjay.git.repository import open_repository
from tests.conftest import Repo


@pytest.fixture
def env(environment: dict[str, str]) -> GitEnvironment:
    return GitEnvironment.of(environment)


def test_any_path_inside_leads_to_the_worktree(repo: Repo, env: GitEnvironment) -> None:
    repo.commit("first", {"docs/a.md": "a"})
    for path in (repo.path, repo.path / "docs", repo.path / "docs" / "a.md"):
        found = open_repository(path, env)
        assert found.worktree == repo.path.resolve()
        assert found.common_dir == found.git_dir == (repo.path / ".git").resolve()
        assert (found.object_format, found.shallow) == ("sha1", False)


def test_a_linked_worktree_shares_the_common_folder(repo: Repo, env: GitEnvironment) -> None:
    repo.commit()
    repo.git("worktree", "add", "-q", "../linked")
    found = open_repository(repo.path.parent / "linked", env)
    assert found.worktree == (repo.path.parent / "linked").resolve()
    assert found.common_dir == (repo.path / ".git").resolve() != found.git_dir


def test_a_folder_without_a_repository_is_named(tmp_path: Path, env: GitEnvironment) -> None:
    for path in (tmp_path, tmp_path / "missing" / "deep"):
        with pytest.raises(NotARepository, match=str(tmp_path)):
            open_repository(path, env)


def test_a_bare_repository_is_refused(make_repo: Callable[..., Repo], env: GitEnvironment) -> None:
    bare = make_repo("bare", "--bare")
    with pytest.raises(RepositoryError, match="bare"):
        open_repository(bare.path, env)


def test_gits_own_folder_is_refused(repo: Repo, env: GitEnvironment) -> None:
    with pytest.raises(RepositoryError, match="working tree"):
        open_repository(repo.path / ".git", env)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can give files away")
def test_a_repository_of_another_user_says_what_to_run(repo: Repo, env: GitEnvironment) -> None:
    os.chown(repo.path / ".git", 12345, 12345)
    os.chown(repo.path, 12345, 12345)
    with pytest.raises(DubiousOwnership, match=r"safe\.directory"):
        open_repository(repo.path, env)


def test_a_missing_git_and_an_old_git_are_told_apart(repo: Repo, tmp_path: Path) -> None:
    with pytest.raises(GitUnavailable, match=r"2\.36"):
        open_repository(repo.path, GitEnvironment({"PATH": str(tmp_path)}))
    old = tmp_path / "git"
    old.write_text("#!/bin/sh\necho git version 2.30.1\n")
    old.chmod(0o755)
    with pytest.raises(GitUnavailable, match=r"2\.30 is too old"):
        version(Git(repo.path, GitEnvironment({"PATH": f"{tmp_path}:/bin:/usr/bin"})))


def test_variables_that_point_at_another_repository_are_dropped(repo: Repo, environment: dict[str, str]) -> None:
    repo.commit()
    lying = environment | {"GIT_DIR": "/nowhere", "GIT_WORK_TREE": "/nowhere", "GIT_INDEX_FILE": "/nowhere"}
    assert open_repository(repo.path, GitEnvironment.of(lying)).worktree == repo.path.resolve()


def test_head_of_an_unborn_branch_is_empty(repo: Repo, git_in: Callable[[Path], Git]) -> None:
    at = head(git_in(repo.path))
    assert (at.commit, at.tree, at.branch, at.committed_at) == ("", "", "main", "")


def test_head_names_the_branch_or_the_commit_it_is_detached_at(repo: Repo, git_in: Callable[[Path], Git]) -> None:
    sha = repo.commit()
    assert head(git_in(repo.path)).branch == "main"
    repo.git("checkout", "-q", "--detach")
    at = head(git_in(repo.path))
    assert (at.branch, at.commit, at.committed_at) == (f"detached:{sha}", sha, "2026-03-01T12:00:00Z")


@pytest.mark.parametrize("prepared", [
    "plain", "folder below", "worktree", "shallow", "sha256", "bare", "inside .git", "submodule", "include",
    "core.worktree", "no repository", "without format", "gone",
])  # fmt: skip
def test_files_tell_the_repository_that_git_finds_or_nothing(
    prepared: str, make_repo: Callable[..., Repo], environment: dict[str, str], tmp_path: Path
) -> None:
    repo = make_repo("repo", *(["--object-format=sha256"] if prepared == "sha256" else []))
    repo.commit("First", {"docs/a.md": "a"})
    folder, git_environment = repo.path, GitEnvironment.of(environment)
    if prepared == "folder below":
        folder = repo.path / "docs"
    elif prepared == "worktree":
        folder = tmp_path / "other"
        repo.git("worktree", "add", "-q", str(folder))
    elif prepared == "shallow":
        repo.commit("Second", {"b.md": "b"})
        folder = tmp_path / "clone"
        repo.git("clone", "-q", "--depth=1", f"file://{repo.path}", str(folder))
    elif prepared == "bare":
        folder = tmp_path / "bare.git"
        repo.git("clone", "-q", "--bare", ".", str(folder))
    elif prepared == "inside .git":
        folder = repo.path / ".git" / "hooks"
        folder.mkdir(exist_ok=True)
    elif prepared == "submodule":
        repo.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(repo.path), "inner")
        folder = repo.path / "inner"
    elif prepared == "include":
        repo.git("config", "include.path", str(tmp_path / "more"))
    elif prepared == "core.worktree":
        repo.git("config", "core.worktree", str(tmp_path))
    elif prepared == "without format":
        repo.git("config", "--unset", "core.repositoryformatversion")
    elif prepared == "no repository":
        folder = tmp_path
    elif prepared == "gone":
        folder = repo.path / "gone" / "away"
    told = read_repository(folder, git_environment.variables)
    if prepared in ("plain", "folder below", "worktree", "shallow"):
        assert told == open_repository(folder, git_environment)
    else:
        assert told is None
