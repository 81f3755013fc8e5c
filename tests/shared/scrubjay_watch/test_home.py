"""Whatever happens in a project: a subscriber hears of what a query shows it, of nothing else, and costs little."""

import tempfile
import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from uuid import NAMESPACE_URL, uuid5

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from scrubjay.app import App, Workspace, open_app
from scrubjay.errors import ScrubjayError
from scrubjay.extensions.kinds.watched import watched_at
from scrubjay.git.process import GitEnvironment
from scrubjay.memory.listing.filters import ListFilters
from scrubjay.memory.store.request import RememberRequest
from scrubjay.model.agent import AgentType, Caller, Capability, default_capabilities
from scrubjay.model.frozen import replace
from scrubjay.model.memory import Stored
from scrubjay.session.tasks.task import TaskChange
from scrubjay.settings.layers import load_settings
from scrubjay.storage.files import RACY_NS
from scrubjay_agents.services import AgentServices
from scrubjay_watch.notifier import Notifier
from scrubjay_watch.watching import open_notifier, resources_of
from tests.conftest import Repo
from tests.project.costs import counted

pytestmark = pytest.mark.story

SENTENCES = (
    "Gulls nest beside harbour lamps",
    "Otters carry violet umbrellas",
    "Herons repair copper gutters",
    "Badgers publish quarterly maps",
    "Moles polish granite stairs",
    "Lynxes borrow silver kettles",
)
"""Without a word in common, so that none repeats or contradicts another."""

TREES = ("main", "other")
AGENTS = ("anna", "ben")
DAY = "2000-01-01"
"""A filter that all memories pass: of a list without a filter those that say the same are one."""

number = st.integers(0, 9)
kinds = ["say", "say", "own", "share", "share", "private", "forget", "quarantine", "lift", "merge", "leave", "join"]
steps = st.lists(st.tuples(st.sampled_from(kinds), number, number), min_size=6, max_size=16)


def agent_of(workspace: Workspace, name: str) -> Caller:
    return Caller(
        agent=uuid5(NAMESPACE_URL, name).hex, type=AgentType.CLAUDE_CODE, owner=workspace.settings.user_id,
        project=workspace.project.id, session=f"s-{name}", capabilities=default_capabilities(AgentType.CLAUDE_CODE),
    )  # fmt: skip


class Town:
    """One project with two worktrees and a pool; ben watches in the first one, anna writes in both."""

    def __init__(self, folder: Path, environment: dict[str, str], app: App) -> None:
        repo = Repo(folder / "main", environment)
        repo.path.mkdir()
        repo.git("init", "-q")
        repo.commit("first", {"README.md": "# Shop\n"})
        repo.git("worktree", "add", "-q", "-b", "other", str(folder / "other"))
        app.initialise(repo.path)
        self.repos = {"main": repo, "other": Repo(folder / "other", environment)}
        self.at = {tree: app.workspace(one.path) for tree, one in self.repos.items()}
        self.main = self.at["main"]
        self.pool = AgentServices.of(self.main).pools.create(self.caller("anna"), "basin")
        AgentServices.of(self.main).pools.join(self.caller("ben"), self.pool.id, "write")
        self.ids: list[str] = []
        self.notifier = open_notifier(lambda: self.main, self.caller("ben"))
        self.heard: dict[str, set[str]] = {"scrubjay://memories/*": set(), f"scrubjay://pool/{self.pool.name}": set()}
        for uri in self.heard:
            watched = watched_at(uri, resources_of(self.main.extensions))
            assert watched
            assert self.notifier.subscribe(watched)

    def caller(self, name: str) -> Caller:
        return agent_of(self.at["main"], name)

    def step(self, what: str, first: int, second: int) -> None:
        tree, id = TREES[first % 2], self.ids[second % len(self.ids)] if self.ids else ""
        services = AgentServices.of(self.at[tree])
        try:
            match what:
                case "say" | "own" if len(self.ids) < len(SENTENCES):
                    text, name = SENTENCES[len(self.ids)], AGENTS[second % 2]
                    place = f"docs/{len(self.ids)}.md"
                    self.repos[tree].commit("learn", {place: f"# Page\n\n{text}.\n"})
                    content, scope = (f"{text} ({place}:3).", "project") if what == "say" else (f"{text}.", "user")
                    request = RememberRequest(content=content, author="ada", session=f"s-{name}", scope=scope)
                    outcome = self.at[tree].memories.remember(request)
                    self.ids += [outcome.id] if isinstance(outcome, Stored) else []
                case "share" | "private":
                    scope = "project" if what == "share" else "agent-private"
                    services.sharing.share(self.caller(AGENTS[first % 2]), self.pool.id, id, scope)
                case "forget":
                    self.at[tree].memories.forget(id, "ada")
                case "quarantine":
                    self.main.quarantine.impose("s-anna", "ada")
                case "lift":
                    self.main.quarantine.lift("s-anna", "ada")
                case "merge":
                    self.repos["main"].git("merge", "-q", "-m", "merge", "other")
                case "leave" | "join":
                    getattr(services.pools, what)(self.caller("ben"), self.pool.id)
        except ScrubjayError:
            return

    def hear(self) -> int:
        """Look once, and put together what was heard; returns how many ids were new."""
        told = 0
        for change in self.notifier.look():
            shown, told = self.shown(change.watched.uri), told + len(change.new)
            assert {*change.new, *change.changed} <= shown, "told of what a query would hide"
            self.heard[change.watched.uri] |= {*change.new}
            self.heard[change.watched.uri] -= {*change.ended}
        for uri, heard in self.heard.items():
            assert heard == self.shown(uri), uri
        return told

    def shown(self, uri: str) -> set[str]:
        """What a query shows ben."""
        if "pool" not in uri:
            listing = self.main.listed(ListFilters(since=DAY, limit=1_000))
            return {one.memory.id for one in listing.memories}
        try:
            answer = AgentServices.of(self.main).pool_queries.query(self.caller("ben"), self.pool.id, limit=50)
        except ScrubjayError:
            return set()
        return {shared.listed.memory.id for shared in answer.memories}


def test_nothing_is_told_that_a_query_would_hide_and_all_that_it_shows(environment: dict[str, str]) -> None:
    variables = environment | {"SCRUBJAY_EMBEDDING_PROVIDER": "none"}

    @settings(derandomize=True, deadline=None, max_examples=6, phases=[Phase.generate])
    @given(steps)
    def live(some: Sequence[tuple[str, int, int]]) -> None:
        with tempfile.TemporaryDirectory() as folder:
            mine = variables | {"SCRUBJAY_HOME": str(Path(folder) / "home")}
            with open_app(
                load_settings(mine), git_environment=GitEnvironment.of(mine), wake=lambda: None,
                clock=lambda: datetime(2026, 3, 1, 12, tzinfo=UTC),
            ) as app:  # fmt: skip
                town = Town(Path(folder), mine, app)
                for step in (("say", 0, 0), ("say", 1, 1), ("own", 0, 0), ("share", 0, 0), *some):
                    town.step(*step)
                    told.append(town.hear())

    told: list[int] = []
    live()
    assert sum(told) > 20


@pytest.fixture
def workspace(repo: Repo, app: App) -> Workspace:
    repo.commit("first", {"README.md": "# Shop\n"})
    app.initialise(repo.path)
    return app.workspace(repo.path)


@pytest.fixture
def watching(workspace: Workspace, repo: Repo, app: App) -> Callable[..., Notifier]:
    """Opens a Notifier for some addresses."""

    def opened(*uris: str, capabilities: frozenset[Capability] = frozenset(Capability)) -> Notifier:
        caller = replace(agent_of(workspace, "ben"), capabilities=capabilities)
        notifier = open_notifier(lambda: app.workspace(repo.path), caller)
        for uri in uris:
            watched = watched_at(uri, resources_of(workspace.extensions))
            assert watched
            assert notifier.subscribe(watched)
        assert notifier.look() == ()
        return notifier

    return opened


def test_a_look_reads_the_change_counters_alone_while_nobody_writes(watching: Callable[..., Notifier]) -> None:
    notifier = watching("scrubjay://memories/*", "scrubjay://task/HEAD", "scrubjay://handoffs/pending")
    time.sleep(RACY_NS / 1e9 + 0.2)  # files that changed a moment ago are looked at more often
    notifier.look()
    with counted() as cost:
        for _ in range(10):
            assert notifier.look() == ()
    assert cost.statements == 10 * 3, "one counter a database: home, knowledge, session"
    assert cost.processes == 0


def test_a_task_is_told_with_each_version_and_with_the_branch_that_is_checked_out(
    watching: Callable[..., Notifier], workspace: Workspace, repo: Repo
) -> None:
    notifier = watching("scrubjay://task/HEAD", "scrubjay://task/feature/owls")

    def heard() -> list[tuple[str, tuple[str, ...], tuple[str, ...], tuple[str, ...]]]:
        return [(one.watched.value, one.new, one.changed, one.ended) for one in notifier.look()]

    workspace.tasks.set("main", "", TaskChange("Count owls"))
    assert heard() == [("HEAD", ("main",), (), ())]
    workspace.tasks.set("main", "", TaskChange("Count owls", {"why": "for the census"}))
    assert heard() == [("HEAD", (), ("main",), ())]
    workspace.tasks.set("feature/owls", "", TaskChange("Feed owls"))
    assert heard() == [("feature/owls", ("feature/owls",), (), ())]
    repo.git("checkout", "-q", "-b", "feature/owls")
    assert heard() == [("HEAD", ("feature/owls",), (), ("main",))]


def test_who_may_not_read_memories_is_told_of_none(watching: Callable[..., Notifier], workspace: Workspace) -> None:
    bound = watching("scrubjay://memories/*", capabilities=frozenset({Capability.KB_SEARCH}))
    free = watching("scrubjay://memories/*")
    workspace.memories.remember(RememberRequest(content="Gulls nest beside harbour lamps.", author="ada"))
    assert bound.look() == ()
    assert len(free.look()) == 1


def test_what_ends_by_time_alone_is_told_too(repo: Repo, environment: dict[str, str]) -> None:
    now = [datetime(2026, 3, 1, 12, tzinfo=UTC)]
    with open_app(
        load_settings(environment | {"SCRUBJAY_EMBEDDING_PROVIDER": "none"}),
        git_environment=GitEnvironment.of(environment), wake=lambda: None, clock=lambda: now[0],
    ) as app:  # fmt: skip
        repo.commit("first", {"README.md": "# Shop\n"})
        app.initialise(repo.path)
        workspace = app.workspace(repo.path)
        request = RememberRequest(content="Gulls nest beside lamps.", author="ada", valid_until="2026-03-02")
        outcome = workspace.memories.remember(request)
        assert isinstance(outcome, Stored)
        notifier = open_notifier(lambda: app.workspace(repo.path), agent_of(workspace, "ben"))
        watched = watched_at("scrubjay://memories/*", resources_of(workspace.extensions))
        assert watched
        assert notifier.subscribe(watched)
        assert notifier.look() == ()
        now[0] = datetime(2026, 3, 5, 12, tzinfo=UTC)
        assert [change.ended for change in notifier.look()] == [(outcome.id,)]
