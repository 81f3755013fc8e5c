"""A promotion engine over the memories of tests; a test says how sessions ended, and what git states."""

from collections.abc import Callable
from dataclasses import dataclass, field

import pytest

from scrubjay.memory.grounding.likeness import is_same_claim, same_form
from scrubjay.memory.lifecycle.memories import Memories
from scrubjay.storage.database import Database
from scrubjay_growth.promotion.engine import PromotionEngine
from scrubjay_growth.promotion.facts import Outcomes, Statement
from scrubjay_growth.promotion.gathering import PromotionSources
from scrubjay_growth.promotion.log import PromotionLog
from tests.shared.memory.conftest import (  # noqa: F401 - fixtures
    Grounding,
    Hands,
    captured_grades,
    databases,
    grounding,
    hands,
    make_memories,
)

NOTHING = Outcomes(well={}, had={}, failed={})


@dataclass
class World:
    """What a pass reads beside memories."""

    outcomes: Outcomes = NOTHING
    statements: list[Statement] = field(default_factory=list)
    shown: dict[str, str] = field(default_factory=dict)
    clients: dict[str, str] = field(default_factory=dict)


@pytest.fixture
def world() -> World:
    return World()


@pytest.fixture
def memories(make_memories: Callable[..., Memories], world: World) -> Memories:  # noqa: F811
    return make_memories("p1", shown=lambda session: world.shown.get(session, ""))


@pytest.fixture
def log(databases: Callable[[str], Database]) -> PromotionLog:  # noqa: F811
    return PromotionLog(databases("p1"))


@pytest.fixture
def engine(memories: Memories, log: PromotionLog, hands: Hands, world: World) -> PromotionEngine:  # noqa: F811
    sources = PromotionSources(
        grades=lambda ids: captured_grades(memories, ids),
        outcomes=lambda: world.outcomes,
        shown=lambda session, memory: memory.id[:8] in world.shown.get(session, ""),
        same=is_same_claim,
        form=same_form,
        client_of=lambda session: world.clients.get(session, ""),
        statements=lambda: world.statements,
        mine=lambda: ("Ada Lovelace",),
    )
    return PromotionEngine(memories=memories, log=log, sources=sources, clock=hands)
