"""Homes of a team's members: each has a clone of one repository, and reaches the team's server through a proxy."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from scrubjay.app import Workspace, open_app
from scrubjay.git.process import GitEnvironment
from scrubjay.model.frozen import dataclass
from scrubjay.search.recall import archived, far_question
from scrubjay.settings.layers import load_settings
from scrubjay_joined import link, memories, searching, work
from scrubjay_joined.membership import Membership, keep
from scrubjay_knowledge import server as knowledge
from scrubjay_serving.backend import Backend, Surroundings
from tests.behaviour.conftest import ingest
from tests.behaviour.delaying import DelayingProxy
from tests.conftest import Repo
from tests.fakes import HashingEmbedder
from tests.patience import PATIENCE_S
from tests.servers.team.serving.conftest import ServedTeam

GUIDE = "# Guide\n\nParcels are weighed twice before the night train leaves.\n"


@dataclass(frozen=True, slots=True)
class MemberHome:
    """A member's home: its worktree, and a server of MCP over it."""

    at: Workspace
    environment: dict[str, str]
    served: Callable[[], Any]


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A team's answers are waited for: how much of them 250 ms allow depends on the machine's load."""
    for module, name in (
        (far_question, "ANSWER_S"), (archived, "ARCHIVE_S"),
        (link, "ANSWER_S"), (link, "LOOK_S"), (searching, "UNTIL_S"), (memories, "TRY_S"),
        (work, "ANSWER_S"), (work, "LOOK_S"), (work, "TRY_S"),
    ):  # fmt: skip
        monkeypatch.setattr(module, name, float(PATIENCE_S))


@pytest.fixture
def proxy(served: ServedTeam) -> Iterator[DelayingProxy]:
    """What stands between the homes and their server."""
    made = DelayingProxy(served.port)
    yield made
    made.close()


@pytest.fixture
def member(
    repo: Repo, served: ServedTeam, proxy: DelayingProxy, tmp_path: Path, environment: dict[str, str],
    clock: Callable[[], datetime],
) -> Iterator[Callable[..., MemberHome]]:  # fmt: skip
    """Makes the home of a member, anna or a new writer, and joins it; `machine` is a further one of theirs."""
    repo.commit("guide", {"docs/guide.md": GUIDE})
    with ExitStack() as opened:

        def join(name: str, machine: str = "", config: str = "") -> MemberHome:
            if name != "anna" and not machine:
                served.people(lambda members, _: members.add(name, "writer"))
            home = tmp_path / f"home-{name}{machine}"
            home.mkdir(mode=0o700)
            if config:
                (home / "config.yaml").write_text(config, encoding="utf-8")
            mine = environment | {"SCRUBJAY_HOME": str(home)}
            with served.databases.owner.transaction() as connection:
                row = connection.execute("SELECT id FROM server").fetchone()
            assert row is not None
            token = served.token(name, "search", "remember", "handoff")
            keep(home, Membership(proxy.url, "acme", name, row["id"].hex), token)

            def opener() -> Any:
                return open_app(
                    load_settings(mine), git_environment=GitEnvironment.of(mine), embedder=HashingEmbedder(),
                    clock=clock, wake=lambda: None,
                )  # fmt: skip

            at = opened.enter_context(opener()).initialise(repo.path)
            ingest(at)
            return MemberHome(
                at, mine, lambda: knowledge.build(Backend(Surroundings(mine, repo.path, ""), opener))
            )  # fmt: skip

        yield join
