"""Assembler of prompt blocks within a token budget, by rank and whole items only, and its report."""

from collections.abc import Iterable, Mapping

from scrubjay.context.blocks.markup import NOTICE
from scrubjay.context.blocks.model import BlockItem, BlockType, MemoryBlock, PlacedBlock, TokenBudget, ranked_blocks
from scrubjay.context.blocks.placing import CostedBlock, cost_block, drop_last, place_block
from scrubjay.errors import LimitExceeded
from scrubjay.inference.tokens import Encoding
from scrubjay.model.counted import counted
from scrubjay.model.frozen import dataclass, replace
from scrubjay.model.table import Table

MAX_ITEMS = 1_000
"""Items of one block that are considered."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AssembledContext:
    """The text of the blocks, its tokens, and what was placed.

    `encoding` names the tokenizer, `exact` says whether it is the model's own. `warnings` are caveats about the
    figures; `missing` names what wasn't ready by the deadline.
    """

    text: str
    tokens: int
    budget: TokenBudget
    blocks: tuple[PlacedBlock, ...]
    encoding: str
    exact: bool
    warnings: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()


class BlockAssembler:
    """Places blocks within the budget of one window, counted by one tokenizer."""

    def __init__(self, budget: TokenBudget, encoding: Encoding) -> None:
        self._budget = budget
        self._encoding = encoding

    def assemble(self, blocks: Iterable[MemoryBlock], *, single_turn: bool = False) -> AssembledContext:
        """Place the blocks; of two of one type, the items of the second follow those of the first.

        Unused tokens go down the ranks to the next block that has unplaced items, and what is left then goes down the
        ranks once more. A larger window gives every block at least the items that a smaller one gave it. `single_turn`
        ranks knowledge above history. Raises LimitExceeded where the instructions are over their budget.
        """
        order = ranked_blocks(single_turn)
        count = self._encoding.count
        joined = _joined_by_type(blocks)
        self._check_system(joined[BlockType.SYSTEM])
        costs = self._counted(joined)
        rooms = _waterfall(costs, self._budget, order)
        placed = {type: place_block(costs[type], rooms[type], self._budget.shares[type], count) for type in BlockType}
        if not self._encoding.additive:
            placed = self._cut(placed, order)
        placed_blocks = tuple(placed[type] for type in BlockType)
        text = "".join(block.text for block in placed_blocks)
        tokens = sum(block.tokens for block in placed_blocks) if self._encoding.additive else count(text)
        encoding = self._encoding
        return AssembledContext(
            text=text,
            tokens=tokens,
            budget=self._budget,
            blocks=placed_blocks,
            encoding=encoding.name,
            exact=encoding.exact,
            warnings=tuple(_warnings(placed_blocks)),
        )

    def _counted(self, blocks: Mapping[BlockType, MemoryBlock]) -> dict[BlockType, CostedBlock]:
        """The cost of each block. Counting is most of the work: items that can't fit aren't counted.

        Each block is counted up to its share first, then up to its share and all that the others leave.
        """
        shares, total, count = self._budget.shares, self._budget.total, self._encoding.count
        costs = {type: cost_block(block, count, min(shares[type], total)) for type, block in blocks.items()}
        spare = max(0, total - sum(min(shares[type], block.need) for type, block in costs.items()))
        return {
            type: cost_block(block.block, count, shares[type] + spare, block) if block.need > shares[type] else block
            for type, block in costs.items()
        }

    def _check_system(self, block: MemoryBlock) -> None:
        """Check that the instructions fit as a whole. Raises LimitExceeded that says by how much they are too long."""
        share = min(self._budget.shares[BlockType.SYSTEM], self._budget.total)
        must = MemoryBlock(BlockType.SYSTEM, tuple(item for item in block.items if item.required))
        over = cost_block(must, self._encoding.count, 1_000_000).need - share
        if over > 0:
            raise LimitExceeded(
                f"The system block is {over} tokens over its budget of {share} in a window of {self._budget.window:,}. "
                "Shorten the instructions, or give a larger window."
            )

    def _cut(self, placed: dict[BlockType, PlacedBlock], order: tuple[BlockType, ...]) -> dict[BlockType, PlacedBlock]:
        """Drop last items, of the last rank first, until the joined text fits a counter that isn't additive."""
        placed = dict(placed)
        for type in reversed(order):
            while (
                self._encoding.count("".join(placed[block_type].text for block_type in BlockType)) > self._budget.total
            ):
                if (less := drop_last(placed[type])) == placed[type]:
                    break
                placed[type] = less
        return {type: replace(block, tokens=self._encoding.count(block.text)) for type, block in placed.items()}


def _joined_by_type(blocks: Iterable[MemoryBlock]) -> dict[BlockType, MemoryBlock]:
    """The blocks of each type joined into one, in the given order, with the notice in the system block."""
    joined = {type: MemoryBlock(type) for type in BlockType}
    joined[BlockType.SYSTEM] = MemoryBlock(BlockType.SYSTEM, (BlockItem(text=NOTICE, required=True),))
    for block in blocks:
        previous = joined[block.type]
        items = (*previous.items, *(item for item in block.items if item.text.strip()))[:MAX_ITEMS]
        joined[block.type] = replace(previous, items=items, points=(*previous.points, *block.points)[:MAX_ITEMS])
    return joined


def _waterfall(
    costs: dict[BlockType, CostedBlock], budget: TokenBudget, order: tuple[BlockType, ...]
) -> dict[BlockType, int]:
    """How many tokens each block may take: its share, and what the ranks above left.

    A block with unplaced items keeps all its room, so that more tokens never mean fewer items anywhere.
    """
    rooms: dict[BlockType, int] = {}
    left = budget.total
    for type in order:
        rooms[type] = min(budget.shares[type], left)
        left -= rooms[type]
    for _ in range(2):
        spare = left
        for type in order:
            rooms[type] += spare
            spare = max(0, rooms[type] - costs[type].need) if rooms[type] >= costs[type].need else 0
            rooms[type] -= spare
        left = spare
    rooms[BlockType.KNOWLEDGE] += left
    return rooms


def _warnings(blocks: Iterable[PlacedBlock]) -> Iterable[str]:
    for block in blocks:
        if block.cut:
            yield "project is over its budget and was cut at a paragraph"
        elif block.omitted and block.type in (BlockType.SYSTEM, BlockType.PROJECT, BlockType.TASK):
            yield f"{counted(block.omitted, 'item')} of {block.type} found no room"


def report(context: AssembledContext, first_line: str, *, debug: bool = False) -> str:
    """The tool's answer: first line with the size, what is missing, the text, and with `debug` the table."""
    lines = [f"{first_line} · {context.tokens:,} of {counted(context.budget.total, 'token')} ({encoding_of(context)})"]
    if context.missing:
        lines.append(f"Missing: {'; '.join(context.missing)}.")
    text = "\n".join(lines) + "\n\n" + context.text
    return text + "\n" + table(context) if debug else text


def encoding_of(context: AssembledContext) -> str:
    """The tokenizer's name, and whether its counts are exact."""
    return f"{context.encoding}, exact" if context.exact else "an estimate: this model's tokenizer isn't published"


def table(context: AssembledContext) -> str:
    """Tokens and budget of each block, the reserved tokens, and the warnings."""
    cells = [
        (
            one.type, one.tokens, one.budget, one.share, f"{len(one.items) + len(one.points)} of {one.offered}",
            one.omitted,
        )
        for one in context.blocks
    ]  # fmt: skip
    columns = ("block", "tokens", "budget", "by the table", "items", "left out")
    rows = [*Table(columns, tuple(tuple(map(str, row)) for row in cells)).markdown()]
    budget = context.budget
    rows.append(
        f"Kept free of {budget.window:,}: query {budget.query}, answer {budget.answer}, buffer {budget.buffer}."
    )
    rows += [f"Warning: {warning}." for warning in context.warnings]
    return "\n".join(rows)
