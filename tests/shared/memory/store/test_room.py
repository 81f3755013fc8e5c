"""Where memories are bounded the oldest go to the archive: nothing is refused, nothing is lost."""

from collections.abc import Callable

import pytest

from scrubjay.memory.lifecycle.memories import Memories
from scrubjay.memory.store.limits import STEPS, Limits
from scrubjay.memory.store.request import RememberRequest
from scrubjay.model.evidence import Origin, Verdict
from scrubjay.model.memory import MemoryStatus
from tests.shared.memory.conftest import Grounding, Hands, stored

pytestmark = pytest.mark.story


def statuses(memories: Memories, ids: list[str]) -> list[MemoryStatus]:
    return [memories.get(id).status for id in ids]


@pytest.mark.parametrize("bound", [4, STEPS * 2])
def test_of_what_only_its_author_says_the_least_seen_oldest_go_first(
    make_memories: Callable[..., Memories], hands: Hands, bound: int
) -> None:
    memories = make_memories("p1", limits=Limits(said=bound))
    told = stored(memories, "Ada told this.", origin=Origin.PERSON)
    repeated = stored(memories, "Lamp 0 is lit.", session="s0")
    hands.pass_by(days=1)
    memories.remember(RememberRequest(content="Lamp 0 is lit.", session="s1"))
    ids = [repeated]
    for number in range(1, bound * 2):
        ids.append(stored(memories, f"Lamp {number} is lit."))
        standing = [one for one in statuses(memories, ids) if one is MemoryStatus.ACTIVE]
        assert len(standing) <= bound
    assert statuses(memories, [told, repeated]) == [MemoryStatus.ACTIVE] * 2
    kept = [id for id in ids[1:] if memories.get(id).status is MemoryStatus.ACTIVE]
    assert kept == ids[-len(kept) :], "the newest"
    assert len(kept) + 1 > bound - 2 * max(1, bound // STEPS), "no more than needed"
    assert all(memories.get(id).content for id in ids)


def test_of_held_claims_an_authors_oldest_go(make_memories: Callable[..., Memories], grounding: Grounding) -> None:
    memories = make_memories("p1", limits=Limits(per_user=2))
    grounding.verdict = Verdict.HELD
    other = stored(memories, "Ben's claim waits.", author="ben")
    ids = [stored(memories, f"Claim {number} waits.", author="ada") for number in range(4)]
    assert statuses(memories, ids) == [MemoryStatus.ARCHIVED] * 2 + [MemoryStatus.HELD] * 2
    assert memories.get(other).status is MemoryStatus.HELD


def test_the_bound_in_all_holds_for_an_author_who_has_none_waiting(
    make_memories: Callable[..., Memories], grounding: Grounding
) -> None:
    memories = make_memories("p1", limits=Limits(per_user=2, total=3))
    grounding.verdict = Verdict.HELD
    authors = ("ada", "ada", "ben", "cat")
    ids = [stored(memories, f"Claim {number} waits.", author=author) for number, author in enumerate(authors)]
    assert statuses(memories, ids) == [MemoryStatus.ARCHIVED] + [MemoryStatus.HELD] * 3
