"""The servers' tests: an initialised project and a backend over it, in this process."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from tests.conftest import Repo

from scrubjay.briefing.gather import Sources
from scrubjay.briefing.service import Briefer
from scrubjay.git import Git, GitEnvironment, open_repository
from scrubjay.sessions import Tasks
from scrubjay.storage import Database
from scrubjay_serving import Backend
from scrubjay_serving.backend import Surroundings


@pytest.fixture
def project(repo: Repo) -> Repo:
    files = {"README.md": "# Shop\n", "docs/adr/0001-x.md": "# 1. X\n", "docs/usage.md": "# Usage\n"}
    repo.commit("first commit", cast("dict[str, str | bytes]", files))
    return repo


@pytest.fixture
def empty_project(make_repo: Callable[..., Repo]) -> Repo:
    return make_repo("empty")


@pytest.fixture
def backend(project: Repo, environment: dict[str, str], tmp_path: Path, clock: Callable[[], datetime]) -> Backend:
    @contextmanager
    def opener() -> Iterator[Any]:
        with Database(tmp_path / "home" / "session.db", "session") as database:
            env = GitEnvironment.of(environment)

            def at(path: Path) -> Any:
                repository = open_repository(path, env)
                git = Git(repository.worktree, env)
                tasks = Tasks(database, clock)
                docs = SimpleNamespace(
                    view=lambda: None,
                    behind=lambda v: 0,
                    decisions=lambda v: (),
                    counts=lambda v: SimpleNamespace(documents=0, behind=0, passages=0, embedded=1),
                )
                src = Sources(
                    git, repository, cast("Any", docs), tasks, clock, lambda f, v, n: (), lambda n: (), lambda: None
                )
                return SimpleNamespace(
                    repository=repository, git=git, tasks=tasks, briefer=Briefer(src, lambda t: len(t) // 4)
                )

            yield SimpleNamespace(at=at)

    return Backend(Surroundings(environment, project.path, ""), opener)


@pytest.fixture
def initialised() -> None:
    pass
