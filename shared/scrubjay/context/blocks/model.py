"""Values of a prompt context: blocks of items, before and after placement, and each window's token shares."""

from bisect import bisect_right
from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from scrubjay.errors import UsageError
from scrubjay.model.counted import counted
from scrubjay.model.frozen import dataclass


class BlockType(StrEnum):
    """The five blocks in display order: what seldom changes first, so that the prompt's prefix stays cacheable."""

    SYSTEM = "system"
    PROJECT = "project"
    TASK = "task"
    HISTORY = "history"
    KNOWLEDGE = "knowledge"


@dataclass(frozen=True, slots=True, kw_only=True)
class BlockItem:
    """One item of a block; placed whole or not at all, only those of the project block are cut at a paragraph.

    `kind`, `source`, `words`, `standing` and `date` are shown as attributes; `standing` is a memory's grade, a
    decision's status; `words` are a source's own, which no
    text of an item can imitate. `required`: an instruction of the system block, which is never omitted.
    """

    text: str
    kind: str = ""
    source: str = ""
    standing: str = ""
    date: str = ""
    scope: str = "project"
    required: bool = False
    words: str = ""


@dataclass(frozen=True, slots=True)
class MemoryBlock:
    """The candidates of one block, the most important first; those of `history` the newest first.

    `points` is the summary of a history: decisions, outcomes, open questions.
    """

    type: BlockType
    items: tuple[BlockItem, ...] = ()
    points: tuple[BlockItem, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacedBlock:
    """The placed part of a block. `tokens` of its final `budget` were used, delimiters included.

    `share` is the budget of its type by the table; `offered` counts the candidates. `cut` says that the last item ends
    at a paragraph before its end. `text` is the block as shown, `left_out` are the items that found no room, in order.
    """

    type: BlockType
    items: tuple[BlockItem, ...]
    points: tuple[BlockItem, ...]
    tokens: int
    budget: int
    share: int
    offered: int
    cut: bool = False
    text: str = ""
    left_out: tuple[BlockItem, ...] = ()

    @property
    def omitted(self) -> int:
        """The number of items and points that were omitted."""
        return self.offered - len(self.items) - len(self.points)


MIN_WINDOW: Final = 1_000
"""Tokens of the smallest window: below it the instructions don't fit."""

_NAMES: Final = ("system", "project", "task", "history", "knowledge", "query", "answer", "buffer")

_4K: Final = (300, 400, 300, 400, 800, 500, 1_200, 100)
_8K: Final = (500, 1_000, 500, 1_000, 2_000, 1_000, 2_000, 192)
_128K: Final = (1_000, 2_000, 1_000, 4_000, 8_000, 4_000, 8_000, 1_000)

_TABLE: Final = ((0, (0,) * 8), (4_000, _4K), (4_096, _4K), (8_192, _8K), (128_000, _128K))
"""Windows and their shares.

The first two rows add up to 4,000 and 8,192; a window larger than the last gives no more: a longer prompt is no better
one.
"""

RANKED: Final = (BlockType.SYSTEM, BlockType.PROJECT, BlockType.TASK, BlockType.HISTORY, BlockType.KNOWLEDGE)
"""The blocks by rank; the first is cut last."""


@dataclass(frozen=True, slots=True)
class TokenBudget:
    """What the blocks of one window may take, and what is reserved for query, answer and buffer; in tokens.

    `total` is the most that all blocks take together: where it is less than the sum of their shares, the last rank has
    less.
    """

    window: int
    shares: Mapping[BlockType, int]
    query: int
    answer: int
    buffer: int
    total: int

    @classmethod
    def of(cls, window: int) -> "TokenBudget":
        """The budget of a context window. Raises UsageError below LEAST_WINDOW."""
        if window < MIN_WINDOW:
            raise UsageError(f"A window of {counted(window, 'token')} is too small. Give at least {MIN_WINDOW:,}.")
        values = dict(zip(_NAMES, _interpolated(window), strict=True))
        shares = {type: values.pop(type) for type in BlockType}
        return cls(window, MappingProxyType(shares), **values, total=sum(shares.values()))


def ranked_blocks(single_turn: bool) -> tuple[BlockType, ...]:
    """The blocks by rank. For a question without a conversation, knowledge ranks above history."""
    if single_turn:
        return (*RANKED[:3], BlockType.KNOWLEDGE, BlockType.HISTORY)
    return RANKED


def _interpolated(window: int) -> tuple[int, ...]:
    """The table's row for a window, between its rows by linear interpolation, rounded down."""
    position = bisect_right([size for size, _ in _TABLE], window)
    if position == len(_TABLE):
        return _TABLE[-1][1]
    (low, less), (high, more) = _TABLE[position - 1], _TABLE[position]
    return tuple(a + (b - a) * (window - low) // (high - low) for a, b in zip(less, more, strict=True))
