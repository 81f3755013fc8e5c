"""What is a context made of? Blocks of items, before and after they are placed within a budget."""

from dataclasses import dataclass
from enum import StrEnum


class BlockType(StrEnum):
    """The five blocks, in the order in which they are shown: what seldom changes first, so that prompts are cached."""

    SYSTEM = "system"
    PROJECT = "project"
    TASK = "task"
    HISTORY = "history"
    KNOWLEDGE = "knowledge"


@dataclass(frozen=True, slots=True)
class BlockItem:
    """One thing that a block holds; it is placed whole or not at all, only the project's are cut at a paragraph.

    `kind`, `source`, `words`, `confidence` and `date` are shown as attributes; `words` are a source's own, which no
    text of an item can pass for. `required`: an instruction of the system block,
    which is never left out.
    """

    text: str
    kind: str = ""
    source: str = ""
    confidence: str = ""
    date: str = ""
    scope: str = "project"
    required: bool = False
    words: str = ""


@dataclass(frozen=True, slots=True)
class MemoryBlock:
    """What one block may hold, the most important first; of `history` the newest turn.

    `points` is the summary of a history: decisions, outcomes, open questions.
    """

    type: BlockType
    items: tuple[BlockItem, ...] = ()
    points: tuple[BlockItem, ...] = ()


@dataclass(frozen=True, slots=True)
class PlacedBlock:
    """What of a block found room. `tokens` were used, delimiters included, of the `budget` that it had in the end.

    `share` is the budget that its type has by the table; `offered` counts the items that there were. `cut` says that
    the last item ends at a paragraph before its end. `text` is the block as it is shown.
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

    @property
    def left_out(self) -> int:
        """How many items and points found no room."""
        return self.offered - len(self.items) - len(self.points)
