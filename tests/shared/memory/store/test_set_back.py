"""The clock is set back: what was kept is shown, and what was replaced or ended stays so.

The law is checked over any sequence of changes and jumps: what holds is what a model without a clock says.
"""

from collections.abc import Callable
from datetime import timedelta
from itertools import count
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scrubjay.memory.lifecycle.memories import Memories
from scrubjay.memory.store.visible import VisibleMemories
from scrubjay.model.view import View
from scrubjay.storage.database import Database
from scrubjay.storage.driver import Connection
from tests.shared.memory.conftest import BY_HAND, Hands, said, stored

pytestmark = pytest.mark.story

STEPS = st.lists(
    st.one_of(
        st.sampled_from(["remember", "replace", "end", "forget"]),
        st.sampled_from([-3650, -30, -1, 1, 30]).map(lambda days: timedelta(days=days)),
    ),
    max_size=12,
)
NUMBERS = count()


VIEW = View(key="v", worktree=Path("/r"), branch="main", commit="", tree="", committed_at="", as_of="", files=())


def searched(database: Database, hands: Hands, owner: str) -> set[str]:
    """What a search may return of an owner's memories."""

    def fill(connection: Connection) -> set[str]:
        connection.fill_states.clear()
        VisibleMemories(owner, hands).fill(connection, VIEW, 1)
        rows = connection.execute(
            "SELECT m.content FROM temp.visible AS v JOIN memory AS m ON v.path = 'memory:' || m.id WHERE v.view = 1"
        )
        return {row["content"] for row in rows}

    return database.read(fill)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=40)
@given(steps=STEPS)
def test_what_holds_is_what_was_decided_whatever_the_clock_says(
    make_memories: Callable[..., Memories], databases: Callable[[str], Database], hands: Hands,
    steps: list[str | timedelta],
) -> None:  # fmt: skip
    owner = f"p{next(NUMBERS)}"
    memories = make_memories(owner)
    holds: dict[str, str] = {}
    for step in steps:
        claim = f"Van {next(NUMBERS)} leaves at six."
        match step:
            case timedelta():
                hands.now += step
            case "remember":
                holds[stored(memories, claim, **BY_HAND)] = claim
            case "replace" if holds:
                old, _ = holds.popitem()
                holds[stored(memories, claim, **BY_HAND, supersedes=old)] = claim
            case "end" if holds:
                memories.invalidate(holds.popitem()[0], "ada", "over", authority=True)
            case "forget" if holds:
                memories.forget(holds.popitem()[0], "ada", authority=True)
            case _:
                continue
        assert set(said(memories)) == set(holds.values())
        assert searched(databases(owner), hands, owner) == set(holds.values())
