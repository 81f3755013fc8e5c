"""What is alike in meaning is shown to a reviewer, never blocked and never mixed over scopes."""

from collections.abc import Callable, Iterator
from datetime import datetime

import pytest

from scrubjay.app import Workspace, open_app
from scrubjay.git import GitEnvironment
from scrubjay.jobs.embed import embed_pending
from scrubjay.memories import AutoApproved, FlaggedForReview, RememberRequest
from scrubjay.settings import load_settings
from tests.conftest import Repo
from tests.fakes import HashingEmbedder

FIRST = "Every night the old sorter restarts at three after all the parcels were moved to the cellar."
REORDERED = "After all the parcels were moved to the cellar the old sorter restarts at three every night."


@pytest.fixture
def embedded(repo: Repo, environment: dict[str, str], clock: Callable[[], datetime]) -> Iterator[Workspace]:
    """A project with one memory that has its vector."""
    repo.commit("start", {"README.md": "# Magpie\n"})
    model = HashingEmbedder()
    with open_app(
        load_settings(environment),
        git_environment=GitEnvironment.of(environment),
        embedder=model,
        clock=clock,
        wake=lambda: None,
    ) as app:
        at = app.initialise(repo.path)
        assert isinstance(at.memories.remember(RememberRequest(FIRST, manual=True)), AutoApproved)
        embed_pending(at.knowledge, model, stop=lambda: False)
        yield at


def test_a_paraphrase_waits_beside_what_it_resembles(embedded: Workspace) -> None:
    outcome = embedded.memories.remember(RememberRequest(REORDERED, manual=True))
    assert isinstance(outcome, FlaggedForReview)
    (known,) = embedded.memories.believed()
    assert outcome.result.conflicting_memory_id == known.id
    assert outcome.result.similarity_score >= 0.86


def test_a_replacement_is_not_held_against_what_it_replaces(embedded: Workspace) -> None:
    (known,) = embedded.memories.believed()
    outcome = embedded.memories.remember(RememberRequest(REORDERED, supersedes=known.id, manual=True))
    assert isinstance(outcome, AutoApproved)


def test_another_scope_is_another_matter(embedded: Workspace) -> None:
    outcome = embedded.memories.remember(RememberRequest(REORDERED, scope="user", manual=True))
    assert isinstance(outcome, AutoApproved)
