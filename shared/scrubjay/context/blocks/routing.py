"""Routing of memories to blocks, by whom they bind and how long they hold. Pure."""

from scrubjay.context.blocks.imperative import is_imperative
from scrubjay.context.blocks.model import BlockItem, BlockType
from scrubjay.memory.freshness.graded import GradeResult
from scrubjay.memory.freshness.wording import beneath, grade_text
from scrubjay.model.grade import Grade
from scrubjay.model.memory import Memory

ID_DIGITS = 12


def block_of(memory: Memory, graded: GradeResult) -> BlockType:
    """The user's preferences go to system, the team's and static facts to project, all else to knowledge.

    An agent's imperatives bind nobody until a person told them, whatever their kind; a memory that contradicts a better
    one is only shown beside it.
    """
    if memory.kind == "preference" and graded.grade is Grade.TOLD:
        return BlockType.SYSTEM if memory.scope == "user" else BlockType.PROJECT
    binding = is_imperative(memory.content) and graded.grade is not Grade.TOLD
    if memory.kind == "fact" and is_static(memory, graded) and not binding and not memory.contradicts:
        return BlockType.PROJECT
    return BlockType.KNOWLEDGE


def is_static(memory: Memory, graded: GradeResult) -> bool:
    """Whether a claim may be in every prompt: well grounded, without an end, and known to hold on this branch."""
    return graded.grade >= Grade.QUOTED and not memory.valid_until and not memory.elsewhere


def memory_item(memory: Memory, graded: GradeResult) -> BlockItem:
    """A memory as an item: its grade, its source, the source's words, and since when it is known."""
    source = f"memory {memory.id[:ID_DIGITS]}, {grade_text(memory, graded)}"
    return BlockItem(
        text=memory.content,
        kind=memory.kind,
        source=source,
        standing=str(graded.grade),
        date=memory.recorded_at[:10],
        scope=memory.scope,
        words=beneath(graded),
    )
