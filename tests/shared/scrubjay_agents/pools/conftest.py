"""Agents in a small repository that share what they learnt there."""

from collections.abc import Callable
from uuid import NAMESPACE_URL, uuid5

import pytest

from scrubjay.app import App, Workspace
from scrubjay.identity.audit import AuditWriter
from scrubjay.memory.store.request import RememberRequest
from scrubjay.model.agent import AgentType, Caller, default_capabilities
from scrubjay.model.memory import Stored
from scrubjay_agents.pools.sharing import PoolAnswer
from tests.conftest import Repo


@pytest.fixture
def worked(repo: Repo, app: App) -> Repo:
    """A repository with two branches that scrubjay knows."""
    repo.commit("first", {"README.md": "# Shop\n"})
    repo.git("branch", "other")
    app.initialise(repo.path)
    return repo


@pytest.fixture
def workspace(worked: Repo, app: App) -> Workspace:
    return app.workspace(worked.path)


@pytest.fixture
def agent(workspace: Workspace) -> Callable[..., Caller]:
    """An agent by name; the same name is the same agent."""

    def make(name: str, type: AgentType = AgentType.CLAUDE_CODE, **changes: object) -> Caller:
        settings: dict[str, object] = {
            "agent": uuid5(NAMESPACE_URL, name).hex, "type": type, "owner": workspace.settings.user_id,
            "project": workspace.project.id, "session": f"s-{name}", "capabilities": default_capabilities(type),
        }  # fmt: skip
        return Caller(**settings | changes)  # type: ignore[arg-type]

    return make


@pytest.fixture
def learn(workspace: Workspace) -> Callable[[str], str]:
    """Stores a claim that cites nothing; returns its id."""

    def remember(content: str) -> str:
        outcome = workspace.memories.remember(RememberRequest(content=content, author="ada"))
        assert isinstance(outcome, Stored), outcome
        return outcome.id

    return remember


def texts(answer: PoolAnswer) -> list[str]:
    """What a pool showed, in its order."""
    return [shared.listed.memory.content for shared in answer.memories]


def audited(workspace: Workspace, event: str) -> list[tuple[str, str, str]]:
    """Who did what with which outcome, oldest first."""
    database = workspace.knowledge_database
    audit = AuditWriter(database.path.parent / "audit")
    records = database.read(lambda c: audit.newest(c, 1_000, event=event))
    return [(record.actor, record.action, record.outcome) for record in reversed(records)]
