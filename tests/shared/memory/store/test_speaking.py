"""Which memories hold a question's words, whatever became of them?"""

import pytest

from scrubjay.memory.lifecycle.memories import Memories
from scrubjay.model.memory import MemoryStatus
from tests.shared.memory.conftest import stored

GATE = "The second gate weighs parcels."


def found(memories: Memories, *stems: str, status: MemoryStatus = MemoryStatus.ACTIVE, most: int = 9) -> list[str]:
    return [memory.content for memory in memories.speaking(stems, (status,), most)]


@pytest.mark.parametrize(
    ("stems", "there"),
    [
        (("gate",), True),
        (("gate", "moon"), True),
        (("gate", "moon", "star"), False),
        (("GATE",), False),
        (("%",), False),
        ((), False),
    ],
)
def test_half_of_the_words_in_lower_case_are_enough(memories: Memories, stems: tuple[str, ...], there: bool) -> None:
    stored(memories, GATE)
    assert found(memories, *stems) == ([GATE] if there else [])


def test_only_what_stands_so_is_named_and_the_newest_first(memories: Memories) -> None:
    old, new = stored(memories, GATE), stored(memories, "The third gate is open at night.")
    memories.retract(old, "ada", "wrong")
    assert found(memories, "gate") == [memories.get(new).content]
    assert found(memories, "gate", status=MemoryStatus.RETRACTED) == [GATE]
    stored(memories, "A fourth gate is closed.")
    assert found(memories, "gate", most=1) == ["A fourth gate is closed."]


def test_what_an_agent_reported_in_another_project_is_not_named(memories: Memories, other_memories: Memories) -> None:
    stored(memories, "I prefer tabs over spaces.", scope="user", kind="preference", author="ada")
    assert found(memories, "tabs") == ["I prefer tabs over spaces."]
    assert found(other_memories, "tabs") == []
