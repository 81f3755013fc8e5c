"""Promotion by itself: the user's own memory becomes the project's where the user lets it, and nothing else does."""

from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path

import pytest

from scrubjay.app import App, Workspace, open_app
from scrubjay.git.process import GitEnvironment
from scrubjay.memory.store.request import RememberRequest
from scrubjay.model.evidence import Act, Origin
from scrubjay.model.grade import Grade
from scrubjay.settings.layers import load_settings
from scrubjay_growth.services import GrowthServices
from tests.conftest import Repo
from tests.fakes import HashingEmbedder

OWN = "The staging database is reset on Mondays."
HERE = "Parcels above 30 kg go to the second gate."


@pytest.fixture
def home(environment: dict[str, str], clock: Callable[[], datetime]) -> Iterator[App]:
    file = Path(environment["SCRUBJAY_HOME"]) / "config.yaml"
    file.parent.mkdir(mode=0o700)
    file.write_text("promotion:\n  mode: auto\n")
    with open_app(
        load_settings(environment), git_environment=GitEnvironment.of(environment), embedder=HashingEmbedder(),
        clock=clock, wake=lambda: None,
    ) as app:  # fmt: skip
        yield app


@pytest.fixture
def at(home: App, repo: Repo) -> Workspace:
    """Both memories were had by sessions that ended well; those without them didn't."""
    repo.commit("start", {"README.md": "# Magpie\n"})
    at = home.initialise(repo.path)
    for scope, content in (("user", OWN), ("project", HERE)):
        told = RememberRequest(content=content, scope=scope, author="ada", origin=Origin.PERSON, act=Act.TYPED)
        id = at.memories.remember(told).id  # type: ignore[union-attr]
        for number in range(6):
            GrowthServices.of(at).outcomes.report(f"with {number}", "well", memory=id)
            GrowthServices.of(at).outcomes.report(f"without {number}", "well" if number < 2 else "badly")
    return at


def scopes(at: Workspace, content: str) -> list[str]:
    return sorted(memory.scope for memory in at.memories.recent(20) if memory.content == content)


def test_the_users_memory_becomes_the_projects_once_and_keeps_a_persons_grade(at: Workspace, repo: Repo) -> None:
    refs = repo.git("for-each-ref")
    assert GrowthServices.of(at).promotion.run(dry_run=False, stop=lambda: False) == 2
    assert (scopes(at, OWN), scopes(at, HERE)) == (["project", "user"], ["project"])
    copy = next(one for one in at.memories.recent(20) if (one.content, one.scope) == (OWN, "project"))
    assert at.grades.grades_only([copy.id], at.documents.view())[copy.id] is Grade.TOLD
    (waiting,) = at.proposals.waiting()
    assert (waiting.memory.content, waiting.proposal.target) == (HERE, "git")
    assert GrowthServices.of(at).promotion.run(dry_run=False, stop=lambda: False) == 0
    assert len(scopes(at, OWN)) == 2
    assert repo.git("for-each-ref") == refs, "nothing goes into git without a person"
