"""A decision that names the stamp of what it saw changes nothing that somebody else changed meanwhile."""

import threading

import pytest

from scrubjay.errors import VersionConflict
from scrubjay.memory.lifecycle.memories import Memories
from scrubjay.memory.store.claim import stamp
from scrubjay.memory.store.request import RememberRequest
from scrubjay.model.memory import Change, MemoryStatus, Stored
from tests.shared.memory.conftest import BY_HAND, stored


def corrected(memories: Memories, id: str, words: str, expected: str) -> Stored:
    request = RememberRequest(content=words, author="anna", expected=(expected,), **BY_HAND)
    outcome = memories.update(id, request, Change.CORRECT)
    assert isinstance(outcome, Stored), outcome
    return outcome


def test_new_words_are_refused_where_somebody_was_faster(memories: Memories) -> None:
    id = stored(memories, "The gate opens at six.")
    seen = stamp(memories.get(id))
    first = corrected(memories, id, "The gate opens at seven.", seen)
    with pytest.raises(VersionConflict, match="changed since you looked"):
        corrected(memories, id, "The gate opens at eight.", seen)
    assert memories.get(first.id).status is MemoryStatus.ACTIVE
    assert [memory.content for memory in memories.recent(10)] == ["The gate opens at seven."]


@pytest.mark.parametrize("act", ["retract", "invalidate", "forget"])
def test_an_end_is_refused_where_somebody_was_faster(memories: Memories, act: str) -> None:
    id = stored(memories, "The gate opens at six.")
    seen = stamp(memories.get(id))
    memories.invalidate(id, "ben", "rebuilt", authority=True)
    reason = () if act == "forget" else ("wrong",)
    with pytest.raises(VersionConflict, match="changed since you looked"):
        getattr(memories, act)(id, "anna", *reason, authority=True, expected=seen)
    assert (memories.get(id).status, memories.get(id).content) == (MemoryStatus.EXPIRED, "The gate opens at six.")


def test_new_evidence_alone_changes_no_stamp(memories: Memories) -> None:
    id = stored(memories, "The gate opens at six.")
    seen = stamp(memories.get(id))
    memories.remember(RememberRequest(content="The gate opens at six.", author="ben"))
    assert stamp(memories.get(id)) == seen


def test_of_many_who_correct_at_once_one_does(memories: Memories) -> None:
    id = stored(memories, "The gate opens at six.")
    seen, done, late = stamp(memories.get(id)), list[str](), list[str]()

    def correct(number: int) -> None:
        try:
            done.append(corrected(memories, id, f"The gate opens at {number + 7} and closes at noon.", seen).id)
        except VersionConflict as error:
            late.append(str(error))

    threads = [threading.Thread(target=correct, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (len(done), len(late)) == (1, 5)
    assert [memory.id for memory in memories.recent(10)] == done


def test_another_decision_is_not_taken_back_in_the_place_of_the_one_that_was_shown(memories: Memories) -> None:
    one, other = stored(memories, "The gate opens at six."), stored(memories, "The well is dry.")
    memories.retract(one, "anna", "wrong", authority=True)
    shown = memories.last_decision("anna")
    memories.retract(other, "anna", "wrong", authority=True)
    with pytest.raises(VersionConflict, match="another one by now"):
        memories.undo("anna", expected=shown.mark)
    assert memories.undo("anna", expected=memories.last_decision("anna").mark).ids == (other,)
