"""What a caller hands over is taken at once: changing it meanwhile changes nothing of what is checked and stored."""

from collections.abc import Callable
from threading import Event, Thread
from typing import Any

import pytest

from scrubjay.errors import LimitExceeded, UsageError
from scrubjay.memory.lifecycle.memories import Memories
from scrubjay.memory.store.request import RememberRequest
from scrubjay.model.evidence import Act, Origin, Verdict
from scrubjay.model.memory import Change, MemoryStatus
from scrubjay.model.snapshot import MAX_KEYS, snapshot
from tests.shared.memory.conftest import Grounding, stored


def test_a_list_that_changes_while_a_claim_is_judged_changes_nothing(memories: Memories, grounding: Grounding) -> None:
    grounding.verdict = Verdict.HELD
    ids = [stored(memories, f"{thing} weigh thirty kilos.") for thing in ("Parcels", "Crates", "Barrels")]
    others = ids[1:]

    def change() -> None:
        others[:] = ["deadbeef00"] * 30

    grounding.meanwhile = change
    asked = RememberRequest(
        content="All of them weigh thirty kilos.",
        supersedes=ids[0],
        how=Change.MERGE,
        origin=Origin.PERSON,
        act=Act.APPROVED,
        others=others,  # type: ignore[arg-type]
    )
    merged = memories.get(memories.remember(asked).id)  # type: ignore[union-attr]
    assert set(merged.supersedes) == set(ids)
    assert {memories.get(id).status for id in ids} == {MemoryStatus.RETRACTED}


def grow(details: dict[Any, Any]) -> None:
    details[f"key {len(details)}"] = len(details)


def shrink(details: dict[Any, Any]) -> None:
    if len(details) > 1:
        details.popitem()


def spoil(details: dict[Any, Any]) -> None:
    details[7] = b"bytes"
    del details[7]


@pytest.mark.parametrize("change", [grow, shrink, spoil])
def test_an_object_that_another_thread_changes_is_taken_whole_or_refused_in_words(
    change: Callable[[dict[Any, Any]], None],
) -> None:
    details: dict[Any, Any] = {f"key {number}": [number] * 3 for number in range(MAX_KEYS)}
    stop = Event()

    def go_on() -> None:
        while not stop.is_set():
            change(details)
            if len(details) > 2 * MAX_KEYS:
                details.clear()

    other = Thread(target=go_on)
    other.start()
    taken = refused = 0
    try:
        for _ in range(300):
            try:
                copied = snapshot(details, "details")
            except (LimitExceeded, UsageError):
                refused += 1
                continue
            taken += 1
            assert len(copied) <= MAX_KEYS
            assert all(isinstance(key, str) for key in copied)
    finally:
        stop.set()
        other.join()
    assert taken + refused == 300
