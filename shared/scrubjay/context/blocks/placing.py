"""Placement of a block's items: always a prefix, so that less room gives a prefix of what more room gives. Pure."""

from collections.abc import Callable, Sequence
from typing import Final

from scrubjay.context.blocks.markup import closing_tag, element, opening_tag
from scrubjay.context.blocks.model import BlockItem, BlockType, MemoryBlock, PlacedBlock
from scrubjay.model.frozen import dataclass, replace
from scrubjay.model.pattern import pattern

SUMMARY_PART: Final = 0.3
"""The summary's part of the history's room; the rest is for recent turns."""

MAX_POINTS: Final = 5
MAX_TOKEN: Final = 128
"""Characters; no supported encoding has a longer token. What can't fit isn't counted."""

_SCOPES: Final = ("user", "project", "global")
_PARAGRAPH: Final = pattern(r"\n[ \t]*\n\s*")

Count = Callable[[str], int]


@dataclass(frozen=True, slots=True)
class CostedItem:
    """A rendered item and its cost in tokens."""

    text: str
    cost: int


@dataclass(frozen=True, slots=True)
class CostedBlock:
    """A block whose items are counted as far as they could fit into some room.

    `need` is the cost of all of it, delimiters included; more than that room where it can't fit.
    """

    block: MemoryBlock
    items: tuple[CostedItem, ...]
    points: tuple[CostedItem, ...]
    frame: int
    need: int


def cost_block(block: MemoryBlock, count: Count, most: int, begun: CostedBlock | None = None) -> CostedBlock:
    """Count the items of a block in order, as far as they could fit into `most` tokens; continues `begun`, if given."""
    block = begun.block if begun else _ordered(block)
    frame = begun.frame if begun else count(opening_tag(block.type)) + count(closing_tag(block.type))
    points = _units(block.points, "point", count, most - frame, begun.points if begun else ())
    items = _units(block.items, "item", count, most - frame, begun.items if begun else ())
    if not block.items and not block.points:
        return CostedBlock(block, (), (), frame, 0)
    everything = len(points) == len(block.points) and len(items) == len(block.items)
    return CostedBlock(block, items, points, frame, frame + _sum(points) + _sum(items) if everything else most + 1)


def place_block(costs: CostedBlock, room: int, share: int, count: Count) -> PlacedBlock:
    """As much of a block as fits into `room` tokens."""
    block = costs.block
    points_room, items_room = _shared_room(costs, room - costs.frame)
    points, units = _fitting_prefix(costs.points, points_room), _fitting_prefix(costs.items, items_room)
    items, cut = block.items[: len(units)], False
    if block.type is BlockType.PROJECT and len(units) < len(block.items):
        begun, unit = _paragraphs(block.items[len(units)], items_room - _sum(units), count)
        if begun is not None:
            items, units, cut = (*items, begun), (*units, unit), True
    offered = len(block.items) + len(block.points)
    if not points and not items:
        return PlacedBlock(
            type=block.type, items=(), points=(), tokens=0, budget=room, share=share, offered=offered,
            left_out=block.items,
        )  # fmt: skip
    tokens = costs.frame + _sum(points) + _sum(units)
    text = "".join((opening_tag(block.type), *(unit.text for unit in (*points, *units)), closing_tag(block.type)))
    return PlacedBlock(
        type=block.type,
        items=items,
        points=block.points[: len(points)],
        tokens=tokens,
        budget=room,
        share=share,
        offered=offered,
        cut=cut,
        text=text,
        left_out=block.items[len(items) :],
    )


def drop_last(block: PlacedBlock) -> PlacedBlock:
    """A block without its last item or else its last point; as it is where nothing may be left out."""
    if block.items and not block.items[-1].required:
        less = replace(block, items=block.items[:-1], cut=False, left_out=(block.items[-1], *block.left_out))
    else:
        less = replace(block, points=block.points[:-1])
    return less if less == block else replace(less, text=_rendered(less))


def _rendered(block: PlacedBlock) -> str:
    if not block.items and not block.points:
        return ""
    lines = [*(element(point, "point") for point in block.points), *map(element, block.items)]
    return "".join((opening_tag(block.type), *lines, closing_tag(block.type)))


def _units(
    items: Sequence[BlockItem], name: str, count: Count, left: int, cached: tuple[CostedItem, ...]
) -> tuple[CostedItem, ...]:
    """The rendered items with their costs, up to the first that can't fit."""
    rendered = list(cached)
    left -= _sum(cached)
    for item in items[len(rendered) :]:
        if len(item.text) > MAX_TOKEN * max(left, 0):
            break
        text = element(item, name)
        if (cost := count(text)) > left:
            break
        left -= cost
        rendered.append(CostedItem(text, cost))
    return tuple(rendered)


def _sum(units: Sequence[CostedItem]) -> int:
    return sum([unit.cost for unit in units])


def _ordered(block: MemoryBlock) -> MemoryBlock:
    """The block by scope, where neither relevance nor time is the order; required items first."""
    if block.type in (BlockType.HISTORY, BlockType.KNOWLEDGE):
        return replace(block, points=block.points[:MAX_POINTS])
    ranks = {scope: n for n, scope in enumerate(_SCOPES)}
    items = sorted(block.items, key=lambda item: (not item.required, ranks.get(item.scope, len(ranks))))
    return MemoryBlock(block.type, tuple(items))


def _shared_room(costs: CostedBlock, inside: int) -> tuple[int, int]:
    """The room of points and of items; what one doesn't need goes to the other."""
    if not costs.block.points:
        return 0, inside
    points = int(inside * SUMMARY_PART)
    turns = inside - points
    complete = len(costs.points) == len(costs.block.points), len(costs.items) == len(costs.block.items)
    if complete[0] and _sum(costs.points) <= points:
        return points, inside - _sum(costs.points)
    if complete[1] and _sum(costs.items) <= turns:
        return inside - _sum(costs.items), turns
    return points, turns


def _fitting_prefix(units: Sequence[CostedItem], room: int) -> tuple[CostedItem, ...]:
    """The longest beginning of a list of items that fits into some room."""
    used = 0
    for number, unit in enumerate(units):
        used += unit.cost
        if used > room:
            return tuple(units[:number])
    return tuple(units)


def _paragraphs(item: BlockItem, room: int, count: Count) -> tuple[BlockItem | None, CostedItem]:
    """The longest prefix of an item's paragraphs that fits; None where not even one does."""
    best: tuple[BlockItem | None, CostedItem] = (None, CostedItem("", 0))
    full_text = item.text.strip()
    for border in _PARAGRAPH.finditer(full_text):
        begun = replace(item, text=full_text[: border.start()].rstrip())
        if len(begun.text) > MAX_TOKEN * max(room, 0):
            break
        text = element(begun, cut=True)
        if (cost := count(text)) > room:
            break
        best = begun, CostedItem(text, cost)
    return best
