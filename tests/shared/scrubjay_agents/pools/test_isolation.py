"""Whatever is made, joined, shared, forgotten and switched: an agent reads what its pools allow, and nothing else."""

import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from uuid import NAMESPACE_URL, uuid5

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from scrubjay.app import App, open_app
from scrubjay.errors import PermissionDenied, ScrubjayError
from scrubjay.git.process import GitEnvironment
from scrubjay.memory.store.request import RememberRequest
from scrubjay.model.agent import AgentType, Caller, default_capabilities
from scrubjay.model.memory import Stored
from scrubjay.model.pool import PoolPermission, PoolScope
from scrubjay.search.recall.answer import RecallRequest
from scrubjay.settings.layers import load_settings
from scrubjay_agents.services import AgentServices
from tests.conftest import Repo

pytestmark = pytest.mark.story

SENTENCES = (
    "Gulls nest beside harbour lamps",
    "Otters carry violet umbrellas",
    "Herons repair copper gutters",
    "Badgers publish quarterly maps",
)
"""Without a word in common, so that none repeats or contradicts another."""

AGENTS = {
    "anna": AgentType.CLAUDE_CODE, "ben": AgentType.CODEX, "cleo": AgentType.GEMINI, "ci": AgentType.CUSTOM_PIPELINE,
    "you": AgentType.HUMAN,
}  # fmt: skip
TREES = ("main", "other")
NOWHERE = "f" * 32

number = st.integers(0, 9)
steps = st.lists(
    st.tuples(
        st.sampled_from(["create", "join", "join", "leave", "share", "share", "share", "share", "forget", "merge"]),
        st.sampled_from([*AGENTS, "stranger"]),
        number,
        number,
        st.sampled_from(list(PoolScope)),
        st.sampled_from(list(PoolPermission)),
    ),
    min_size=8,
    max_size=20,
)


FIRST = (
    ("create", "anna", 0, 0, PoolScope.PROJECT, PoolPermission.ADMIN),
    ("create", "ben", 0, 0, PoolScope.GLOBAL, PoolPermission.ADMIN),
    *(("join", name, pool, 0, PoolScope.USER, PoolPermission.WRITE) for name in ("ben", "cleo") for pool in (0, 1)),
    ("share", "anna", 0, 0, PoolScope.PROJECT, PoolPermission.READ),
    ("share", "ben", 0, 1, PoolScope.AGENT_PRIVATE, PoolPermission.READ),
    ("share", "cleo", 1, 2, PoolScope.USER, PoolPermission.READ),
)
"""Two pools with members and something in them, so that few steps lead somewhere."""


@dataclass
class Model:
    """A pool as it should be: who made it, what members were given, and what each shared how far."""

    id: str
    called: str
    scope: PoolScope
    creator: str
    members: dict[str, PoolPermission] = field(default_factory=dict)
    shared: dict[tuple[str, str], PoolScope] = field(default_factory=dict)

    def reaches(self, name: str) -> bool:
        """Whether an agent may know that it exists."""
        return name != "stranger" and (self.scope > PoolScope.AGENT_PRIVATE or name in (self.creator, "you"))

    def permission(self, name: str) -> int:
        """What an agent may do in it; 0: nothing, as in one that isn't there."""
        if not self.reaches(name):
            return 0
        return PoolPermission.ADMIN if name == "you" else self.members.get(name, 0)

    def shows(self, name: str, most: PoolScope) -> set[str]:
        """The memories that it may show an agent, if they hold and HEAD has them."""
        return {
            memory
            for (memory, sharer), scope in self.shared.items()
            if scope <= min(most, self.scope) and (scope > PoolScope.AGENT_PRIVATE or sharer == name)
        }


class World:
    """One project with two worktrees; memories that lean on a file of one of them."""

    def __init__(self, folder: Path, environment: dict[str, str], app: App) -> None:
        self.app = app
        repo = Repo(folder / "main", environment)
        repo.path.mkdir()
        repo.git("init", "-q")
        repo.commit("first", {"README.md": "# Shop\n"})
        repo.git("worktree", "add", "-q", "-b", "other", str(folder / "other"))
        app.initialise(repo.path)
        self.repos = {"main": repo, "other": Repo(folder / "other", environment)}
        self.at = {tree: app.workspace(one.path) for tree, one in self.repos.items()}
        self.memories: dict[str, tuple[str, str]] = {}
        self.forgotten: set[str] = set()
        self.pools: list[Model] = []
        self.shown = self.made = 0
        for number, text in enumerate(SENTENCES):
            tree = TREES[number % 2]
            commit = self.repos[tree].commit("learn", {f"docs/{number}.md": f"# Page\n\n{text}.\n"})
            request = RememberRequest(content=f"{text} (docs/{number}.md:3).", author="ada")
            outcome = self.at[tree].memories.remember(request)
            assert isinstance(outcome, Stored), outcome
            self.memories[outcome.id] = (request.content, commit)

    def caller(self, name: str) -> Caller:
        workspace = self.at["main"]
        type = AGENTS.get(name, AgentType.OTHER_AGENT)
        return Caller(
            agent=uuid5(NAMESPACE_URL, name).hex,
            type=type,
            owner=workspace.settings.user_id if name in AGENTS else "somebody-else",
            project=workspace.project.id,
            session=f"s-{name}",
            capabilities=default_capabilities(type),
        )

    def visible(self, tree: str) -> set[str]:
        history = self.repos[tree].git("rev-list", "HEAD").split()
        return {id for id, (_, commit) in self.memories.items() if commit in history and id not in self.forgotten}

    def step(self, what: str, name: str, first: int, second: int, scope: PoolScope, permission: PoolPermission) -> None:
        caller, pools = self.caller(name), AgentServices.of(self.at["main"]).pools
        pool = self.pools[first % len(self.pools)] if self.pools else None
        memory = list(self.memories)[second % len(self.memories)]
        try:
            if what == "merge":
                tree = TREES[first % 2]
                self.repos[tree].git("merge", "-q", "-m", "merge", TREES[1 - first % 2])
            elif what == "forget" and memory not in self.forgotten:
                self.at[TREES[second % 2]].memories.forget(memory, "ada")
                self.forgotten.add(memory)
            elif what == "create":
                self.made += 1
                made = pools.create(caller, f"basin{self.made}x", str(scope))
                assert name not in ("ci", "stranger")
                self.pools.append(Model(made.id, made.name, scope, name, {name: PoolPermission.ADMIN}))
            elif pool is None:
                return
            elif what == "join":
                _, given = pools.join(caller, pool.id, str(permission))
                assert pool.permission(name) or pool.scope > PoolScope.AGENT_PRIVATE
                assert given <= max(PoolPermission.WRITE, pool.permission(name))
                pool.members[name] = given
            elif what == "leave":
                pools.leave(caller, pool.id)
                del pool.members[name]
                for key in [k for k, far in pool.shared.items() if k[1] == name and far is PoolScope.AGENT_PRIVATE]:
                    del pool.shared[key]
                if not pool.members:
                    self.pools.remove(pool)
            elif what == "share":
                tree = TREES[(second + (second > 7)) % 2]
                AgentServices.of(self.at[tree]).sharing.share(caller, pool.id, memory, str(scope))
                assert pool.permission(name) >= PoolPermission.WRITE
                assert scope <= pool.scope
                assert memory in self.visible(tree)
                pool.shared[memory, name] = scope
        except ScrubjayError:
            return

    def check(self, most: PoolScope, *, by_words: bool) -> None:
        words = " ".join(text.split()[0] for text in SENTENCES)
        for tree, workspace in self.at.items():
            visible = self.visible(tree)
            for name in (*AGENTS, "stranger"):
                caller = self.caller(name)
                for pool in self.pools:
                    query = words if by_words else ""
                    if not pool.permission(name):
                        told = [self.refusal(tree, caller, id) for id in (pool.id, NOWHERE)]
                        assert told[0] == told[1]
                        continue
                    answer = AgentServices.of(workspace).pool_queries.query(caller, pool.id, query, str(most), 50)
                    self.shown += len(answer.memories)
                    shown = {shared.listed.memory.id for shared in answer.memories}
                    assert shown == pool.shows(name, most) & visible

    def check_lists(self, tree: str) -> None:
        """The list of pools, and the default search, which is the project's own and names its pools."""
        workspace, visible = self.at[tree], self.visible(tree)
        for name in (*AGENTS, "stranger"):
            listed = {entry.pool.id for entry in AgentServices.of(workspace).pools.list(self.caller(name))}
            assert listed == {pool.id for pool in self.pools if pool.reaches(name)}
        words = " ".join(text.split()[0] for text in SENTENCES)
        answer = workspace.recall.search(RecallRequest(query=words, kinds=("memory",), limit=20))
        found = {hit.id: " ".join(hit.marks) for hit in answer.memories}
        assert set(found) == visible
        for pool in self.pools:
            shared = {memory for (memory, _), far in pool.shared.items() if far > PoolScope.AGENT_PRIVATE}
            for id, marks in found.items():
                if f"pool {pool.called}" in marks:
                    assert id in shared
                    assert pool.scope > PoolScope.AGENT_PRIVATE

    def refusal(self, tree: str, caller: Caller, id: str) -> str:
        """What an agent is told of a pool that it may not read; the id left out."""
        with pytest.raises(PermissionDenied) as refused:
            AgentServices.of(self.at[tree]).pool_queries.query(caller, id)
        return str(refused.value).replace(id, "")


def test_nothing_is_read_that_a_pool_does_not_allow(environment: dict[str, str]) -> None:
    variables = environment | {"SCRUBJAY_EMBEDDING_PROVIDER": "none"}

    @settings(derandomize=True, deadline=None, max_examples=4, phases=[Phase.generate])
    @given(steps, st.sampled_from(list(PoolScope)))
    def live(some: Sequence[tuple[str, str, int, int, PoolScope, PoolPermission]], most: PoolScope) -> None:
        with tempfile.TemporaryDirectory() as folder:
            mine = variables | {"SCRUBJAY_HOME": str(Path(folder) / "home")}
            with open_app(
                load_settings(mine), git_environment=GitEnvironment.of(mine), wake=lambda: None,
                clock=lambda: datetime(2026, 3, 1, 12, tzinfo=UTC),
            ) as app:  # fmt: skip
                world = World(Path(folder), mine, app)
                for step in FIRST:
                    world.step(*step)
                for number, step in enumerate(some):
                    world.step(*step)
                    if number % 4 == 3:
                        world.check(most, by_words=number % 8 == 7)
                world.check(PoolScope.GLOBAL, by_words=True)
                for tree in TREES:
                    world.check_lists(tree)
                shown.append(world.shown)

    shown: list[int] = []
    live()
    assert sum(shown) > 100
