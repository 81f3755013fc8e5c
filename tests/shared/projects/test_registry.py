"""Projects in a real home, bound to real clones."""

from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path

import pytest

from scrubjay.errors import NotFound, NotInitialised, ProjectConflict
from scrubjay.git import GitEnvironment, Repository, open_repository
from scrubjay.projects.registry import ProjectRegistry
from scrubjay.storage import Database
from tests.conftest import Repo


@pytest.fixture
def registry(tmp_path: Path, environment: dict[str, str], clock: Callable[[], datetime]) -> Iterator[ProjectRegistry]:
    home = tmp_path / "home"
    with Database(home / "home.db", "home") as database:
        yield ProjectRegistry(database, home, GitEnvironment.of(environment), clock)


def opened(repo: Repo) -> Repository:
    return open_repository(repo.path, GitEnvironment.of(repo.environment))


def test_binding_twice_is_binding_once(repo: Repo, registry: ProjectRegistry) -> None:
    repo.commit()
    first = registry.bind(opened(repo))
    assert registry.bind(opened(repo)) == first == registry.find(opened(repo))
    assert repo.git("config", "--local", "scrubjay.project") == first.id
    assert repo.git("status", "--porcelain") == ""


def test_a_repository_that_was_never_bound_says_what_to_run(repo: Repo, registry: ProjectRegistry) -> None:
    with pytest.raises(NotInitialised, match="scrubjay init"):
        registry.find(opened(repo))


def test_the_first_commit_of_an_empty_repository_becomes_its_root(repo: Repo, registry: ProjectRegistry) -> None:
    assert registry.bind(opened(repo)).roots == frozenset()
    sha = repo.commit()
    assert registry.find(opened(repo)).roots == {sha}


def test_a_second_clone_joins_when_it_is_told_to(repo: Repo, registry: ProjectRegistry) -> None:
    repo.commit()
    project = registry.bind(opened(repo))
    repo.git("clone", "-q", str(repo.path), "../clone")
    clone = opened(Repo(repo.path.parent / "clone", repo.environment))
    with pytest.raises(NotInitialised):
        registry.find(clone)
    assert registry.join(clone, project.id[:8]).id == project.id == registry.find(clone).id
    assert len(registry.show(project.id).clones) == 2


def test_an_unrelated_repository_can_not_join(
    repo: Repo, make_repo: Callable[..., Repo], registry: ProjectRegistry
) -> None:
    repo.commit()
    project = registry.bind(opened(repo))
    other = make_repo("other")
    other.commit("something else", {"x": "y"})
    with pytest.raises(ProjectConflict, match="no root commit"):
        registry.join(opened(other), project.id, confirmed=True)


def test_a_shallow_clone_joins_only_when_the_user_confirms(repo: Repo, registry: ProjectRegistry) -> None:
    repo.commit("one")
    repo.commit("two")
    project = registry.bind(opened(repo))
    repo.git("clone", "-q", "--depth=1", repo.path.as_uri(), "../shallow")
    shallow = opened(Repo(repo.path.parent / "shallow", repo.environment))
    with pytest.raises(ProjectConflict, match="--yes"):
        registry.join(shallow, project.id)
    assert registry.join(shallow, project.id, confirmed=True).id == project.id == registry.find(shallow).id


def test_a_copied_binding_gets_a_project_of_its_own(
    repo: Repo, make_repo: Callable[..., Repo], registry: ProjectRegistry
) -> None:
    repo.commit()
    project = registry.bind(opened(repo))
    other = make_repo("other")
    other.commit("another history", {"x": "y"})
    other.git("config", "scrubjay.project", project.id)
    with pytest.raises(NotInitialised, match="copied"):
        registry.find(opened(other))
    assert registry.bind(opened(other)).id != project.id
    assert registry.find(opened(repo)).id == project.id


def test_moving_records_the_new_place_and_forgets_the_old(repo: Repo, registry: ProjectRegistry) -> None:
    repo.commit()
    project = registry.bind(opened(repo))
    repo.path = repo.path.rename(repo.path.parent / "moved")
    assert registry.move(opened(repo)).id == project.id
    assert registry.show(project.id).clones == (repo.path / ".git",)


def test_forgetting_deletes_the_folder_the_rows_and_the_binding(repo: Repo, registry: ProjectRegistry) -> None:
    repo.commit()
    project = registry.bind(opened(repo))
    project.folder.mkdir(parents=True)
    (project.folder / "knowledge.db").write_text("")
    registry.forget(project.id)
    assert not project.folder.exists()
    assert registry.list() == ()
    assert repo.git("config", "--get", "scrubjay.project", check=False) == ""
    assert "scrubjay" not in (repo.path / ".git" / "config").read_text()
    with pytest.raises(NotFound):
        registry.show(project.id)
