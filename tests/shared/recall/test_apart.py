"""Which unconfirmed memories follow: those that are worth enough, at most so many, the best first."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scrubjay.app import Workspace
from scrubjay.jobs.embed import embed_pending
from scrubjay.model.feedback import Feedback
from scrubjay.model.hit import Hit
from scrubjay.recall import Recall, RecallRequest
from scrubjay.recall.apart import parted
from scrubjay.retrieval.nearness import BESIDE, ENOUGH, LEAST
from tests.shared.recall.test_memories import say

shares = st.floats(0, 1)


def memory(name: str, feedback: float = 0.0, **scores: float) -> Hit:
    return Hit(
        passage=0,
        content=0,
        path=name,
        blob=name,
        heading="",
        start_line=1,
        end_line=1,
        title="",
        text="",
        changed_at="",
        score=0.0,
        scores=scores,
        ranks={},
        kind="memory",
        feedback=feedback,
    )


def shown(nearest: float, apart: list[tuple[float, float]], most: int = 5) -> list[str]:
    """The names of what follows beside a document of some cosine: each has a nearness and feedback."""
    heard = Feedback(np.array([nearest]), np.ones((1, 1), dtype=np.float32)) if nearest else None
    memories = [memory(f"m{place}", brought, vector=near) for place, (near, brought) in enumerate(apart)]
    return [hit.path for hit in parted([], memories, {}, 8, most, heard)[1]]


@pytest.mark.parametrize(
    ("nearest", "apart", "follow"),
    [
        (0.5, [(0.5 * ENOUGH - 0.01, 0.0), (0.5 * ENOUGH + 0.01, 0.0)], ["m1"]),
        (0.5, [(0.2, 0.5 * ENOUGH - 0.21), (0.2, 0.5 * ENOUGH - 0.19)], ["m1"]),
        (0.0, [(LEAST - 0.01, 0.0), (LEAST + 0.01, 0.0)], ["m1"]),
        (0.1, [(LEAST - 0.01, 0.0), (LEAST + 0.01, 0.0)], ["m1"]),
        (0.9, [(LEAST + 0.01, 0.0)], []),
        (0.5, [(0.6, 0.0), (0.3, 0.4)], ["m1", "m0"]),
        (0.3, [(0.8, 0.0), (0.8 * BESIDE + 0.01, 0.0), (0.8 * BESIDE - 0.01, 0.0)], ["m0", "m1"]),
    ],
)
def test_what_follows_is_measured_by_the_nearest_document_and_the_worthiest_claim(
    nearest: float, apart: list[tuple[float, float]], follow: list[str]
) -> None:
    assert shown(nearest, apart) == follow


@settings(derandomize=True, deadline=None)
@given(shares, st.lists(st.tuples(shares, shares), max_size=8), st.integers(0, 5))
def test_the_best_follow_first_and_not_too_many(nearest: float, apart: list[tuple[float, float]], most: int) -> None:
    follow = [sum(apart[int(name[1:])]) for name in shown(nearest, apart, most)]
    assert follow == sorted(follow, reverse=True)
    assert len(follow) <= most
    assert all(value >= max(LEAST, ENOUGH * nearest, BESIDE * follow[0]) for value in follow)


def test_what_was_found_by_words_alone_was_measured_by_words() -> None:
    found = memory("m", bm25=3.0)
    assert parted([], [found], {}, 8, 5)[1] == (found,)


@pytest.fixture
def embedded(workspace: Workspace, recall: Recall, monkeypatch: pytest.MonkeyPatch) -> Workspace:
    """With claims that are near to what is asked and not, and such that were said where no model could be had."""
    say(workspace.memories.service, "Flamingos sleep in the warehouse at night.")
    say(
        workspace.memories.service,
        "The warehouse is older than the harbour and its crane and the lighthouse of the island.",
    )
    assert workspace.embedder is not None
    embed_pending(workspace.knowledge.database, workspace.embedder, stop=lambda: False)
    monkeypatch.setattr("scrubjay.index.fresh.embed_content", lambda *_: None)
    say(workspace.memories.service, "Flamingos sleep longer on Sundays.")
    say(workspace.memories.service, "Parcels leave at noon, whatever the weather, and nobody is in the warehouse then.")
    return workspace


def test_near_claims_follow_and_so_do_fresh_ones_that_hold_the_words(embedded: Workspace) -> None:
    answer = embedded.context.recall.search(RecallRequest(query="where do flamingos sleep at night, warehouse or dock"))
    assert [hit.text for hit in answer.unconfirmed] == [
        "Flamingos sleep in the warehouse at night.", "Flamingos sleep longer on Sundays.",
    ]  # fmt: skip
