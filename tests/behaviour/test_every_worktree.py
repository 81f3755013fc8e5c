"""A session in any worktree of a clone is told its briefing, also in one that was made a second ago."""

import time
from collections.abc import Callable
from pathlib import Path

import pytest

from scrubjay.integrations.launching.launcher import LOCK_NAME
from scrubjay.storage.filesystem import file_lock
from tests.behaviour.homes import home_of
from tests.behaviour.processes import quiet, scrubjay
from tests.conftest import Repo
from tests.patience import PATIENCE_S

SETTINGS = ".claude/settings.local.json"


def is_told(worktree: Path) -> bool:
    """Whether Claude Code finds the hook of a start there."""
    file = worktree / SETTINGS
    return file.exists() and "SessionStart" in file.read_text(encoding="utf-8")


@pytest.fixture
def bare(make_repo: Callable[..., Repo]) -> Repo:
    """A bare repository with one document, and no worktree yet."""
    seed = make_repo("seed")
    seed.environment = seed.environment | {"SCRUBJAY_EMBEDDING_PROVIDER": "none"}
    seed.commit("first", {"docs/guide.md": "# Guide\n\nParcels are weighed twice.\n"})
    seed.git("clone", "-q", "--bare", ".", "../shop.git")
    return Repo(seed.path.parent / "shop.git", seed.environment)


def add(repo: Repo, name: str) -> Repo:
    folder = repo.path.parent / name
    repo.git("worktree", "add", "-q", "-b", name, str(folder))
    return Repo(folder, repo.environment)


def test_the_hook_of_git_prepares_a_new_worktree_before_any_worker_runs(bare: Repo) -> None:
    """Of a bare repository Claude Code has no main worktree to take settings from."""
    first = add(bare, "first")
    scrubjay(first, "init", "--yes")
    quiet(first)
    with file_lock(home_of(first) / LOCK_NAME, wait=True):
        second = add(first, "second")
        deadline = time.monotonic() + PATIENCE_S
        while not is_told(second.path):
            assert time.monotonic() < deadline, "the hook of git never came"
            time.sleep(0.05)
    assert second.git("status", "--porcelain") == ""
    scrubjay(first, "uninstall", "--yes")
    assert not (second.path / ".claude").exists()


def test_init_prepares_every_worktree_and_leaves_one_where_the_user_took_the_hooks_out(bare: Repo) -> None:
    first, second = add(bare, "first"), add(bare, "second")
    scrubjay(first, "init", "--yes")
    quiet(first)
    assert is_told(first.path)
    assert is_told(second.path)
    (second.path / SETTINGS).unlink()
    scrubjay(first, "init", "--yes")
    quiet(first)
    assert not is_told(second.path)


def test_the_main_worktree_is_prepared_too_since_claude_code_reads_its_settings_for_the_others(repo: Repo) -> None:
    repo.environment = repo.environment | {"SCRUBJAY_EMBEDDING_PROVIDER": "none"}
    repo.commit("first", {"docs/guide.md": "# Guide\n\nParcels are weighed twice.\n"})
    linked = add(repo, "linked")
    scrubjay(linked, "init", "--yes")
    quiet(linked)
    assert is_told(repo.path)
    assert repo.git("status", "--porcelain") == ""
