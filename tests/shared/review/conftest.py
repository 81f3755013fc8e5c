"""A queue over the memories of tests: agents' claims are held, what a person types counts."""

from collections.abc import Callable

import pytest

from scrubjay.memories.memories import Memories
from scrubjay.model.evidence import Verdict
from scrubjay.review.queue import ReviewQueue
from tests.shared.memories.conftest import (  # noqa: F401 - fixtures
    Grounding,
    databases,
    grounding,
    hands,
    make_memories,
)


@pytest.fixture
def memories(make_memories: Callable[..., Memories], grounding: Grounding) -> Memories:  # noqa: F811
    grounding.verdict = Verdict.HELD
    return make_memories("p1")


@pytest.fixture
def queue(memories: Memories) -> ReviewQueue:
    return ReviewQueue(memories, "ada")
