"""Whose memory is it? However a repository is copied, moved or cloned: nothing crosses, nothing is lost."""

import shutil
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from scrubjay.app import App, Workspace
from scrubjay.errors import NotInitialised, ProjectConflict
from scrubjay.memory.store.request import RememberRequest
from scrubjay.model.clock import system_clock
from scrubjay.model.evidence import Act, Origin
from scrubjay.operations.jobs.runner import JobRunner
from scrubjay.search.recall.answer import RecallRequest
from tests.behaviour.conftest import ingest
from tests.conftest import Repo

MEMORY = "Magpies are fed on Tuesdays."
DOCUMENT = "Magpies live in the old barn."


@pytest.fixture
def first(repo: Repo, app: App) -> Workspace:
    """A project with a document and a memory."""
    repo.commit("first", {"docs/barn.md": f"# Barn\n\n{DOCUMENT}\n"})
    at = app.initialise(repo.path)
    ingest(at)
    at.memories.remember(RememberRequest(content=MEMORY, origin=Origin.PERSON, act=Act.TYPED))
    return at


@pytest.fixture
def stranger(make_repo: Callable[..., Repo], first: Workspace) -> Repo:
    """A repository with another history."""
    other = make_repo("stranger")
    other.commit("something else", {"crow.md": "# Crow\n\nA crow sits here.\n"})
    return other


def seen(app: App, where: Path) -> tuple[bool, bool]:
    """Whether a search there finds the first project's document, and its memory."""
    answer = app.workspace(where).recall.search(RecallRequest(query="magpies", limit=50))
    texts = " ".join(hit.text for hit in (*answer.hits, *answer.memories))
    return DOCUMENT in texts, MEMORY in texts


def beside(repo: Repo, name: str) -> Repo:
    return Repo(repo.path.parent / name, repo.environment)


def config_of(project: str) -> dict[str, str | bytes]:
    """A committed request to join a project."""
    return {".agent/config.yaml": f"project:\n  id: {project}\n"}


def test_a_binding_copied_into_an_unrelated_repository_opens_nothing(
    repo: Repo, first: Workspace, stranger: Repo, app: App
) -> None:
    shutil.copytree(repo.path / ".git/scrubjay", stranger.path / ".git/scrubjay")
    shutil.copy(repo.path / ".git/config", stranger.path / ".git/config")
    with pytest.raises(NotInitialised, match="copy"):
        app.workspace(stranger.path)
    own = app.initialise(stranger.path)
    ingest(own)
    assert own.project.id != first.project.id
    assert seen(app, stranger.path) == (False, False)
    assert seen(app, repo.path) == (True, True)


def test_a_committed_id_in_an_unrelated_repository_opens_nothing(
    repo: Repo, first: Workspace, stranger: Repo, app: App
) -> None:
    stranger.commit("ask to join", config_of(first.project.id))
    with pytest.raises(NotInitialised, match="One project of this home fits"):
        app.workspace(stranger.path)
    with pytest.raises(ProjectConflict):
        app.binder.join(app.initialise(stranger.path).repository, first.project.id)
    assert seen(app, stranger.path) == (False, False)
    assert seen(app, repo.path) == (True, True)


def test_a_committed_id_does_not_open_a_folder_whose_project_is_lost(repo: Repo, app: App) -> None:
    lost = app.settings.home / "projects" / ("0123456789abcdef" * 2)
    lost.mkdir(parents=True)
    repo.commit("a request", config_of(lost.name))
    assert app.initialise(repo.path).project.id != lost.name


def test_a_copied_template_without_its_history_is_a_project_of_its_own(repo: Repo, first: Workspace, app: App) -> None:
    repo.commit("a team's file", config_of(first.project.id))
    shutil.copytree(repo.path, repo.path.parent / "template", ignore=shutil.ignore_patterns(".git"))
    copy = beside(repo, "template")
    copy.git("init", "-q")
    own = app.initialise(copy.path)
    assert own.project.id != first.project.id
    assert seen(app, copy.path) == (False, False)
    copy.commit("the template's first commit")
    assert app.workspace(copy.path).project.id == own.project.id
    assert seen(app, copy.path) == (True, False)  # its own copy of the document, not the memory


def test_a_copy_with_its_history_opens_nothing_until_its_owner_joins_it(repo: Repo, first: Workspace, app: App) -> None:
    shutil.copytree(repo.path, repo.path.parent / "copy")
    copy = beside(repo, "copy")
    with pytest.raises(NotInitialised, match="a copy of"):
        app.workspace(copy.path)
    app.initialise(copy.path, join=first.project.id)
    assert seen(app, copy.path) == (True, True)
    shutil.rmtree(copy.path / ".git")
    copy.git("init", "-q")
    copy.commit("a new beginning")
    with pytest.raises(NotInitialised):
        app.workspace(copy.path)
    assert app.initialise(copy.path).project.id != first.project.id
    assert seen(app, copy.path) == (True, False)
    assert seen(app, repo.path) == (True, True)


def test_another_history_at_the_same_place_opens_nothing(repo: Repo, first: Workspace, app: App) -> None:
    config = (repo.path / ".git/config").read_bytes()
    shutil.rmtree(repo.path)
    repo.path.mkdir()
    repo.git("init", "-q")
    (repo.path / ".git/config").write_bytes(config)
    repo.commit("a stranger at the same place", {"docs/barn.md": "# Barn\n\nEmpty.\n"})
    with pytest.raises(NotInitialised):
        app.workspace(repo.path)
    assert app.initialise(repo.path).project.id != first.project.id
    assert seen(app, repo.path) == (False, False)


def test_a_branch_without_the_config_file_stays_in_its_project(repo: Repo, first: Workspace, app: App) -> None:
    repo.git("branch", "older")
    repo.commit("a team's file", config_of(first.project.id))
    for branch in ("older", "main"):
        repo.git("switch", "-q", branch)
        assert app.workspace(repo.path).project.id == first.project.id
        assert seen(app, repo.path) == (True, True)


def test_stashing_untracked_files_stays_in_its_project(repo: Repo, first: Workspace, app: App) -> None:
    for name, content in config_of(first.project.id).items():
        repo.write(name, content)
    repo.git("stash", "-q", "-u")
    assert not (repo.path / ".agent").exists()
    assert seen(app, repo.path) == (True, True)
    repo.git("stash", "pop", "-q")
    assert seen(app, repo.path) == (True, True)


def test_a_new_worktree_shares_the_memory_and_not_the_documents(repo: Repo, first: Workspace, app: App) -> None:
    repo.git("worktree", "add", "-q", "-b", "topic", "../linked")
    linked = beside(repo, "linked")
    linked.git("rm", "-q", "docs/barn.md")
    linked.commit("without the barn", {"other.md": "# Other\n"})
    assert app.workspace(linked.path).project.id == first.project.id
    assert seen(app, linked.path) == (False, True)
    assert seen(app, repo.path) == (True, True)


def test_a_moved_folder_keeps_its_memory_and_its_old_place_gives_nothing_away(
    repo: Repo, first: Workspace, app: App
) -> None:
    old = repo.path
    repo.path = old.rename(old.parent / "moved")
    assert app.workspace(repo.path).project.id == first.project.id
    assert seen(app, repo.path) == (True, True)
    old.mkdir()
    tenant = Repo(old, repo.environment)
    tenant.git("init", "-q")
    tenant.commit("a new tenant", {"tenant.md": "# Tenant\n"})
    with pytest.raises(NotInitialised):
        app.workspace(old)
    assert app.initialise(old).project.id != first.project.id
    assert seen(app, old) == (False, False)
    assert seen(app, repo.path) == (True, True)


def test_a_second_clone_with_the_committed_id_shares_once_its_owner_joins_it(
    repo: Repo, first: Workspace, app: App
) -> None:
    repo.commit("a team's file", config_of(first.project.id))
    repo.git("clone", "-q", str(repo.path), "../clone")
    clone = beside(repo, "clone")
    with pytest.raises(NotInitialised, match="One project of this home fits"):
        app.workspace(clone.path)
    app.initialise(clone.path, join=first.project.id)
    assert seen(app, clone.path) == (True, True)
    said = RememberRequest(content="The clone has seen magpies too.", origin=Origin.PERSON, act=Act.TYPED)
    app.workspace(clone.path).memories.remember(said)
    memories = app.workspace(repo.path).recall.search(RecallRequest(query="magpies")).memories
    assert "clone has seen" in " ".join(hit.text for hit in memories)


def test_a_second_clone_on_another_home_is_a_project_of_its_own_there(
    repo: Repo, first: Workspace, open_home: Callable[..., App], tmp_path: Path
) -> None:
    repo.commit("a team's file", config_of(first.project.id))
    repo.git("clone", "-q", str(repo.path), "../clone")
    elsewhere = open_home(tmp_path / "another-home")
    at = elsewhere.initialise(beside(repo, "clone").path)
    ingest(at)
    assert seen(elsewhere, at.repository.worktree) == (True, False)


def test_a_shallow_clone_joins_only_when_the_user_says_so(repo: Repo, first: Workspace, app: App) -> None:
    repo.commit("a team's file", config_of(first.project.id))
    repo.git("clone", "-q", "--depth=1", repo.path.as_uri(), "../shallow")
    shallow = beside(repo, "shallow")
    with pytest.raises(NotInitialised, match="project join"):
        app.workspace(shallow.path)
    app.initialise(shallow.path)
    assert seen(app, shallow.path) == (True, False)
    own = app.workspace(shallow.path)
    with pytest.raises(ProjectConflict, match="only a person"):
        app.binder.join(own.repository, first.project.id)
    app.binder.join(own.repository, first.project.id, anyway=True)
    assert seen(app, shallow.path) == (True, True)
    shallow.git("fetch", "-q", "--unshallow")
    assert seen(app, shallow.path) == (True, True)


def begin_again(repo: Repo) -> None:
    repo.git("switch", "-q", "--orphan", "fresh")
    repo.commit("new root", {"new.md": "# New\n"})
    repo.git("branch", "-qD", "main")


def rewrite_the_root(repo: Repo) -> None:
    repo.commit("second", {"second.md": "# Second\n"})
    repo.git("rebase", "-q", "--root", "--reset-author-date", date="2026-03-02T12:00:00+00:00")


NEW_ROOTS: dict[str, Callable[[Repo], object]] = {
    "amending the only commit": lambda repo: repo.git("commit", "-q", "--amend", "-m", "better words"),
    "an orphan branch that replaces the others": begin_again,
    "rebase --root": rewrite_the_root,
}


def work_off(app: App, repo: Repo) -> None:
    """What a hook and the worker do."""
    app.workspace(repo.path).enqueue("test")
    work = JobRunner(app, system_clock, threading.Event())
    while (job := app.queue.claim()) is not None:
        work.run(job)


@pytest.mark.parametrize("known_before", [True, False], ids=["a worker had run before", "no worker had run"])
@pytest.mark.parametrize("how", NEW_ROOTS)
def test_no_memory_is_lost_when_git_forgets_the_old_root_after(
    how: str, known_before: bool, repo: Repo, first: Workspace, app: App
) -> None:
    if known_before:
        work_off(app, repo)
    NEW_ROOTS[how](repo)
    work_off(app, repo)
    repo.git("reflog", "expire", "--expire=now", "--all")
    repo.git("gc", "-q", "--prune=now")
    assert app.workspace(repo.path).project.id == first.project.id
    assert seen(app, repo.path)[1]
    repo.git("clone", "-q", str(repo.path), "../clone")
    clone = beside(repo, "clone")
    app.binder.join(app.initialise(clone.path).repository, first.project.id)
    assert seen(app, clone.path)[1]


def test_the_oldest_commit_of_a_shallow_clone_opens_nothing_to_others(repo: Repo, first: Workspace, app: App) -> None:
    repo.commit("second", {"docs/crow.md": "# Crow\n"})
    repo.git("clone", "-q", "--depth=1", repo.path.as_uri(), "../shallow")
    own = app.initialise(beside(repo, "shallow").path)
    work_off(app, beside(repo, "shallow"))
    assert app.registry.resolve(own.project.id).roots == frozenset()


def test_leaving_and_coming_back_finds_the_memory_again(repo: Repo, first: Workspace, app: App) -> None:
    app.binder.release(first.repository, first.project)
    with pytest.raises(NotInitialised):
        app.workspace(repo.path)
    assert app.initialise(repo.path).project.id == first.project.id
    assert seen(app, repo.path) == (True, True)


def test_forgetting_leaves_nothing_and_beginning_again_starts_empty(repo: Repo, first: Workspace, app: App) -> None:
    app.binder.forget(first.project.id)
    with pytest.raises(NotInitialised):
        app.workspace(repo.path)
    again = app.initialise(repo.path)
    ingest(again)
    assert again.project.id != first.project.id
    assert seen(app, repo.path) == (True, False)
