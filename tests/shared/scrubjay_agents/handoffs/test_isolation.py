"""Whatever is registered, left, taken and withdrawn: an agent is told what is its own or waits for it, nothing else."""

import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from scrubjay.app import App, Workspace, open_app
from scrubjay.errors import PermissionDenied, ScrubjayError
from scrubjay.git.process import GitEnvironment
from scrubjay.model.agent import AgentType, Caller, Capability
from scrubjay.settings.layers import load_settings
from scrubjay_agents.services import AgentServices
from tests.conftest import Repo

pytestmark = pytest.mark.story

TREES = ("main", "other")
CALLERS = {
    "anna": (AgentType.CLAUDE_CODE, "s1"),
    "anna again": (AgentType.CLAUDE_CODE, "s2"),
    "ben": (AgentType.CODEX, "s3"),
    "ci": (AgentType.CUSTOM_PIPELINE, "s4"),
    "you": (AgentType.HUMAN, "s5"),
}
NOWHERE = "f" * 32

steps = st.lists(
    st.tuples(
        st.sampled_from(["register", "leave", "leave", "leave", "accept", "accept", "complete", "reject", "cancel"]),
        st.sampled_from(list(CALLERS)),
        st.sampled_from(TREES),
        st.integers(0, 9),
        st.integers(0, 9),
    ),
    min_size=8,
    max_size=16,
)


@dataclass
class Left:
    """A handoff as it should be."""

    sender: str
    session: str
    target: str
    state: str = "PENDING"
    takers: list[tuple[str, str]] = field(default_factory=list)


class World:
    """One project with two worktrees, and clients in both of them."""

    def __init__(self, folder: Path, environment: dict[str, str], app: App) -> None:
        repo = Repo(folder / "main", environment)
        repo.path.mkdir()
        repo.git("init", "-q", "-b", "main")
        repo.commit("first", {"README.md": "# Shop\n"})
        repo.git("worktree", "add", "-q", "-b", "other", str(folder / "other"))
        app.initialise(repo.path)
        self.at = {tree: app.workspace(folder / tree) for tree in TREES}
        self.callers = {name: self.made(type, session) for name, (type, session) in CALLERS.items()}
        self.children: dict[str, list[Caller]] = {}
        self.left: dict[str, Left] = {}
        self.shown = 0

    def made(self, type: AgentType, session: str) -> Caller:
        return self.at["main"].callers.of_type(type, session)

    def targets(self, caller: Caller, tree: str) -> tuple[str, ...]:
        return (caller.agent, f"any:{caller.type}", f"branch:{tree}")

    def step(self, what: str, name: str, tree: str, first: int, second: int) -> None:
        caller, at = self.callers[name], self.at[tree]
        ids = list(self.left)
        id = ids[first % len(ids)] if ids else NOWHERE
        try:
            if what == "register":
                agent = AgentServices.of(at).agent_directory.register(
                    caller, AgentType.OTHER_AGENT, f"{name} {first % 2}"
                )
                children = self.children.setdefault(caller.session, [])
                if agent.id not in [child.agent for child in children]:
                    children.append(at.callers.acting(caller, agent.id))
            elif what == "leave":
                some = [*self.callers.values(), *(child for born in self.children.values() for child in born)]
                target = self.targets(some[second % len(some)], TREES[second % 2])[first % 3]
                made = AgentServices.of(at).handoffs.initiate(caller, target, {"task_description": "Weigh"})
                assert Capability.HANDOFF_INITIATE in caller.capabilities
                self.left[made.id] = Left(caller.agent, caller.session, target)
            elif what == "accept":
                AgentServices.of(at).handoffs.accept(caller, id)
                left = self.left[id]
                again = left.state == "ACCEPTED" and left.takers[-1] == (caller.agent, caller.session)
                assert again or (left.state == "PENDING" and left.target in self.targets(caller, tree))
                assert Capability.HANDOFF_RECEIVE in caller.capabilities
                left.state = "ACCEPTED"
                if not again:
                    left.takers.append((caller.agent, caller.session))
            elif what == "complete":
                done = AgentServices.of(at).handoffs.complete(caller, id, {"status": "done"})
                assert caller.agent in [agent for agent, _ in self.left[id].takers]
                self.left[id].state = str(done.handoff.state)
            elif what == "reject":
                AgentServices.of(at).handoffs.reject(caller, id, "no scales")
                assert self.left[id].state == "PENDING"
                assert self.left[id].target in self.targets(caller, tree)
                self.left[id].state = "REJECTED"
            elif what == "cancel":
                AgentServices.of(at).handoffs.cancel(caller, id)
                assert caller.agent == self.left[id].sender or name == "you"
                self.left[id].state = "CANCELLED"
        except ScrubjayError:
            return

    def check(self) -> None:
        for tree, workspace in self.at.items():
            for name, caller in self.callers.items():
                self._check_handoffs(workspace, tree, caller, name)
                self._check_agents(workspace, caller)
                for child in self.children.get(caller.session, ()):
                    told = {one.id for one in AgentServices.of(workspace).handoffs.pending(caller, child.agent, 100)}
                    assert told == self.waiting(child, tree)

    def waiting(self, caller: Caller, tree: str) -> set[str]:
        """What the page lets wait for an agent: what is for it, its type or this branch; not what it left itself."""
        return {
            id
            for id, left in self.left.items()
            if left.state == "PENDING"
            and left.target in self.targets(caller, tree)
            and (left.sender, left.session) != (caller.agent, caller.session)
        }

    def _check_handoffs(self, workspace: Workspace, tree: str, caller: Caller, name: str) -> None:
        handoffs = AgentServices.of(workspace).handoffs
        assert {one.id for one in handoffs.pending(caller, limit=100)} == self.waiting(caller, tree)
        may = {
            id
            for id, left in self.left.items()
            if name == "you"
            or left.sender == caller.agent
            or left.target in self.targets(caller, tree)
            or caller.agent in [agent for agent, _ in left.takers]
        }
        assert {one.id for one, _ in handoffs.listed(caller, 100)} == may
        self.shown += len(may)
        for id in set(self.left) - may:
            refused = [told(lambda id=id: handoffs.find(caller, id)), told(lambda: handoffs.find(caller, NOWHERE))]
            assert refused[0] == refused[1]

    def _check_agents(self, workspace: Workspace, caller: Caller) -> None:
        directory = AgentServices.of(workspace).agent_directory
        own = {caller.agent, *(child.agent for child in self.children.get(caller.session, ()))}
        for agent in directory.of_user(caller).agents:
            if agent.id in own:
                assert directory.info(caller, agent.id)[0].id == agent.id
            else:
                refused = told(lambda id=agent.id: directory.info(caller, id))
                assert refused == told(lambda: directory.info(caller, NOWHERE))
        with pytest.raises(PermissionDenied):
            directory.of_user(caller, "somebody-else")


def told(act: object) -> str:
    """What a refusal says."""
    with pytest.raises(PermissionDenied) as refused:
        act()  # type: ignore[operator]
    return str(refused.value)


def test_an_agent_is_told_what_is_its_own_or_waits_for_it(environment: dict[str, str]) -> None:
    variables = environment | {"SCRUBJAY_EMBEDDING_PROVIDER": "none"}

    @settings(derandomize=True, deadline=None, max_examples=3, phases=[Phase.generate])
    @given(steps)
    def live(some: Sequence[tuple[str, str, str, int, int]]) -> None:
        with tempfile.TemporaryDirectory() as folder:
            mine = variables | {"SCRUBJAY_HOME": str(Path(folder) / "home")}
            with open_app(
                load_settings(mine), git_environment=GitEnvironment.of(mine), wake=lambda: None,
                clock=lambda: datetime(2026, 3, 1, 12, tzinfo=UTC),
            ) as app:  # fmt: skip
                world = World(Path(folder), mine, app)
                for step in some:
                    world.step(*step)
                world.check()
                shown.append(world.shown)

    shown: list[int] = []
    live()
    assert sum(shown) > 20
