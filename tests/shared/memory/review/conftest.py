"""A queue over the memories of tests: agents' claims are held, what a person types counts."""

from collections.abc import Callable

import pytest

from scrubjay.memory.lifecycle.memories import Memories
from scrubjay.memory.review.queue import ReviewQueue
from scrubjay.model.evidence import Verdict
from tests.shared.memory.conftest import (  # noqa: F401 - fixtures
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
