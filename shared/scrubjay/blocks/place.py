"""Which items of a block find room? Always the first ones: a smaller room gives a prefix of a larger one's. Pure."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from scrubjay.blocks.markup import closing, element, opening
from scrubjay.blocks.model import BlockItem, BlockType, MemoryBlock, PlacedBlock

SUMMARY_PART: Final = 0.3
"""Of the history's room for the summary; the rest is for recent turns (design, context.md)."""

MOST_POINTS: Final = 5
LONGEST_TOKEN: Final = 128
"""Characters; no encoding offered has a longer one. What can't fit isn't counted."""

_SCOPES: Final = ("user", "project", "global")
_PARAGRAPH: Final = re.compile(r"\n[ \t]*\n\s*")

Count = Callable[[str], int]


@dataclass(frozen=True, slots=True)
class Costed:
    """A block whose items are counted as far as they could ever fit.

    `need` is what all of it takes, delimiters included, and more than there is where it can't fit.
    """

    block: MemoryBlock
    items: tuple[int, ...]
    points: tuple[int, ...]
    frame: int
    need: int


def costed(block: MemoryBlock, count: Count, most: int) -> Costed:
    """Count the items of a block in their order, as far as they could fit into `most` tokens."""
    block = _ordered(block)
    frame = count(opening(block.type)) + count(closing(block.type))
    points, items = (_costs(some, name, count, most - frame) for some, name in _named(block))
    if not block.items and not block.points:
        return Costed(block, (), (), frame, 0)
    everything = len(points) == len(block.points) and len(items) == len(block.items)
    need = frame + sum(points) + sum(items) if everything else most + 1
    return Costed(block, items, points, frame, need)


def placed(costs: Costed, room: int, share: int, count: Count) -> PlacedBlock:
    """As much of a block as fits into `room` tokens."""
    block = costs.block
    inside = room - costs.frame
    points, turns = _rooms(costs, inside)
    few, used_points = _first(costs.points, points)
    some, used = _first(costs.items, turns)
    items, cut = block.items[:some], False
    if block.type is BlockType.PROJECT and some < len(block.items):
        begun, cost = _paragraphs(block.items[some], turns - used, count)
        if begun is not None:
            items, used, cut = (*items, begun), used + cost, True
    offered = len(block.items) + len(block.points)
    if not few and not items:
        return PlacedBlock(block.type, (), (), 0, room, share, offered)
    tokens = costs.frame + used_points + used
    return PlacedBlock(block.type, items, block.points[:few], tokens, room, share, offered, cut)


def shorter(block: PlacedBlock) -> PlacedBlock:
    """A block without its last item or else its last point; as it is where nothing may be left out."""
    if block.items and not block.items[-1].required:
        return replace(block, items=block.items[:-1], cut=False)
    return replace(block, points=block.points[:-1])


def rendered(block: PlacedBlock) -> str:
    """The block as text; empty where nothing found room."""
    if not block.items and not block.points:
        return ""
    last = len(block.items) - 1
    lines = [
        *(element(point, "point") for point in block.points),
        *(element(item, cut=block.cut and n == last) for n, item in enumerate(block.items)),
    ]
    return "".join((opening(block.type), *lines, closing(block.type)))


def _named(block: MemoryBlock) -> tuple[tuple[Sequence[BlockItem], str], tuple[Sequence[BlockItem], str]]:
    return (block.points, "point"), (block.items, "item")


def _costs(items: Sequence[BlockItem], name: str, count: Count, left: int) -> tuple[int, ...]:
    """What each item costs, up to the first that can't fit."""
    found: list[int] = []
    for item in items:
        if len(item.text) > LONGEST_TOKEN * left or (cost := count(element(item, name))) > left:
            break
        left -= cost
        found.append(cost)
    return tuple(found)


def _ordered(block: MemoryBlock) -> MemoryBlock:
    """By scope, where relevance or time isn't the order; what is required first."""
    if block.type in (BlockType.HISTORY, BlockType.KNOWLEDGE):
        return replace(block, points=block.points[:MOST_POINTS])
    known = {scope: n for n, scope in enumerate(_SCOPES)}
    items = sorted(block.items, key=lambda item: (not item.required, known.get(item.scope, len(known))))
    return MemoryBlock(block.type, tuple(items))


def _rooms(costs: Costed, inside: int) -> tuple[int, int]:
    """The room of points and of items. What one of them doesn't need goes to the other."""
    if not costs.block.points:
        return 0, inside
    points = int(inside * SUMMARY_PART)
    turns = inside - points
    complete = len(costs.points) == len(costs.block.points), len(costs.items) == len(costs.block.items)
    if complete[0] and sum(costs.points) <= points:
        return points, inside - sum(costs.points)
    if complete[1] and sum(costs.items) <= turns:
        return inside - sum(costs.items), turns
    return points, turns


def _first(costs: Sequence[int], room: int) -> tuple[int, int]:
    """How many of the first fit, and what they take."""
    used = 0
    for number, cost in enumerate(costs):
        if used + cost > room:
            return number, used
        used += cost
    return len(costs), used


def _paragraphs(item: BlockItem, room: int, count: Count) -> tuple[BlockItem | None, int]:
    """The first paragraphs of an item, as many as fit one after the other; None where not even one does."""
    best: tuple[BlockItem | None, int] = (None, 0)
    for border in _PARAGRAPH.finditer(item.text.strip()):
        begun = replace(item, text=item.text.strip()[: border.start()].rstrip())
        if len(begun.text) > LONGEST_TOKEN * max(room, 0):
            break
        cost = count(element(begun, cut=True))
        if cost > room:
            break
        best = begun, cost
    return best
