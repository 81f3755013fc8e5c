"""The memories, vectors and steps of consolidation, over real databases."""

from tests.shared.memory.conftest import (  # noqa: F401 - fixtures
    databases,
    grounding,
    hands,
    make_memories,
    memories,
)
from tests.shared.memory.grouping.conftest import group  # noqa: F401 - fixtures
