"""A small repository with the branches master and other, each in a worktree, and clients that hand work over in it."""

from collections.abc import Callable
from pathlib import Path

import pytest

from scrubjay.app import App, Workspace
from scrubjay.model.agent import AgentType, Caller
from tests.conftest import Repo

CLAUDE, CODEX, PERSON = AgentType.CLAUDE_CODE, AgentType.CODEX, AgentType.HUMAN


@pytest.fixture
def worked(repo: Repo, app: App) -> Repo:
    """A repository that scrubjay knows, on master."""
    repo.git("checkout", "-q", "-B", "master")
    repo.commit("first", {"README.md": "# Shop\n", "scale.py": "weigh = 1\n"})
    app.initialise(repo.path)
    return repo


@pytest.fixture
def here(worked: Repo, app: App) -> Workspace:
    return app.workspace(worked.path)


@pytest.fixture
def other(worked: Repo, app: App, tmp_path: Path) -> Workspace:
    """A worktree on the branch other."""
    worked.git("worktree", "add", "-q", "-b", "other", str(tmp_path / "other"))
    return app.workspace(tmp_path / "other")


@pytest.fixture
def caller(here: Workspace) -> Callable[..., Caller]:
    """A client in a session."""

    def of(type: AgentType, session: str = "s1") -> Caller:
        return here.callers.of_type(type, session)

    return of
