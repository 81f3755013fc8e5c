"""A queue over the memories of tests: agents' claims wait, what a person types counts."""

from collections.abc import Callable

import pytest

from scrubjay.memories import Memories
from scrubjay.memories.writing import Limits
from scrubjay.model.evidence import IngestionTier
from scrubjay.review import ReviewQueue
from tests.shared.memories.conftest import (  # noqa: F401 - fixtures
    Grounding,
    databases,
    grounding,
    hands,
    make_memories,
)


@pytest.fixture
def memories(make_memories: Callable[..., Memories], grounding: Grounding) -> Memories:  # noqa: F811
    grounding.verdict = IngestionTier.FLAG_REVIEW
    return make_memories("p1")


@pytest.fixture
def trusting(make_memories: Callable[..., Memories], grounding: Grounding) -> Memories:  # noqa: F811
    """The same with settings that let independent confirmation approve."""
    grounding.verdict = IngestionTier.FLAG_REVIEW
    return make_memories("p1", limits=Limits(approve_confirmed=True))


@pytest.fixture
def queue(memories: Memories) -> ReviewQueue:
    return ReviewQueue(memories, "ada")
