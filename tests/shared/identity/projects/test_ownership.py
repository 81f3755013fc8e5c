"""A common directory that is reached by a .git file or link counts only where something there says so."""

from collections.abc import Callable
from pathlib import Path

import pytest

from scrubjay.errors import (
    BorrowedRepository,
    NotInitialised,
)  # fmt: skip
from scrubjay.identity.projects.binder import ProjectBinder
from scrubjay.identity.projects.description import read as description_of
from scrubjay.identity.projects.registry import ProjectRegistry
from tests.conftest import Repo
from tests.shared.identity.projects.places import beside, opened


def pointing(to: str, at: Path, environment: dict[str, str]) -> Repo:
    at.mkdir()
    (at / ".git").write_text(f"gitdir: {to}\n")
    return Repo(at, environment)


def test_a_git_file_that_leads_to_somebody_elses_repository_opens_nothing_there(
    repo: Repo, binder: ProjectBinder, registry: ProjectRegistry, tmp_path: Path
) -> None:
    repo.commit()
    project = binder.bind(opened(repo))
    repo.git("worktree", "add", "-q", "../linked")
    for number, target in enumerate((".git", ".git/worktrees/linked")):
        evil = pointing(f"{repo.path}/{target}", tmp_path / f"evil{number}", repo.environment)
        with pytest.raises(BorrowedRepository):
            registry.find(opened(evil))
        with pytest.raises(BorrowedRepository):
            binder.bind(opened(evil))
    linked_ = tmp_path / "by-a-link"
    linked_.mkdir()
    (linked_ / ".git").symlink_to(repo.path / ".git")
    with pytest.raises(BorrowedRepository):
        registry.find(opened(Repo(linked_, repo.environment)))
    assert registry.find(opened(beside(repo, "linked"))).id == project.id


def test_a_git_folder_that_names_somebody_elses_as_its_common_one_opens_nothing(
    repo: Repo, make_repo: Callable[..., Repo], binder: ProjectBinder, registry: ProjectRegistry
) -> None:
    repo.commit()
    binder.bind(opened(repo))
    evil = make_repo("evil")
    (evil.path / ".git/commondir").write_text(f"{repo.path}/.git\n")
    with pytest.raises(BorrowedRepository):
        registry.find(opened(evil))


def test_a_repository_with_a_separate_git_folder_is_bound_with_its_worktree(
    repo: Repo, binder: ProjectBinder, registry: ProjectRegistry, tmp_path: Path
) -> None:
    repo.git("init", "-q", f"--separate-git-dir={tmp_path}/store", "../apart")
    apart = beside(repo, "apart")
    apart.commit()
    project = binder.bind(opened(apart))
    assert registry.find(opened(apart)).id == project.id
    said = description_of(project.folder)
    assert said is not None
    assert said.clones[0].worktrees == (str(apart.path),)
    evil = pointing(f"{tmp_path}/store", tmp_path / "evil", repo.environment)
    with pytest.raises(BorrowedRepository):
        registry.find(opened(evil))
    with pytest.raises(BorrowedRepository):
        binder.bind(opened(evil))
    assert binder.bind(opened(evil), agreed=True).id == project.id == registry.find(opened(evil)).id
    other = binder.bind(opened(repo))
    assert binder.join(opened(apart), other.id, anyway=True).id == other.id
    for place in (apart, evil):
        assert registry.find(opened(place)).id == other.id, "what was agreed outlives a change of project"


def test_a_submodule_is_a_project_of_its_own(
    repo: Repo, make_repo: Callable[..., Repo], binder: ProjectBinder, registry: ProjectRegistry
) -> None:
    inner = make_repo("inner")
    inner.commit()
    repo.commit()
    outer = binder.bind(opened(repo))
    repo.git("submodule", "--quiet", "add", str(inner.path), "sub")
    sub = Repo(repo.path / "sub", repo.environment)
    with pytest.raises(NotInitialised, match="not set up"):
        registry.find(opened(sub))
    project = binder.bind(opened(sub))
    assert project.id != outer.id
    assert registry.find(opened(sub)).id == project.id


def test_a_linked_worktree_of_a_bare_repository_is_bound(
    repo: Repo, binder: ProjectBinder, registry: ProjectRegistry
) -> None:
    repo.commit()
    repo.git("clone", "-q", "--bare", str(repo.path), "../bare.git")
    beside(repo, "bare.git").git("worktree", "add", "-q", "../tree")
    project = binder.bind(opened(beside(repo, "tree")))
    assert registry.find(opened(beside(repo, "tree"))).id == project.id
