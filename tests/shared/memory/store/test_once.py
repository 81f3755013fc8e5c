"""What follows from stored memories is read once, until somebody commits or a memory's time ends."""

from collections.abc import Callable

from scrubjay.memory.lifecycle.figures import newest_told
from scrubjay.memory.lifecycle.memories import Memories
from scrubjay.memory.store.request import RememberRequest
from scrubjay.memory.store.writing import WriteContext
from scrubjay.model.evidence import Act, Origin
from scrubjay.storage.driver import Connection
from tests.shared.memory.conftest import Hands


def told(memories: Memories, content: str, until: str = "") -> None:
    memories.remember(
        RememberRequest(content=content, author="ada", origin=Origin.PERSON, act=Act.TYPED, valid_until=until)
    )


def test_it_is_read_again_after_a_commit_alone(
    memories: Memories, make_memories: Callable[..., Memories], hands: Hands
) -> None:
    reads: list[int] = []

    def count(connection: Connection, place: WriteContext, limit: int) -> int:
        reads.append(limit)
        return len(newest_told(connection, place, limit))

    told(memories, "Releases go out on Tuesdays.")
    assert [memories.once("project", count, 9) for _ in range(3)] == [1, 1, 1]
    hands.pass_by(days=3)
    assert memories.once("project", count, 9) == 1
    assert reads == [9]
    assert memories.once("project", count, 8) == 1
    told(memories, "Staging drops idle connections.")
    assert memories.once("project", count, 9) == 2
    assert reads == [9, 8, 9]


def test_a_memory_whose_time_ended_is_gone_without_a_commit(memories: Memories, hands: Hands) -> None:
    told(memories, "Releases go out on Tuesdays.", until="2026-03-02")
    told(memories, "Staging drops idle connections.")
    assert len(memories.once("project", newest_told, 9)) == 2
    hands.pass_by(hours=48)
    assert len(memories.once("project", newest_told, 9)) == 1
