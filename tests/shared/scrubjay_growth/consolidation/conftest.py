"""The memories, vectors and steps of consolidation, over real databases."""

from tests.shared.memory.grouping.conftest import group  # noqa: F401 - fixtures
from tests.shared.memory.store.conftest import (  # noqa: F401 - fixtures
    databases,
    grounding,
    hands,
    make_memories,
    memories,
)
