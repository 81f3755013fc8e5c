"""The base branch that was asked once is what git says now, whatever happens to its refs."""

import pytest

from scrubjay.git import ancestry as module
from scrubjay.git.ancestry import BaseTracker, base_commit, remote_base
from scrubjay.git.process import Git, GitEnvironment
from scrubjay.git.repository import open_repository
from tests.conftest import Repo

OPERATIONS = (
    ("commit", "-q", "--allow-empty", "-m", "more"),
    ("commit", "-q", "--amend", "--allow-empty", "-m", "other"),
    ("pack-refs", "--all"),
    ("checkout", "-q", "-b", "feature/one"),
    ("commit", "-q", "--allow-empty", "-m", "beside"),
    ("update-ref", "refs/heads/main", "feature/one"),
    ("update-ref", "refs/remotes/origin/main", "feature/one~1"),
    ("pack-refs", "--all"),
    ("update-ref", "refs/remotes/origin/main", "feature/one"),
    ("update-ref", "refs/remotes/origin/next", "feature/one~1"),
    ("symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/next"),
    ("pack-refs", "--all"),
    ("branch", "next", "feature/one~1"),
    ("commit", "-q", "--allow-empty", "-m", "still beside"),
    ("update-ref", "refs/heads/next", "feature/one"),
    ("branch", "-D", "next"),
    ("update-ref", "refs/remotes/origin/next", "feature/one"),
    ("symbolic-ref", "--delete", "refs/remotes/origin/HEAD"),
    ("branch", "-m", "main", "trunk"),
    ("symbolic-ref", "refs/heads/main", "refs/heads/feature/one"),
    ("commit", "-q", "--allow-empty", "-m", "by another name"),
    ("gc", "-q"),
)


def test_after_each_operation_the_kept_base_is_what_git_says(repo: Repo) -> None:
    repo.commit("first")
    git = Git(repo.path, GitEnvironment.of(repo.environment))
    kept = BaseTracker(git, open_repository(repo.path, git.environment).common_dir)
    seen: set[str] = set()
    remotes: set[str] = set()
    for operation in OPERATIONS:
        repo.git(*operation)
        assert kept.commit() == base_commit(git) == kept.commit(), operation
        assert kept.remote() == remote_base(git) == kept.remote(), operation
        seen.add(kept.commit())
        remotes.add(kept.remote())
    assert len(seen) > 4
    assert len(remotes) > 2


@pytest.mark.parametrize(
    ("refs", "default", "name"),
    [
        ((), "", ""),
        (("main",), "", "main"),
        (("feature",), "", ""),  # no base branch of its
        (("main", "dev"), "dev", "dev"),
        (("trunk", "master"), "", "master"),
    ],
)
def test_the_base_branch_is_the_remotes_where_the_clone_has_one(
    repo: Repo, refs: tuple[str, ...], default: str, name: str
) -> None:
    repo.commit("first")
    commits = {}
    for ref in refs:
        commits[ref] = repo.commit(f"on {ref}", {"a.md": ref})
        repo.git("update-ref", f"refs/remotes/origin/{ref}", "HEAD")
    if default:
        repo.git("symbolic-ref", "refs/remotes/origin/HEAD", f"refs/remotes/origin/{default}")
    assert remote_base(Git(repo.path, GitEnvironment.of(repo.environment))) == commits.get(name, "")


def test_git_is_not_asked_again_while_the_refs_are_as_they_were(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    first = repo.commit("first")
    git = Git(repo.path, GitEnvironment.of(repo.environment))
    kept = BaseTracker(git, open_repository(repo.path, git.environment).common_dir)
    asked: list[Git] = []
    monkeypatch.setattr(module, "base_commit", lambda git: asked.append(git) or base_commit(git))
    repo.git("checkout", "-q", "-b", "beside")
    assert [kept.commit() for _ in range(3)] == [first] * 3
    repo.git("commit", "-q", "--allow-empty", "-m", "beside")
    assert kept.commit() == first
    assert len(asked) == 1
