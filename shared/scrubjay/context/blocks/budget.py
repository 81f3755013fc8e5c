"""Token shares of the blocks by context window: a table with linear interpolation."""

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from scrubjay.context.blocks.model import BlockType
from scrubjay.errors import UsageError
from scrubjay.model.counted import counted

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
        values = dict(zip(_NAMES, _between(window), strict=True))
        shares = {type: values.pop(type) for type in BlockType}
        return cls(window, MappingProxyType(shares), **values, total=sum(shares.values()))


def ranked_blocks(single_turn: bool) -> tuple[BlockType, ...]:
    """The blocks by rank. For a question without a conversation, knowledge ranks above history."""
    if single_turn:
        return (*RANKED[:3], BlockType.KNOWLEDGE, BlockType.HISTORY)
    return RANKED


def _between(window: int) -> tuple[int, ...]:
    """Linear interpolation between the rows, rounded down: a larger window never gives any block less."""
    position = bisect_right([size for size, _ in _TABLE], window)
    if position == len(_TABLE):
        return _TABLE[-1][1]
    (low, less), (high, more) = _TABLE[position - 1], _TABLE[position]
    return tuple(a + (b - a) * (window - low) // (high - low) for a, b in zip(less, more, strict=True))
