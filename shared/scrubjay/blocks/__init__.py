"""Prompt context: five blocks within a token budget, cut by rank."""

from scrubjay.blocks.assembler import AssembledContext, BlockAssembler
from scrubjay.blocks.budget import TokenBudget
from scrubjay.blocks.contexts import ContextRequest, Contexts, ContextSources
from scrubjay.blocks.markup import NOTICE
from scrubjay.blocks.model import BlockItem, BlockType, MemoryBlock, PlacedBlock
from scrubjay.blocks.report import report

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
    "report",
]
