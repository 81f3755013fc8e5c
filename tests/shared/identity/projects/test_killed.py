"""`init` or `join` is killed between any two of its steps: the next one goes on, and there is no further project."""

import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from scrubjay.errors import NotInitialised, StorageError
from scrubjay.identity.projects.binder import ProjectBinder
from scrubjay.identity.projects.rebuild import check_orphans, orphan_of, rebuild_home
from scrubjay.identity.projects.registry import ProjectRegistry
from tests.conftest import Repo
from tests.patience import PATIENCE_S
from tests.shared.identity.projects.killed_bind import POINTS
from tests.shared.identity.projects.places import beside, copied, file_of, opened

TOP = Path(__file__).parents[4]

EVERY_POINT = pytest.mark.parametrize("point", POINTS)


def killed(repo: Repo, point: str, project: str = "") -> None:
    """A process that binds a clone, or joins it to a project, and dies there."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.shared.identity.projects.killed_bind", point, str(repo.path), project],
        cwd=TOP, env=repo.environment, capture_output=True, text=True, timeout=PATIENCE_S, check=False,
    )  # fmt: skip
    assert done.returncode == -signal.SIGKILL, done.stderr


def again(repo: Repo, binder: ProjectBinder, registry: ProjectRegistry) -> str:
    """`init` as a person runs it, who does what it says; returns the project's id."""
    repository = opened(repo)
    if orphan_of(registry.home, repository.common_dir):
        with pytest.raises(StorageError, match="doctor --repair"):
            check_orphans(registry.home, repository.common_dir)
        rebuild_home(registry.home)
    begun = binder.preview(repository).project
    project = binder.bind(repository)
    assert begun in (None, project)
    assert registry.find(repository) == project
    file = file_of(repo, registry)
    assert [each.name for each in file.parent.iterdir() if each.is_file()] == [file.name]
    return project.id


@EVERY_POINT
def test_init_goes_on_with_the_project_that_was_begun(
    point: str, repo: Repo, binder: ProjectBinder, registry: ProjectRegistry
) -> None:
    repo.commit()
    killed(repo, point)
    begun = {one.id for one in registry.list()}
    id = again(repo, binder, registry)
    assert begun <= {id}
    assert [one.id for one in registry.list()] == [id]
    assert len(list((registry.home / "projects").iterdir())) == 1


@EVERY_POINT
def test_a_clone_that_was_joining_opens_one_of_the_two_projects(
    point: str, repo: Repo, binder: ProjectBinder, registry: ProjectRegistry
) -> None:
    repo.commit()
    first = binder.bind(opened(repo))
    repo.git("clone", "-q", str(repo.path), "../clone")
    clone = beside(repo, "clone")
    second = binder.bind(opened(clone))
    killed(clone, point, first.id)
    assert again(clone, binder, registry) in (first.id, second.id)
    assert {one.id for one in registry.list()} == {first.id, second.id}
    assert registry.find(opened(repo)) == registry.resolve(first.id)


def test_a_copy_of_what_was_begun_is_finished_nowhere_else(
    repo: Repo, binder: ProjectBinder, registry: ProjectRegistry
) -> None:
    repo.commit()
    killed(repo, "before the file")
    copy = copied(repo)
    with pytest.raises(NotInitialised):
        registry.find(opened(copy))
    assert binder.preview(opened(copy)).project is None
    own = binder.bind(opened(copy))
    assert again(repo, binder, registry) != own.id
    shutil.rmtree(repo.path)
    assert registry.find(opened(copy)) == own
