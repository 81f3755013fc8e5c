"""Bindings from before there were secrets open what they opened, until they get one."""

import shutil

import pytest

from scrubjay.errors import (
    NotInitialised,
)  # fmt: skip
from scrubjay.projects import rows
from scrubjay.projects.binder import ProjectBinder
from scrubjay.projects.registry import ProjectRegistry
from tests.conftest import Repo
from tests.shared.projects.places import beside, copied, file_of, opened


def before_secrets(repo: Repo, registry: ProjectRegistry, id: str, *roots: str) -> None:
    """Bind a clone as the releases before secrets did."""
    registry.database.write(lambda c: _old_rows(c, id, str(repo.path / ".git"), roots))
    repo.git("config", "scrubjay.project", id)


def _old_rows(connection: rows.Connection, id: str, common_dir: str, roots: tuple[str, ...]) -> None:
    if not connection.execute(rows.Q.find_project, {"id": id}).fetchone():
        connection.execute(rows.Q.add_project, {"id": id, "name": "old", "at": "2026-01-01T00:00:00Z"})
    rows.add_roots(connection, id, frozenset(roots))
    row = {"common_dir": common_dir, "id": id, "at": "2026-01-01T00:00:00Z", "secret": "", "asked": 0}
    connection.execute(rows.Q.bind_clone, row | {"device": 0, "inode": 0})


OLD = "0" * 31 + "1"


def test_a_binding_of_before_opens_until_it_gets_a_secret(
    repo: Repo, binder: ProjectBinder, registry: ProjectRegistry
) -> None:
    sha = repo.commit()
    before_secrets(repo, registry, OLD, sha)
    project = registry.find(opened(repo))
    assert project.id == OLD
    assert not (repo.path / ".git/scrubjay").exists(), "asking writes nothing"
    binder.secure(opened(repo), project)
    assert registry.find(opened(repo)).id == OLD
    assert file_of(repo, registry).is_file()
    assert "scrubjay" not in (repo.path / ".git/config").read_text()


def test_a_binding_of_before_that_moved_opens_and_a_copy_of_it_does_not(
    repo: Repo, binder: ProjectBinder, registry: ProjectRegistry
) -> None:
    sha = repo.commit()
    before_secrets(repo, registry, OLD, sha)
    copy = copied(repo)
    with pytest.raises(NotInitialised, match="fits"):
        registry.find(opened(copy))
    shutil.rmtree(repo.path)
    assert registry.find(opened(copy)).id == OLD
    assert binder.bind(opened(copy)).id == OLD


def test_clones_that_joined_unasked_are_named(repo: Repo, binder: ProjectBinder, registry: ProjectRegistry) -> None:
    sha = repo.commit()
    repo.git("clone", "-q", str(repo.path), "../clone")
    clone = beside(repo, "clone")
    before_secrets(repo, registry, OLD, sha)
    assert registry.joined_without_consent() == ()
    before_secrets(clone, registry, OLD, sha)
    both = {str(repo.path / ".git"), str(clone.path / ".git")}
    assert {folder for folder, _ in registry.joined_without_consent()} == both
    binder.bind(opened(clone))
    assert {folder for folder, _ in registry.joined_without_consent()} == both, "a secret alone is no consent"
    binder.join(opened(clone), OLD)
    binder.join(opened(repo), OLD)
    assert registry.joined_without_consent() == ()


def test_the_id_of_another_home_in_the_configuration_stays(repo: Repo, binder: ProjectBinder) -> None:
    repo.commit()
    repo.git("config", "scrubjay.project", OLD)
    binder.bind(opened(repo))
    assert repo.git("config", "scrubjay.project") == OLD
