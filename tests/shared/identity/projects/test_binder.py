"""How real clones get to projects, and out of them."""

import json
import shutil
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from scrubjay.errors import (
    BindingRefused,
    BindingUnusable,
    NotFound,
    NotInitialised,
    ProjectConflict,
    UnknownBinding,
)  # fmt: skip
from scrubjay.identity.projects import rows
from scrubjay.identity.projects.binder import ProjectBinder
from scrubjay.identity.projects.description import read as description_of
from scrubjay.identity.projects.file import home_id, index_copies
from scrubjay.identity.projects.registry import ProjectRegistry
from tests.conftest import Repo
from tests.shared.identity.projects.places import Home, beside, copied, file_of, opened


def test_binding_twice_is_binding_once(repo: Repo, binder: ProjectBinder, registry: ProjectRegistry) -> None:
    repo.commit()
    config = (repo.path / ".git/config").read_bytes()
    first = binder.bind(opened(repo))
    before = file_of(repo, registry).read_bytes()
    assert binder.bind(opened(repo)) == first == registry.find(opened(repo))
    assert file_of(repo, registry).read_bytes() == before
    assert (repo.path / ".git/config").read_bytes() == config
    assert repo.git("status", "--porcelain") == ""


def test_two_that_bind_at_once_bind_to_one_project(repo: Repo, open_home: Home) -> None:
    repo.commit()
    binders = [open_home("home") for _ in range(4)]
    found: list[str] = []
    threads = [threading.Thread(target=lambda b=b: found.append(b.bind(opened(repo)).id)) for b in binders]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 4
    assert len(set(found)) == 1


def test_a_clone_joins_when_it_is_told_to_and_not_by_itself(
    repo: Repo, binder: ProjectBinder, registry: ProjectRegistry
) -> None:
    repo.commit()
    project = binder.bind(opened(repo))
    repo.git("clone", "-q", str(repo.path), "../clone")
    clone = opened(beside(repo, "clone"))
    with pytest.raises(NotInitialised):
        registry.find(clone)
    assert binder.join(clone, project.id[:8]).id == project.id == registry.find(clone).id
    assert len(registry.resolve(project.id).clones) == 2


def test_an_unrelated_repository_joins_only_by_a_person(
    repo: Repo, make_repo: Callable[..., Repo], binder: ProjectBinder, registry: ProjectRegistry
) -> None:
    repo.commit()
    project = binder.bind(opened(repo))
    other = make_repo("other")
    other.commit("something else", {"x": "y"})
    with pytest.raises(ProjectConflict, match="no root commit"):
        binder.join(opened(other), project.id)
    assert binder.join(opened(other), project.id, anyway=True).id == project.id == registry.find(opened(other)).id


def test_joining_takes_the_clone_out_of_its_project_of_before(
    repo: Repo, make_repo: Callable[..., Repo], binder: ProjectBinder, registry: ProjectRegistry
) -> None:
    repo.commit()
    other = make_repo("other")
    first, second = binder.bind(opened(repo)), binder.bind(opened(other))
    binder.join(opened(other), first.id, anyway=True)
    assert registry.resolve(second.id).clones == ()
    said = description_of(second.folder)
    assert said is not None
    assert said.clones == ()


def test_a_copy_begins_its_own_project_and_neither_sees_the_other(
    repo: Repo, binder: ProjectBinder, registry: ProjectRegistry
) -> None:
    repo.commit()
    project = binder.bind(opened(repo))
    copy = copied(repo)
    assert binder.preview(opened(copy)).project is None
    own = binder.bind(opened(copy))
    assert own.id != project.id
    assert registry.find(opened(copy)).id == own.id
    assert registry.find(opened(repo)).id == project.id


def test_a_forgotten_projects_binding_is_unknown_and_init_begins_anew(
    repo: Repo, binder: ProjectBinder, registry: ProjectRegistry
) -> None:
    repo.commit()
    project = binder.bind(opened(repo))
    kept = file_of(repo, registry).read_bytes()
    binder.forget(project.id)
    assert not project.folder.exists()
    assert not (repo.path / ".git/scrubjay").exists()
    with pytest.raises(NotFound):
        registry.resolve(project.id)
    (repo.path / ".git/scrubjay").mkdir()
    file_of(repo, registry).write_bytes(kept)
    with pytest.raises(UnknownBinding, match="backup restore"):
        registry.find(opened(repo))
    assert binder.bind(opened(repo)).id != project.id


def test_an_older_home_that_does_not_know_the_secret_says_so_and_joining_opens_it(
    repo: Repo, binder: ProjectBinder, registry: ProjectRegistry, tmp_path: Path
) -> None:
    repo.commit()
    project = binder.bind(opened(repo))
    repo.git("clone", "-q", str(repo.path), "../clone")
    clone = opened(beside(repo, "clone"))
    binder.join(clone, project.id)
    registry.database.write(lambda c: c.execute(rows.Q.forget_clone, {"common_dir": str(clone.common_dir)}))
    with pytest.raises(UnknownBinding, match=f"project join {project.id[:12]}"):
        registry.find(clone)
    assert binder.join(clone, project.id).id == registry.find(clone).id


def test_two_homes_share_a_clone_and_never_touch_each_others_file(repo: Repo, open_home: Home) -> None:
    repo.commit()
    one, two = open_home("one"), open_home("two")
    first, second = one.bind(opened(repo)), two.bind(opened(repo))
    assert first.id != second.id
    assert one._registry.find(opened(repo)).id == first.id
    assert two._registry.find(opened(repo)).id == second.id
    two.release(opened(repo), second)
    assert one._registry.find(opened(repo)).id == first.id


def test_copies_of_indexes_are_kept_while_a_clone_is_bound(repo: Repo, open_home: Home) -> None:
    repo.commit()
    one, two = open_home("one"), open_home("two")
    kept = [
        (binder.bind(opened(repo)), index_copies(opened(repo).common_dir, home_id(binder._registry.home)))
        for binder in (one, two)
    ]
    assert all(folder.is_dir() for _, folder in kept)
    one.release(opened(repo), kept[0][0])
    assert not kept[0][1].exists()
    assert kept[1][1].is_dir()
    one.bind(opened(repo))
    assert kept[0][1].is_dir()
    (kept[0][1].with_suffix(".0.gone") / "left").mkdir(parents=True)  # by a removal that was killed
    one.release(opened(repo), kept[0][0])
    assert {path.stem for path in kept[0][1].parent.iterdir()} == {kept[1][1].stem}


def test_a_binding_that_can_not_be_believed_is_named_and_never_replaced(
    repo: Repo, binder: ProjectBinder, registry: ProjectRegistry
) -> None:
    repo.commit()
    line = f"`scrubjay project join {binder.bind(opened(repo)).id[:12]}`"
    file = file_of(repo, registry)
    file.rename(repo.path / "elsewhere")
    file.symlink_to(repo.path / "elsewhere")
    for ask in (registry.find, binder.bind, binder.preview):
        with pytest.raises(BindingUnusable, match="is a link") as refused:
            ask(opened(repo))
        assert refused.value.exit_code == 4
        assert line in str(refused.value)
    assert len(registry.list()) == 1
    assert list(registry.unreadable()) == [registry.list()[0].id]


def test_a_git_folder_that_can_not_be_written_opens_if_it_was_bound_and_else_refuses(
    repo: Repo, make_repo: Callable[..., Repo], binder: ProjectBinder, registry: ProjectRegistry
) -> None:
    """A file in place of the folder stands for a read-only disk, which also root can't write."""
    repo.commit()
    project = binder.bind(opened(repo))
    (repo.path / ".git").chmod(0o500)
    (repo.path / ".git/scrubjay").chmod(0o500)
    assert registry.find(opened(repo)).id == project.id
    (repo.path / ".git").chmod(0o700)
    (repo.path / ".git/scrubjay").chmod(0o700)
    other = make_repo("other")
    (other.path / ".git/scrubjay").write_text("")
    with pytest.raises((BindingRefused, BindingUnusable)):
        binder.bind(opened(other))
    assert [one.id for one in registry.list()] == [project.id]


def test_leaving_keeps_a_receipt_and_coming_back_opens_the_same_project(
    repo: Repo, binder: ProjectBinder, registry: ProjectRegistry
) -> None:
    repo.commit()
    project = binder.bind(opened(repo))
    binder.release(opened(repo), project)
    assert not (repo.path / ".git/scrubjay").exists()
    with pytest.raises(NotInitialised):
        registry.find(opened(repo))
    said = description_of(project.folder)
    assert said is not None
    assert [left.common_dir for left in said.departures] == [str(repo.path / ".git")]
    repo.commit("later")
    prospect = binder.preview(opened(repo))
    assert (prospect.project and prospect.project.id, prospect.returned) == (project.id, True)
    assert binder.bind(opened(repo)).id == project.id
    assert json.loads((project.folder / "project.json").read_text())["departures"] == []


def test_a_history_that_was_replaced_since_is_not_taken_for_the_one_that_left(
    repo: Repo, binder: ProjectBinder, registry: ProjectRegistry
) -> None:
    repo.commit()
    project = binder.bind(opened(repo))
    binder.release(opened(repo), project)
    repo.git("switch", "-q", "--orphan", "fresh")
    repo.commit("new root", {"new.md": "# New\n"})
    repo.git("branch", "-qD", "main")
    repo.git("reflog", "expire", "--expire=now", "--all")
    assert binder.bind(opened(repo)).id != project.id


def test_a_stranger_at_the_place_that_was_left_gets_a_project_of_its_own(repo: Repo, binder: ProjectBinder) -> None:
    repo.commit()
    project = binder.bind(opened(repo))
    binder.release(opened(repo), project)
    copy = copied(repo)
    repo.path.rename(repo.path.parent / "aside")
    copy.path.rename(repo.path)
    assert binder.bind(opened(repo)).id != project.id, "the same history, another directory"
    assert len(binder._registry.matching(opened(repo))) == 1, "and what was left is still named to a person"


def test_a_committed_id_is_never_this_homes(repo: Repo, binder: ProjectBinder) -> None:
    theirs = "0123456789abcdef" * 2
    repo.commit("a team's", {".agent/config.yaml": f"project:\n  id: {theirs}\n"})
    assert binder.bind(opened(repo)).id != theirs


def test_forgetting_deletes_the_folder_the_rows_and_the_binding(
    repo: Repo, binder: ProjectBinder, registry: ProjectRegistry
) -> None:
    repo.commit()
    project = binder.bind(opened(repo))
    (project.folder / "knowledge.db").write_text("")
    binder.forget(project.id)
    assert not project.folder.exists()
    assert registry.list() == ()
    assert not (repo.path / ".git/scrubjay").exists()


def test_a_project_whose_clone_was_replaced_by_another_is_named(
    repo: Repo, make_repo: Callable[..., Repo], binder: ProjectBinder, registry: ProjectRegistry
) -> None:
    """Same place, another repository: the folder of before is there, and opens nothing."""
    repo.commit()
    project = binder.bind(opened(repo))
    assert registry.unopened() == ()
    shutil.rmtree(repo.path)
    make_repo(repo.path.name).commit("somebody else's", {"x": "y"})
    assert [one.id for one in registry.unopened()] == [project.id]
