"""Which project does a real clone open, in a real home?"""

import shutil
from pathlib import Path

import pytest

from scrubjay.errors import (
    CopiedBinding,
    NotInitialised,
)  # fmt: skip
from scrubjay.identity.projects import rows
from scrubjay.identity.projects.binder import ProjectBinder
from scrubjay.identity.projects.description import read as description_of
from scrubjay.identity.projects.file import home_id, made_home_id
from scrubjay.identity.projects.registry import ProjectRegistry
from tests.conftest import Repo
from tests.shared.identity.projects.places import Home, beside, copied, file_of, opened


def test_the_homes_id_is_drawn_once(tmp_path: Path) -> None:
    ids = {made_home_id(tmp_path) for _ in range(3)}
    assert ids == {home_id(tmp_path)}
    assert (tmp_path / "id").stat().st_mode & 0o777 == 0o600
    (tmp_path / "id").write_text("damaged")
    assert home_id(tmp_path) == ""
    assert made_home_id(tmp_path) not in ids
    assert [file.name for file in tmp_path.iterdir()] == ["id"]


def test_a_repository_that_was_never_bound_says_what_to_run_and_how_many_fit(
    repo: Repo, binder: ProjectBinder, registry: ProjectRegistry
) -> None:
    repo.commit()
    with pytest.raises(NotInitialised, match=r"Run `scrubjay init` in it\.$"):
        registry.find(opened(repo))
    binder.bind(opened(repo))
    repo.git("clone", "-q", str(repo.path), "../secretive")
    with pytest.raises(NotInitialised, match="One project of this home fits") as refused:
        registry.find(opened(beside(repo, "secretive")))
    assert registry.list()[0].id[:8] not in str(refused.value)


def test_the_folder_of_a_project_says_what_the_rows_say(
    repo: Repo, binder: ProjectBinder, registry: ProjectRegistry, open_home: Home
) -> None:
    sha = repo.commit()
    project = binder.bind(opened(repo))
    said = description_of(project.folder)
    assert said is not None
    assert (said.id, said.name, said.roots) == (project.id, project.name, (sha,))
    (clone,) = said.clones
    seen = (repo.path / ".git").stat()
    assert (clone.common_dir, clone.device, clone.inode) == (str(repo.path / ".git"), seen.st_dev, seen.st_ino)
    assert clone.secret_sha256
    assert clone.secret_sha256 not in file_of(repo, registry).read_text()
    lost = open_home("lost")
    lost._registry.home.mkdir(exist_ok=True)
    shutil.copy(registry.home / "id", lost._registry.home / "id")
    lost._database.write(lambda c: rows.restore(c, said))
    assert lost._registry.find(opened(repo)).id == project.id


def test_a_renamed_folder_is_remembered_at_its_new_place(
    repo: Repo, binder: ProjectBinder, registry: ProjectRegistry
) -> None:
    repo.commit()
    project = binder.bind(opened(repo))
    repo.path = repo.path.rename(repo.path.parent / "moved")
    assert registry.find(opened(repo)).id == project.id
    assert registry.resolve(project.id).clones == (repo.path / ".git",)
    said = description_of(project.folder)
    assert said is not None
    assert [clone.common_dir for clone in said.clones] == [str(repo.path / ".git")]


def test_a_copy_opens_nothing_until_the_original_is_gone(
    repo: Repo, binder: ProjectBinder, registry: ProjectRegistry
) -> None:
    repo.commit()
    project = binder.bind(opened(repo))
    copy = copied(repo)
    with pytest.raises(CopiedBinding, match="a copy of"):
        registry.find(opened(copy))
    assert registry.find(opened(repo)).id == project.id
    shutil.rmtree(repo.path)
    assert registry.find(opened(copy)).id == project.id


def test_a_copy_with_another_history_opens_only_when_its_owner_says_that_it_moved(
    repo: Repo, binder: ProjectBinder, registry: ProjectRegistry
) -> None:
    repo.commit()
    project = binder.bind(opened(repo))
    copy = copied(repo)
    shutil.rmtree(repo.path)
    copy.git("switch", "-q", "--orphan", "fresh")
    copy.commit("new root", {"new.md": "# New\n"})
    copy.git("branch", "-qD", "main")
    with pytest.raises(CopiedBinding, match="project move"):
        registry.find(opened(copy))
    assert registry.move(opened(copy)).id == project.id == registry.find(opened(copy)).id


def test_a_rewritten_and_pruned_history_stays_open_where_it_was(
    repo: Repo, binder: ProjectBinder, registry: ProjectRegistry
) -> None:
    repo.commit()
    project = binder.bind(opened(repo))
    repo.git("switch", "-q", "--orphan", "fresh")
    repo.commit("new root", {"new.md": "# New\n"})
    repo.git("branch", "-qD", "main")
    repo.git("reflog", "expire", "--expire=now", "--all")
    repo.git("gc", "-q", "--prune=now")
    assert registry.find(opened(repo)).id == project.id


def test_an_unborn_repository_that_moves_keeps_its_project(
    repo: Repo, binder: ProjectBinder, registry: ProjectRegistry
) -> None:
    project = binder.bind(opened(repo))
    copy = copied(repo, "moved")
    shutil.rmtree(repo.path)
    assert registry.find(opened(copy)).id == project.id


def test_a_shallow_clone_that_moves_keeps_its_project(
    repo: Repo, binder: ProjectBinder, registry: ProjectRegistry
) -> None:
    repo.commit("one")
    repo.commit("two")
    repo.git("clone", "-q", "--depth=1", repo.path.as_uri(), "../shallow")
    shallow = beside(repo, "shallow")
    project = binder.bind(opened(shallow))
    copy = copied(shallow, "moved")
    shutil.rmtree(shallow.path)
    assert registry.find(opened(copy)).id == project.id
