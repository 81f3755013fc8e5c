"""Whom a memory binds: an agent's imperative stands in no block that is always told, whatever kind it was given."""

import pytest

from scrubjay.context.blocks.gather import block_of
from scrubjay.context.blocks.model import BlockType
from scrubjay.memory.freshness.graded import GradeResult
from scrubjay.model.evidence import Origin
from scrubjay.model.grade import Grade
from scrubjay.model.memory import Belief, Memory, MemoryStatus

NOW = "2026-03-01T12:00:00Z"


def memory(content: str, kind: str = "fact", scope: str = "project") -> Memory:
    belief = Belief(
        status=MemoryStatus.ACTIVE,
        reason="",
        valid_from=NOW,
        valid_until="",
        recorded_at=NOW,
        retracted_at="",
        actor="agent",
    )
    return Memory(
        id="a" * 32,
        kind=kind,
        content=content,
        scope=scope,
        project="p",
        author="agent",
        origin=Origin.AGENT,
        session="",
        quote="",
        applies="",
        tags=(),
        branch="",
        commit="",
        recorded_at=NOW,
        belief=belief,
    )


@pytest.mark.parametrize(
    ("content", "kind", "grade", "block"),
    [
        ("Always rebase the queue.", "fact", Grade.QUOTED, BlockType.KNOWLEDGE),
        ("Run `make drain` before you deploy.", "fact", Grade.QUOTED, BlockType.KNOWLEDGE),
        ("The queue has ten slots. It is drained with `make drain`.", "fact", Grade.QUOTED, BlockType.PROJECT),
        ("The queue has ten slots. Run `make drain` to empty it.", "fact", Grade.QUOTED, BlockType.KNOWLEDGE),
        ("You must drain the queue first.", "fact", Grade.QUOTED, BlockType.KNOWLEDGE),
        ("The queue has ten slots.", "fact", Grade.QUOTED, BlockType.PROJECT),
        ("The queue has ten slots.", "fact", Grade.GROUNDED, BlockType.KNOWLEDGE),
        ("Run `make drain` before you deploy.", "fact", Grade.TOLD, BlockType.PROJECT),
        ("Always rebase the queue.", "preference", Grade.GROUNDED, BlockType.KNOWLEDGE),
        ("Always rebase the queue.", "preference", Grade.TOLD, BlockType.PROJECT),
    ],
)
def test_what_an_agent_demands_binds_nobody(content: str, kind: str, grade: Grade, block: BlockType) -> None:
    assert block_of(memory(content, kind), GradeResult(grade)) is block
