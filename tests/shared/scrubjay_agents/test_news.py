"""What is a session told unasked: what others did since, once, and nothing of its own."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from uuid import NAMESPACE_URL, uuid5

import pytest

from scrubjay.app import App, Workspace, open_app
from scrubjay.git.process import GitEnvironment
from scrubjay.memory.store.request import RememberRequest
from scrubjay.model.agent import AgentType, Caller, default_capabilities
from scrubjay.model.memory import Stored
from scrubjay.settings.layers import load_settings
from scrubjay_agents.news import news
from scrubjay_agents.services import AgentServices
from tests.conftest import Repo
from tests.project.costs import counted

SENTENCES = ("Gulls nest beside harbour lamps.", "Otters carry violet umbrellas.", "Herons repair copper gutters.")


class Hall:
    """A project with agents that share and hand over."""

    def __init__(self, workspace: Workspace) -> None:
        self.workspace = workspace
        self.services = AgentServices.of(workspace)

    def caller(self, name: str, session: str = "") -> Caller:
        type = AgentType.CODEX if name == "ben" else AgentType.CLAUDE_CODE
        return Caller(
            agent=uuid5(NAMESPACE_URL, name).hex, type=type, owner=self.workspace.settings.user_id,
            project=self.workspace.project.id, session=session or f"s-{name}", capabilities=default_capabilities(type),
        )  # fmt: skip

    def share(self, name: str, number: int) -> str:
        request = RememberRequest(content=SENTENCES[number], author="ada", key=str(number))
        outcome = self.workspace.memories.remember(request)
        assert isinstance(outcome, Stored)
        self.services.sharing.share(self.caller(name), "basin", outcome.id)
        return outcome.id

    def told(self, name: str, session: str = "", said: str = "") -> list[str]:
        return list(news(self.workspace, lambda: self.caller(name, session), said))


@pytest.fixture
def empty(repo: Repo, app: App) -> Hall:
    repo.commit("first", {"README.md": "# Shop\n"})
    app.initialise(repo.path)
    return Hall(app.workspace(repo.path))


@pytest.fixture
def hall(empty: Hall) -> Hall:
    """With a pool that anna and ben are in."""
    empty.services.pools.create(empty.caller("anna"), "basin")
    empty.services.pools.join(empty.caller("ben"), "basin", "write")
    return empty


def test_others_shares_are_told_once_and_ones_own_never(hall: Hall) -> None:
    assert hall.told("ben") == hall.told("anna") == []
    hall.share("anna", 0)
    hall.share("anna", 1)
    assert hall.told("anna") == []
    assert hall.told("ben") == ["2 new in pool basin (query_shared)"]
    assert hall.told("ben") == []
    assert hall.told("ben", session="another") == [], "a session begins with the pool as it is"


def test_another_session_of_the_same_agent_is_another_one(hall: Hall) -> None:
    assert hall.told("anna", session="second") == []
    hall.share("anna", 0)
    assert hall.told("anna", session="second") == ["1 new in pool basin (query_shared)"]


def test_what_the_answer_itself_shows_is_not_told(hall: Hall) -> None:
    hall.told("ben")
    id = hall.share("anna", 0)
    assert hall.told("ben", said=f"- {id[:12]} fact: Gulls nest") == []


def test_a_handoff_is_told_once_to_each_session_that_may_take_it(hall: Hall) -> None:
    context = {"task_description": "Count the gulls"}
    handoff = hall.services.handoffs.initiate(hall.caller("anna"), "any:codex", context)
    assert hall.told("anna") == []
    assert hall.told("ben") == ["1 handoff for you (get_pending_handoffs)"]
    assert hall.told("ben") == []
    assert hall.told("ben", session="shown", said=handoff.id) == []


def test_what_a_query_would_hide_is_not_told(hall: Hall) -> None:
    hall.told("ben")
    hidden = hall.share("anna", 0)
    hall.workspace.memories.forget(hidden, "ada")
    assert hall.told("ben") == []
    hall.share("anna", 1)
    hall.workspace.quarantine.impose("s-anna", "ada")
    assert hall.told("ben") == []


def test_who_left_the_pool_or_never_was_in_it_is_told_nothing(hall: Hall) -> None:
    assert hall.told("cleo") == []
    hall.told("ben")
    hall.services.pools.leave(hall.caller("ben"), "basin")
    hall.share("anna", 0)
    assert hall.told("ben") == hall.told("cleo") == []


def test_nobody_is_looked_for_where_there_is_no_pool_and_no_handoff(empty: Hall) -> None:
    def nobody() -> Caller:
        raise AssertionError("a caller was looked for")

    assert list(news(empty.workspace, nobody, "")) == []
    with counted() as cost:
        assert list(news(empty.workspace, nobody, "")) == []
    assert cost.statements <= 8, "one row of each of two databases, with its transaction"


def test_what_a_session_was_told_outlives_the_process(hall: Hall, repo: Repo, environment: dict[str, str]) -> None:
    hall.told("ben")
    hall.share("anna", 0)
    assert hall.told("ben")
    later: Callable[[], datetime] = lambda: datetime(2026, 3, 1, 12, tzinfo=UTC) + timedelta(hours=1)  # noqa: E731
    settings = load_settings(environment | {"SCRUBJAY_EMBEDDING_PROVIDER": "none"})
    with open_app(settings, git_environment=GitEnvironment.of(environment), clock=later, wake=lambda: None) as app:
        assert Hall(app.workspace(repo.path)).told("ben") == []
