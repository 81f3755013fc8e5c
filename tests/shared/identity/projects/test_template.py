"""`git init --template` copies a folder: a binding and hooks that come with it open no project that another has."""

import shutil
from pathlib import Path

import pytest

from scrubjay.errors import CopiedBinding, NotInitialised
from scrubjay.identity.projects.binder import ProjectBinder
from scrubjay.identity.projects.registry import ProjectRegistry
from scrubjay.integrations.git_hooks.event import handle_event
from scrubjay.model.clock import system_clock
from tests.conftest import Repo
from tests.shared.identity.projects.places import Home, beside, file_of, opened


@pytest.fixture
def template(repo: Repo, registry: ProjectRegistry, binder: ProjectBinder, tmp_path: Path) -> Path:
    """A template made of a bound clone's git folder, as somebody does who likes its hooks."""
    repo.commit()
    binder.bind(opened(repo))
    folder = tmp_path / "template"
    for name in ("hooks", "scrubjay"):
        shutil.copytree(repo.path / ".git" / name, folder / name)
    return folder


def made_from(template: Path, repo: Repo, name: str) -> Repo:
    repo.git("init", "-q", f"--template={template}", f"../{name}")
    return beside(repo, name)


def test_a_repository_made_from_it_is_a_copy_and_begins_a_project_of_its_own(
    template: Path, repo: Repo, registry: ProjectRegistry, binder: ProjectBinder
) -> None:
    first = registry.find(opened(repo))
    other = made_from(template, repo, "other")
    assert file_of(other, registry).is_file(), "git copies it"
    with pytest.raises(CopiedBinding):
        registry.find(opened(other))
    environment = other.environment | {"SCRUBJAY_HOME": str(registry.home)}
    assert not handle_event("post-commit", (), environment, other.path, system_clock), "hooks are silent"
    other.commit("another history", {"x": "y"})
    with pytest.raises(CopiedBinding):
        registry.find(opened(other))
    own = binder.bind(opened(other))
    assert own.id != first.id
    assert (registry.find(opened(repo)), registry.find(opened(other))) == (first, own)


def test_a_clone_made_from_it_shares_the_root_and_is_a_copy_all_the_same(
    template: Path, repo: Repo, registry: ProjectRegistry
) -> None:
    repo.git("clone", "-q", f"--template={template}", str(repo.path), "../clone")
    with pytest.raises(CopiedBinding):
        registry.find(opened(beside(repo, "clone")))


def test_a_template_that_outlives_its_clone_opens_for_one_repository_and_is_a_copy_for_the_next(
    template: Path, repo: Repo, registry: ProjectRegistry
) -> None:
    """By the table: the old folder is gone and the new one unborn, so the secret has moved; it moves once."""
    first = registry.find(opened(repo))
    shutil.rmtree(repo.path)
    repo.path.mkdir()
    other = made_from(template, repo, "other")
    assert registry.find(opened(other)).id == first.id
    with pytest.raises(CopiedBinding):
        registry.find(opened(made_from(template, repo, "third")))


def test_another_homes_binding_in_it_says_nothing_here(template: Path, repo: Repo, open_home: Home) -> None:
    other = made_from(template, repo, "other")
    with pytest.raises(NotInitialised):
        open_home("second")._registry.find(opened(other))
