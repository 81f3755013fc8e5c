"""A project that a program of the tests opens."""

from collections.abc import Callable, Iterator

import pytest

from scrubjay.app import open_app
from scrubjay.git.process import GitEnvironment
from scrubjay.settings.layers import load_settings
from tests.behaviour.processes import quiet
from tests.conftest import Repo

ADR = "# 1. Use a queue\n\n## Status\n\nAccepted\n\n## Decision\n\nWe use a queue because bursts are short.\n"


def initialised(repo: Repo) -> Repo:
    """The same repository, a project of the test's home with one decision."""
    repo.environment = repo.environment | {"SCRUBJAY_EMBEDDING_PROVIDER": "none"}
    repo.commit("queue", {"docs/adr/0001-queue.md": ADR})
    git = GitEnvironment.of(repo.environment)
    with open_app(load_settings(repo.environment), git_environment=git, wake=lambda: None) as app:
        app.initialise(repo.path)
    return repo


@pytest.fixture
def project(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> Iterator[Repo]:
    """A repository that is a project of the home which the process's environment names."""
    monkeypatch.setenv("SCRUBJAY_EMBEDDING_PROVIDER", "none")
    yield initialised(repo)
    quiet(repo)


@pytest.fixture
def other_project(make_repo: Callable[..., Repo], project: Repo) -> Repo:
    """Another project of the same home."""
    return initialised(make_repo("other"))
