"""What repeats a claim, what rivals it and what is much like it are told apart, and only within a scope."""

from collections.abc import Callable, Iterator
from datetime import datetime

import pytest

from scrubjay.app import Workspace, open_app
from scrubjay.git.process import GitEnvironment
from scrubjay.memory.grounding.checks import Resembling, judge
from scrubjay.memory.store.request import RememberRequest
from scrubjay.model.evidence import Act, Origin
from scrubjay.model.memory import Known, Stored
from scrubjay.operations.jobs.embed import embed_pending
from scrubjay.settings.layers import load_settings
from tests.conftest import Repo
from tests.fakes import HashingEmbedder

FIRST = "Every night the old sorter restarts at three after all the parcels were moved to the cellar."
REORDERED = "After all the parcels were moved to the cellar the old sorter restarts at three every night."


def by_hand(content: str, **more: str) -> RememberRequest:
    return RememberRequest(content=content, kind="fact", author="ada", origin=Origin.PERSON, act=Act.TYPED, **more)  # type: ignore[arg-type]


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
        assert isinstance(at.memories.remember(by_hand(FIRST)), Stored)
        embed_pending(at.knowledge_database, model, stop=lambda: False)
        yield at


def test_what_means_the_same_in_other_words_is_kept_beside_what_it_resembles(embedded: Workspace) -> None:
    (known,) = embedded.memories.believed()
    outcome = embedded.memories.remember(by_hand(REORDERED))
    assert isinstance(outcome, Stored)
    assert outcome.result.conflicting_memory_id == known.id
    assert outcome.result.similarity_score >= 0.86


def test_a_repetition_is_known(embedded: Workspace) -> None:
    (known,) = embedded.memories.believed()
    outcome = embedded.memories.remember(by_hand(FIRST.lower()))
    assert isinstance(outcome, Known)
    assert outcome.id == known.id


def test_a_replacement_is_not_compared_with_what_it_replaces(embedded: Workspace) -> None:
    (known,) = embedded.memories.believed()
    outcome = embedded.memories.remember(by_hand(REORDERED, supersedes=known.id))
    assert isinstance(outcome, Stored)
    assert outcome.result.conflicting_memory_id == ""


def test_another_scope_is_another_matter(embedded: Workspace) -> None:
    outcome = embedded.memories.remember(by_hand(FIRST, scope="user"))
    assert isinstance(outcome, Stored)
    assert outcome.result.conflicting_memory_id == ""


def test_what_holds_elsewhere_neither_repeats_nor_contradicts(embedded: Workspace) -> None:
    remember = embedded.memories.remember
    staging, live = (
        remember(by_hand(f"The sorter listens on port {port}.", applies=where))
        for port, where in ((8000, "staging"), (8001, "production"))
    )
    assert isinstance(staging, Stored)
    assert isinstance(live, Stored)
    assert not live.result.contradicts
    again = remember(by_hand("The sorter listens on port 8000.", applies="production"))
    assert isinstance(again, Stored)
    assert again.result.contradicts == (live.id,)
    known = remember(by_hand("The sorter listens on port 8000.", applies="staging"))
    assert isinstance(known, Known)
    assert known.id == staging.id


CLAIM = RememberRequest(content="Sessions expire after 30 minutes of rest", kind="fact")
SAME = Resembling("same", "sessions expire after 30 minutes of rest.", 1.0, same_place=True)
ELSEWHERE = Resembling("elsewhere", "Sessions expire after 30 minutes of rest", 1.0, same_place=False)
TURNED = Resembling("turned", "Sessions expire after 60 minutes of rest", 0.9, same_place=True)
ALIKE = Resembling("alike", "A login lives for half an hour", 0.9, same_place=True)
FAR = Resembling("far", "The moon is bright", 0.1, same_place=True)
HELD = Resembling("held", "Sessions expire after 90 minutes of rest", 0.9, same_place=True, held=True)


@pytest.mark.parametrize(
    ("near", "duplicate", "contrary", "similar"),
    [
        ([SAME], "same", "", ""),
        ([TURNED], "", "turned", ""),
        ([ALIKE], "", "", "alike"),
        ([FAR], "", "", ""),
        ([ELSEWHERE], "", "", "elsewhere"),  # another kind: shown, never the same memory
        ([HELD, TURNED], "", "turned", ""),  # what holds before what waits
        ([HELD], "", "held", ""),
        ([FAR, ALIKE, TURNED, SAME], "same", "turned", "alike"),
    ],
)
def test_what_is_near_a_claim_is_told_apart(
    near: list[Resembling], duplicate: str, contrary: str, similar: str
) -> None:
    found = judge(CLAIM, near)
    assert tuple(one.id if one else "" for one in found) == (duplicate, contrary, similar)
