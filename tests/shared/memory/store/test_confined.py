"""A preference of the user's that an agent reports stays in its project until a person looked at it once."""

from collections.abc import Callable
from contextlib import nullcontext
from typing import Any

import pytest

from scrubjay.errors import NotFound
from scrubjay.memory.lifecycle import changes
from scrubjay.memory.lifecycle.memories import Memories
from scrubjay.memory.store.bounds import ONLY_HERE
from scrubjay.memory.store.overview import count_waiting
from scrubjay.memory.store.request import RememberRequest
from scrubjay.model.evidence import Act, Origin, TypedStatement
from scrubjay.model.grade import Grade
from scrubjay.model.memory import Known, Memory, MemoryStatus
from tests.shared.memory.conftest import said, stored

TABS = "I prefer tabs over spaces."


def report(memories: Memories, content: str = TABS, **more: object) -> str:
    return stored(memories, content, **({"scope": "user", "kind": "preference", "author": "ada"} | more))


@pytest.mark.parametrize(
    ("more", "elsewhere"),
    [
        ({}, False),
        ({"kind": ""}, False),
        ({"kind": "fact"}, False),
        ({"origin": Origin.SCRIPT}, False),
        ({"origin": Origin.SCRIPT, "trusted": True}, False),
        ({"origin": Origin.PERSON, "act": Act.TYPED}, True),
        ({"kind": "fact", "content": "The user's laptop runs Linux."}, True),
    ],
)
def test_whose_word_it_is_decides_where_it_is_seen(
    memories: Memories, other_memories: Memories, more: dict[str, Any], elsewhere: bool
) -> None:
    id = report(memories, **more)
    assert [one.id for one in memories.believed()] == [id]
    assert [one.id for one in other_memories.believed()] == ([id] if elsewhere else [])
    assert (memories.believed()[0].elsewhere == ONLY_HERE) is not elsewhere
    assert (id in other_memories.of_ids([id])) is elsewhere
    assert bool(other_memories.near_rows(TABS, "user", ids=[id])) is elsewhere
    for read in (other_memories.provenance, other_memories.get):
        with nullcontext() if elsewhere else pytest.raises(NotFound):
            read(id[:8])


def test_it_waits_for_a_person_where_it_was_said_and_nowhere_else(memories: Memories, other_memories: Memories) -> None:
    id = report(memories)
    for at, waiting in ((memories, [id]), (other_memories, [])):
        assert [one.id for one in at.waiting()] == waiting
        assert [one.id for one in at.waiting(author="bob")] == []
        assert [one.id for one in at.narrowed(status=MemoryStatus.HELD)] == waiting
        assert at.reading("user", lambda c, p: count_waiting(c, p, "ada")) == len(waiting)


def test_approving_widens_it_and_undoing_that_narrows_it_again(memories: Memories, other_memories: Memories) -> None:
    id = report(memories)
    memories.approve(id, "ada")
    assert said(other_memories) == [TABS]
    assert memories.waiting() == ()
    memories.undo("ada")
    assert (said(memories), said(other_memories)) == ([TABS], [])
    assert [one.id for one in memories.waiting()] == [id]


def test_what_was_confirmed_in_a_client_is_told_here_and_nowhere_else_until_a_person_approves_it(
    memories: Memories, other_memories: Memories
) -> None:
    id = report(memories)
    memories.approve(id, "ada", act=Act.ELICITED)
    assert memories.grades([id]) == {id: Grade.TOLD}
    assert (said(other_memories), memories.waiting()) == ([], ())
    memories.approve(id, "ada")
    assert said(other_memories) == [TABS]


def test_what_the_person_typed_word_for_word_follows_them(memories: Memories, other_memories: Memories) -> None:
    report(memories, turn=TypedStatement("s1", "ada", TABS, "2026-03-01T00:00:00Z"))
    assert said(other_memories) == []
    report(memories, turn=TypedStatement("s2", "ada", TABS, "2026-03-02T00:00:00Z", same=True))
    assert said(other_memories) == [TABS]


def test_another_project_that_hears_it_too_shows_it_too(
    memories: Memories, other_memories: Memories, make_memories: Callable[..., Memories]
) -> None:
    id = report(memories)
    outcome = other_memories.remember(RememberRequest(content=TABS, kind="preference", scope="user", author="ada"))
    assert isinstance(outcome, Known)
    assert outcome.id == id
    assert (said(other_memories), said(make_memories("p3"))) == ([TABS], [])


def test_rejecting_ends_it_and_only_while_it_waits(memories: Memories, other_memories: Memories) -> None:
    id = report(memories)

    def reject(at: Memories, id: str) -> Memory:
        return at.writing("user", lambda c, p: changes.reject(c, p, id, "ada", "no"))

    with pytest.raises(NotFound):
        reject(other_memories, id)
    assert reject(memories, id).status is MemoryStatus.RETRACTED
    told = report(memories, "I prefer long names.", origin=Origin.PERSON, act=Act.TYPED)
    with pytest.raises(Exception, match="active, not held"):
        reject(memories, told)
