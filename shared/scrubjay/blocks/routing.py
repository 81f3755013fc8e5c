"""Which block does a memory belong to? Who it binds decides, and how long it lasts. Pure."""

from scrubjay.blocks.model import BlockItem, BlockType
from scrubjay.model.evidence import Confidence
from scrubjay.model.memory import Memory

ID_DIGITS = 12


def route(memory: Memory) -> BlockType:
    """Preferences of the user go to system, those of the team and static facts to project, all else to knowledge."""
    if memory.kind == "preference":
        return BlockType.SYSTEM if memory.scope == "user" else BlockType.PROJECT
    if memory.kind == "fact" and is_static(memory):
        return BlockType.PROJECT
    return BlockType.KNOWLEDGE


def is_static(memory: Memory) -> bool:
    """Whether a claim can be told in every prompt: well grounded, without an end, and known to hold on this branch."""
    firm = memory.belief.confidence is Confidence.HIGH and not memory.belief.unconfirmed
    return firm and not memory.valid_until and not memory.elsewhere


def memory_item(memory: Memory) -> BlockItem:
    """A memory as an item: who vouches for it, how sure it is, since when it is known."""
    sure = "unconfirmed" if memory.belief.unconfirmed else str(memory.belief.confidence)
    source = f"memory {memory.id[:ID_DIGITS]}, {memory.source}"
    return BlockItem(memory.content, memory.kind, source, sure, memory.recorded_at[:10], memory.scope)
