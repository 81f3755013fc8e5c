"""What happens to a claim on its way: what is made before it is written, and what is written with it."""

from collections.abc import Callable

import pytest

from scrubjay.errors import StorageError
from scrubjay.knowledge.index.indexes import KeepVectors
from scrubjay.memory.lifecycle.memories import Memories
from scrubjay.memory.store.request import RememberRequest
from scrubjay.model.evidence import Verdict
from scrubjay.storage.database import Database
from scrubjay.storage.driver import Connection
from tests.shared.memory.conftest import Grounding, said, stored

CLAIM = "Staging drops idle connections after a minute."


class Vectors:
    """Makes vectors as it is told to; `made` are the texts that it was asked for."""

    def __init__(self) -> None:
        self.made: list[str] = []
        self.broken = False
        self.whole = True

    def __call__(self, database: Database, content: str) -> KeepVectors:
        self.made.append(content)

        def keep(connection: Connection, id: str) -> bool:
            assert connection.in_transaction
            assert connection.execute("SELECT content FROM memory WHERE id = ?", (id,)).fetchone()[0] == content
            if self.broken:
                raise StorageError("no room")
            return self.whole

        return keep


@pytest.fixture
def vectors() -> Vectors:
    return Vectors()


@pytest.fixture
def woken() -> list[bool]:
    """Whether nothing waited for vectors, each time that the worker was woken."""
    return []


@pytest.fixture
def memories(make_memories: Callable[..., Memories], vectors: Vectors, woken: list[bool]) -> Memories:
    return make_memories("p1", embedded=vectors, on_stored=woken.append)


def test_a_claim_and_its_vectors_are_written_together_or_not_at_all(memories: Memories, vectors: Vectors) -> None:
    vectors.broken = True
    with pytest.raises(StorageError):
        memories.remember(RememberRequest(content=CLAIM))
    assert said(memories) == []
    vectors.broken = False
    stored(memories, CLAIM)
    assert said(memories) == [CLAIM]


@pytest.mark.parametrize("whole", [True, False])
def test_the_worker_is_told_whether_a_memory_waits_for_its_vectors(
    memories: Memories, vectors: Vectors, woken: list[bool], whole: bool
) -> None:
    vectors.whole = whole
    stored(memories, CLAIM)
    assert woken == [whole]


def test_what_is_not_kept_is_not_embedded(
    memories: Memories, grounding: Grounding, vectors: Vectors, woken: list[bool]
) -> None:
    grounding.verdict = Verdict.BLOCKED
    memories.remember(RememberRequest(content=CLAIM))
    assert (vectors.made, woken) == ([], [])


def test_what_somebody_else_kept_meanwhile_waits_for_nothing(
    memories: Memories, vectors: Vectors, woken: list[bool]
) -> None:
    vectors.whole = False
    stored(memories, CLAIM)
    stored(memories, CLAIM)
    assert woken == [False, True]
    assert said(memories) == [CLAIM]
