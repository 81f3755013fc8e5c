"""Memories of tests, and what brings records into them."""

from collections.abc import Callable
from typing import Any

import pytest

from scrubjay.memory.lifecycle.memories import Memories
from scrubjay.memory.store.request import RememberRequest
from scrubjay.model.evidence import Origin
from scrubjay.model.record import Item
from scrubjay_exchange.importing.formats import format_of
from scrubjay_exchange.importing.importer import Importer, StoreReport
from tests.shared.memory.conftest import (  # noqa: F401 - fixtures
    Grounding,
    Hands,
    databases,
    grounding,
    hands,
    make_memories,
)

Bring = Callable[..., StoreReport]


@pytest.fixture
def bring(hands: Hands) -> Bring:  # noqa: F811
    """Imports items into memories as ada's agent, or as what is said."""

    def run(memories: Memories, items: list[Item], name: str = "obsidian", **options: Any) -> StoreReport:
        by = Origin.PERSON if options.get("vouched") else Origin.AGENT
        base = RememberRequest(content="", author="ada", origin=by)
        return StoreReport.of(list(Importer(memories, hands).bring(format_of(name), items, base, **options)))

    return run
