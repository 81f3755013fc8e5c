"""Which block does a memory belong to? Who it binds decides, and how long it lasts. Pure."""

from scrubjay.blocks.model import BlockItem, BlockType
from scrubjay.freshness import Graded
from scrubjay.freshness.telling import told_as, words_of
from scrubjay.grounding.imperative import is_imperative
from scrubjay.model.grade import Grade
from scrubjay.model.memory import Memory

ID_DIGITS = 12


def route(memory: Memory, graded: Graded) -> BlockType:
    """Preferences of the user go to system, those of the team and static facts to project, all else to knowledge.

    An agent's imperatives bind nobody until a person told them, whatever kind they were given; what says otherwise
    than something better stands beside that alone.
    """
    if memory.kind == "preference" and graded.grade is Grade.TOLD:
        return BlockType.SYSTEM if memory.scope == "user" else BlockType.PROJECT
    binding = is_imperative(memory.content) and graded.grade is not Grade.TOLD
    if memory.kind == "fact" and is_static(memory, graded) and not binding and not memory.contradicts:
        return BlockType.PROJECT
    return BlockType.KNOWLEDGE


def is_static(memory: Memory, graded: Graded) -> bool:
    """Whether a claim can be told in every prompt: well grounded, without an end, and known to hold on this branch."""
    return graded.grade >= Grade.VERIFIED and not memory.valid_until and not memory.elsewhere


def memory_item(memory: Memory, graded: Graded) -> BlockItem:
    """A memory as an item: its grade, who stands behind it, the source's words, since when it is known."""
    source = f"memory {memory.id[:ID_DIGITS]}, {told_as(memory, graded)}"
    return BlockItem(
        memory.content, memory.kind, source, str(graded.grade), memory.recorded_at[:10], memory.scope,
        words=words_of(graded),
    )  # fmt: skip
