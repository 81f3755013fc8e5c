"""Prompt context: five blocks within a token budget, cut by rank."""

from typing import TYPE_CHECKING

from scrubjay.exporting import exported

if TYPE_CHECKING:
    from scrubjay.blocks.assembler import AssembledContext, BlockAssembler
    from scrubjay.blocks.budget import TokenBudget
    from scrubjay.blocks.contexts import ContextRequest, Contexts, ContextSources
    from scrubjay.blocks.markup import NOTICE
    from scrubjay.blocks.model import BlockItem, BlockType, MemoryBlock, PlacedBlock

__all__ = [
    "NOTICE",
    "AssembledContext",
    "BlockAssembler",
    "BlockItem",
    "BlockType",
    "ContextRequest",
    "ContextSources",
    "Contexts",
    "MemoryBlock",
    "PlacedBlock",
    "TokenBudget",
]

__getattr__ = exported(
    __name__,
    {
        "AssembledContext": "scrubjay.blocks.assembler",
        "BlockAssembler": "scrubjay.blocks.assembler",
        "TokenBudget": "scrubjay.blocks.budget",
        "ContextRequest": "scrubjay.blocks.contexts",
        "Contexts": "scrubjay.blocks.contexts",
        "ContextSources": "scrubjay.blocks.contexts",
        "NOTICE": "scrubjay.blocks.markup",
        "BlockItem": "scrubjay.blocks.model",
        "BlockType": "scrubjay.blocks.model",
        "MemoryBlock": "scrubjay.blocks.model",
        "PlacedBlock": "scrubjay.blocks.model",
    },
)
