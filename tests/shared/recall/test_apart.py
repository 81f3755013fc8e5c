"""Which unconfirmed memories follow: those nearly as near as the nearest of all, at most so many, the nearest first."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scrubjay.app import Workspace
from scrubjay.jobs.embed import embed_pending
from scrubjay.model.hit import Hit
from scrubjay.recall import Recall, RecallRequest
from scrubjay.recall.apart import parted
from scrubjay.retrieval.nearness import LEAST, NEAR
from tests.shared.recall.test_memories import say

shares = st.floats(0, 1)


def hit(name: str, kind: str, **scores: float) -> Hit:
    return Hit(0, 0, name, name, "", 1, 1, "", "", "", 0.0, scores, {}, kind)


def shown(hits: list[float], apart: list[float], most: int = 5) -> list[str]:
    documents = [hit(f"d{place}", "document", vector=near) for place, near in enumerate(hits)]
    memories = [hit(f"m{place}", "memory", vector=near) for place, near in enumerate(apart)]
    return [one.path for one in parted(documents, memories, {}, 8, most)[1]]


@pytest.mark.parametrize(
    ("hits", "apart", "follow"),
    [
        ([0.5], [0.5 * NEAR - 0.01, 0.5 * NEAR + 0.01], ["m1"]),
        ([], [LEAST - 0.01, LEAST + 0.01], ["m1"]),
        ([0.1], [0.9, 0.9 * NEAR - 0.01, 0.9 * NEAR + 0.01], ["m0", "m2"]),
        ([0.9], [LEAST + 0.01], []),
    ],
)
def test_what_follows_is_measured_by_the_nearest_of_all(
    hits: list[float], apart: list[float], follow: list[str]
) -> None:
    assert shown(hits, apart) == follow


@settings(derandomize=True, deadline=None)
@given(st.lists(shares, max_size=8), st.lists(shares, max_size=8), st.integers(0, 5))
def test_the_nearest_follow_first_and_not_too_many(hits: list[float], apart: list[float], most: int) -> None:
    follow = [apart[int(name[1:])] for name in shown(hits, apart, most)]
    assert follow == sorted(follow, reverse=True)
    assert len(follow) <= most
    assert all(near >= max(LEAST, NEAR * max([*hits, *apart])) for near in follow)


def test_what_was_found_by_words_alone_was_measured_by_words() -> None:
    found = hit("m", "memory", bm25=3.0)
    assert parted([hit("d", "document", vector=0.9)], [found], {}, 8, 5)[1] == (found,)


@pytest.fixture
def embedded(workspace: Workspace, recall: Recall) -> Workspace:
    """With a claim that is near to what is asked, one that is not, and one that was said after the worker came by."""
    say(workspace.memories, "Flamingos sleep in the warehouse at night.")
    say(workspace.memories, "The warehouse is older than the harbour and its crane and the lighthouse of the island.")
    assert workspace.embedder is not None
    embed_pending(workspace.knowledge, workspace.embedder, stop=lambda: False)
    say(workspace.memories, "Flamingos sleep longer on Sundays.")
    say(workspace.memories, "Parcels leave at noon, whatever the weather, and nobody is in the warehouse then.")
    return workspace


def test_near_claims_follow_and_so_do_fresh_ones_that_hold_the_words(embedded: Workspace) -> None:
    answer = embedded.recall.search(RecallRequest("where do flamingos sleep at night, warehouse or dock"))
    assert [hit.text for hit in answer.unconfirmed] == [
        "Flamingos sleep in the warehouse at night.", "Flamingos sleep longer on Sundays.",
    ]  # fmt: skip
