"""Value types of a prompt context: blocks of items, before and after placement."""

from dataclasses import dataclass
from enum import StrEnum


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
