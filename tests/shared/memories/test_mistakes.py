"""False merges and false splits are counted by what people did about them."""

from collections.abc import Callable

from scrubjay.memories import Memories, RememberRequest
from scrubjay.memories.mistakes import Likenesses, likenesses
from scrubjay.model.evidence import Verdict
from scrubjay.review import ReviewQueue
from tests.shared.memories.conftest import Grounding, stored


def test_both_kinds_of_mistake_are_counted(make_memories: Callable[..., Memories], grounding: Grounding) -> None:
    memories = make_memories("p1")
    queue = ReviewQueue(memories, "ada")
    first = stored(memories, "The limit is 10 requests.", author="ada")
    grounding.verdict = Verdict.HELD
    plain = [stored(memories, text, author="ada") for text in ("Owls carry letters.", "Letters are carried by owls.")]
    grounding.conflict = first
    own, none, waits = (stored(memories, f"The limit is {n} requests.", author="ada") for n in (20, 30, 40))
    queue.approve([own])
    queue.reject([none], "it isn't")
    queue.merge(plain)
    memories.remember(RememberRequest("The limit is 10 requests.", author="ada"))
    seen = memories.reading("project", likenesses)
    assert (seen.flagged, seen.distinct, seen.merged) == (2, 1, 2)
    assert "1 of 2 taken for alike were not (false merges)" in seen.said()
    assert waits


def test_nothing_is_divided_where_nothing_is() -> None:
    assert Likenesses(0, 0, 0, 0, 0).said().startswith("0 repetitions blocked; 0 of 0")
