"""Two members' homes and one team's server: a fact of one is in the other's next answer, and what fails is named."""

import time
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path

import pytest

from scrubjay.app import Workspace, open_app
from scrubjay.git.process import GitEnvironment
from scrubjay.model.far import FarClaim
from scrubjay.search.recall import joining
from scrubjay.search.recall.answer import RecallRequest
from scrubjay.settings.layers import load_settings
from scrubjay.wiring.afar import memories_there
from scrubjay_joined import link, searching
from scrubjay_joined.membership import Membership, keep
from tests.behaviour.conftest import ingest
from tests.behaviour.delaying import DelayingProxy
from tests.conftest import Repo
from tests.fakes import HashingEmbedder
from tests.patience import PATIENCE_S
from tests.servers.team.conftest import databases as databases
from tests.servers.team.conftest import postgres as postgres
from tests.servers.team.serving.conftest import ServedTeam
from tests.servers.team.serving.conftest import served as served

pytestmark = pytest.mark.story

FACT = "Deploys of the depot wait for the night train."
GUIDE = "# Guide\n\nParcels are weighed twice before the night train leaves.\n"


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Answers are waited for: how much of them 250 ms allow depends on the machine's load."""
    monkeypatch.setattr(joining, "ANSWER_S", PATIENCE_S)
    monkeypatch.setattr(link, "ANSWER_S", PATIENCE_S)
    monkeypatch.setattr(link, "LOOK_S", PATIENCE_S)
    monkeypatch.setattr(searching, "UNTIL_S", PATIENCE_S)


@pytest.fixture
def proxy(served: ServedTeam) -> Iterator[DelayingProxy]:
    made = DelayingProxy(served.port)
    yield made
    made.close()


@pytest.fixture
def member(
    repo: Repo, served: ServedTeam, proxy: DelayingProxy, tmp_path: Path, environment: dict[str, str],
    clock: Callable[[], datetime],
) -> Iterator[Callable[[str], Workspace]]:  # fmt: skip
    """Joins the home of a member, which the server reaches through the proxy; gives its workspace."""
    repo.commit("guide", {"docs/guide.md": GUIDE})
    opened = []

    def join(name: str) -> Workspace:
        if name != "anna":
            served.people(lambda members, _: members.add(name, "writer"))
        home = tmp_path / f"home-{name}"
        home.mkdir(mode=0o700)
        mine = environment | {"SCRUBJAY_HOME": str(home)}
        keep(home, Membership(proxy.url, "acme", name, "0" * 32), served.token(name, "search", "remember"))
        context = open_app(
            load_settings(mine), git_environment=GitEnvironment.of(mine), embedder=HashingEmbedder(), clock=clock,
            wake=lambda: None,
        )  # fmt: skip
        opened.append(context)
        at = context.__enter__().initialise(repo.path)
        ingest(at)
        return at

    yield join
    for context in opened:
        context.__exit__(None, None, None)


def asked(at: Workspace, words: str = "when do deploys of the depot wait") -> str:
    return at.answers.search(RecallRequest(query=words)).text


def test_a_fact_that_one_member_keeps_is_in_the_other_s_next_answer(
    member: Callable[[str], Workspace], patient: None
) -> None:
    anna, ben = member("anna"), member("ben")
    assert FACT not in asked(ben)
    kept = memories_there(anna).remember(FarClaim(content=FACT))
    assert (kept.outcome, kept.grade) == ("stored", "said")
    told = asked(ben)
    print(told)
    assert FACT in told
    assert "team acme · by anna" in told
