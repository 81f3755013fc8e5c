"""With how few keys is the queue worked through, and is nothing lost? Real memories, keys by a function."""

from collections.abc import Callable, Iterator

from scrubjay.cli.review_screen import Screen
from scrubjay.memories import Memories, MemoryStatus
from scrubjay.review import ReviewQueue
from tests.shared.memories.conftest import said, stored

THINGS = ("apple", "barrel", "crate", "drum", "engine", "fork", "gate", "hook", "iron", "jar")
COLOURS = ("amber", "blue", "cyan", "green", "red")


class Keys:
    """Presses what a test says, by what is asked; counts it."""

    def __init__(self, keys: str, otherwise: str = "y") -> None:
        self._keys: Iterator[str] = iter(keys)
        self._otherwise = otherwise
        self.pressed: list[str] = []

    def __call__(self, _question: str, keys: str) -> str:
        key = next(self._keys, self._otherwise)
        assert key in keys
        self.pressed.append(key)
        return key


def claims(memories: Memories, number: int) -> list[str]:
    texts = [f"The {thing} in the yard is painted {colour}." for thing in THINGS for colour in COLOURS][:number]
    return [stored(memories, text, author="ada") for text in texts]


def screen(queue: ReviewQueue, keys: Callable[[str, str], str], words: str = "") -> Screen:
    return Screen(queue, press=keys, reword=lambda _: words)


def test_fifty_claims_take_at_most_sixty_keys_and_none_is_lost(memories: Memories, queue: ReviewQueue) -> None:
    ids = claims(memories, 50)
    keys = Keys("yn" * 25)
    screen(queue, keys).run()
    assert len(keys.pressed) <= 60
    statuses = [memories.get(id).status for id in ids]
    assert (statuses.count(MemoryStatus.ACTIVE), statuses.count(MemoryStatus.RETRACTED)) == (25, 25)
    assert queue.count() == 0


def test_ten_decisions_are_undone_and_decided_again(memories: Memories, queue: ReviewQueue) -> None:
    ids = claims(memories, 12)
    screen(queue, Keys("y" * 10 + "u" * 10 + "n" * 12)).run()
    assert {memories.get(id).status for id in ids} == {MemoryStatus.RETRACTED}
    assert said(memories) == []


def test_what_is_left_for_later_stays_held(memories: Memories, queue: ReviewQueue) -> None:
    ids = claims(memories, 3)
    screen(queue, Keys("lyl")).run()
    assert sorted(memories.get(id).status for id in ids) == ["active", "held", "held"]


def test_a_group_is_approved_after_a_list_and_a_question_and_undone_as_one(
    memories: Memories, queue: ReviewQueue
) -> None:
    same = [
        stored(memories, f"The sorter restarts every night at three in the {when}morning.", author="ada")
        for when in ("", "early ")
    ]
    other = stored(memories, "The sorter restarts every night at four in the morning.", author="ada")
    keys = Keys("", "q")
    order = [one.memory.id for one in queue.waiting()]
    screen(queue, Keys("ay" if order[0] in same else "lay", "q")).run()
    assert {memories.get(id).status for id in same} == {MemoryStatus.ACTIVE}
    assert memories.get(other).status is MemoryStatus.HELD
    assert set(queue.undo().ids) == set(same)
    screen(queue, keys).run()
    assert queue.count() == 3


def test_reworded_claims_count_in_the_new_words(memories: Memories, queue: ReviewQueue) -> None:
    claims(memories, 1)
    screen(queue, Keys("e"), "The apple in the yard is painted white.").run()
    assert said(memories) == ["The apple in the yard is painted white."]
