"""What was read of a history is never stale: whatever git does between two searches, they say what a new one says."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scrubjay.git.process import Git, GitEnvironment
from scrubjay.git.repository import open_repository
from scrubjay.session.tasks.commits import CommitSearch
from tests.conftest import Repo

STEPS: dict[str, tuple[str, ...]] = {
    "commit": ("commit", "-q", "--allow-empty", "-m", "Retry payments"),
    "amend": ("commit", "-q", "--allow-empty", "--amend", "-m", "Retry payments twice"),
    "revert": ("revert", "--no-edit", "HEAD"),
    "back": ("reset", "-q", "--hard", "HEAD~1"),
    "branch": ("checkout", "-q", "-B", "topic", "HEAD~1"),
    "main": ("checkout", "-q", "-f", "main"),
    "detach": ("checkout", "-q", "--detach", "main"),
    "orphan": ("checkout", "-q", "--orphan", "fresh"),
    "pack": ("pack-refs", "--all", "--prune"),
    "collect": ("gc", "-q", "--prune=now"),
    "deepen": ("fetch", "-q", "--deepen=1"),
    "replace": ("replace", "-f", "HEAD", "HEAD~1"),
    "unreplace": ("replace", "-d", "HEAD"),
    "none": ("status",),
}


def searching(repo: Repo) -> CommitSearch:
    environment = GitEnvironment.of(repo.environment)
    return CommitSearch(Git(repo.path, environment), open_repository(repo.path, environment))


@pytest.fixture
def shallow(make_repo: Callable[..., Repo], tmp_path: Path) -> Repo:
    """A clone that has the last two of six commits."""
    source = make_repo("source", "-b", "main")
    for n in range(6):
        source.commit(f"Add payments, step {n}", {f"src/{n}.py": f"{n}\n"})
    source.git("clone", "-q", "--depth=2", source.path.as_uri(), str(tmp_path / "clone"))
    return Repo(tmp_path / "clone", source.environment)


@given(steps=st.lists(st.tuples(st.sampled_from(sorted(STEPS)), st.sampled_from(["", "src"])), max_size=8))
@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_search_says_what_a_new_one_says(shallow: Repo, steps: list[tuple[str, str]]) -> None:
    held = searching(shallow)
    for step, path in steps:
        shallow.git(*STEPS[step], check=False)
        assert held.search("retry payments step", path, 9) == searching(shallow).search("retry payments step", path, 9)


def test_a_history_that_stands_is_read_once(shallow: Repo, tmp_path: Path) -> None:
    log, program = tmp_path / "calls", tmp_path / "git"
    program.write_text(f'#!/bin/sh\necho call >> "{log}"\nexec git "$@"\n')
    program.chmod(0o755)
    environment = GitEnvironment.of(shallow.environment)
    counted = Git(shallow.path, replace(environment, program=str(program)))
    held = CommitSearch(counted, open_repository(shallow.path, environment))
    first, calls = held.search("payments", "", 9), log.read_text()
    assert first[0]
    assert held.search("payments", "", 9) == first
    assert log.read_text() == calls
