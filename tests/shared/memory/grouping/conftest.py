"""Memories over real databases whose vectors say what a test says: what is about one thing is near."""

from collections.abc import Callable, Sequence

import numpy as np
import pytest

from scrubjay.memory.grouping.comparing import cluster, compare_new, contradictions
from scrubjay.memory.grouping.guards import GroupingRule
from scrubjay.memory.grouping.same import SameFact
from scrubjay.memory.lifecycle.memories import Memories
from scrubjay.model.encoded import Encoded, EncodedQuery, Fingerprint
from scrubjay.operations.jobs.embed import embed_pending
from tests.shared.memory.conftest import (  # noqa: F401 - fixtures
    captured_grades,
    databases,
    grounding,
    hands,
    make_memories,
    memories,
    other_memories,
)

DIM = 64


class TopicEmbedder:
    """An Embedder that sees only what a text is about: the first of these words that it holds."""

    topics = ("token", "cache", "deploy", "ledger", "parcel")

    def __init__(self, dim: int = DIM) -> None:
        self.fingerprint = Fingerprint(
            model="topics", weights="test", dim=dim, pooling="sum", query_prefix="", passage_prefix="", max_tokens=256
        )

    def holds(self, text: str) -> bool:
        return True

    def embed_query(self, text: str) -> EncodedQuery:
        return EncodedQuery(self.embed_passages([text]).vectors[0])

    def embed_passages(self, texts: Sequence[str]) -> Encoded:
        rows = [next((n for n, word in enumerate(self.topics) if word in text.lower()), DIM - 1) for text in texts]
        return Encoded(np.eye(self.fingerprint.dim, dtype=np.float32)[rows])


SAME = SameFact(TopicEmbedder())
RULE = GroupingRule(TopicEmbedder().fingerprint.key, 0.92, 30)

TOKENS = (
    "API tokens expire after 90 days and must be renewed.",
    "You must renew an API token every 90 days, as it is refused later.",
    "Clients must ask the API for another token once theirs is 90 days old.",
)
"""One fact in three wordings."""

LONGER = "API tokens expire after 120 days and must be renewed."
"""What contradicts the first of them."""

Grouped = Callable[..., int]


@pytest.fixture
def group(memories: Memories) -> Grouped:  # noqa: F811 - the fixture
    """Embed what is new, compare it, note contradictions and make groups; returns how many groups changed."""

    def run(scope: str = "project") -> int:
        for database in memories.databases():
            embed_pending(database, TopicEmbedder(), stop=lambda: False)
        grading = lambda ids: captured_grades(memories, ids)  # noqa: E731 - as it is wired
        compare_new(memories, scope, RULE, DIM, SAME)
        contradictions(memories, scope, grading)
        return cluster(memories, scope, grading)

    return run
