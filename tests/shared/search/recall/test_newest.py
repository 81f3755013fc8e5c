"""Memories that are asked for without words stand as they were made, the newest first."""

import pytest

from scrubjay.memory.lifecycle.memories import Memories
from scrubjay.search.recall.recall import Recall
from tests.shared.memory.conftest import Hands
from tests.shared.search.recall.test_memories import say, tell, told
from tests.shared.search.recall.test_recall import ask


@pytest.fixture
def clock() -> Hands:
    return Hands()


def test_without_words_the_newest_stand_first_whatever_their_grade(
    recall: Recall, memories: Memories, clock: Hands
) -> None:
    for put, claim, scope in (
        (tell, "The canary sings at dawn.", "project"), (tell, "I like canaries.", "user"),
        (say, "The canary sleeps.", ""), (tell, "The canary eats.", "project"),
    ):  # fmt: skip
        put(memories, claim, **({"scope": scope} if scope else {}))
        clock.pass_by(minutes=1)
    answer = ask(recall, "", kinds=("memory",))
    expected = ["The canary eats.", "The canary sleeps.", "I like canaries.", "The canary sings at dawn."]
    assert (told(answer), "newest first" in answer.degraded) == (expected, True)
