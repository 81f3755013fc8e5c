"""What of an answer fits its budget? As many hits as can be, the first ones at length, and a part kept apart. Pure."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache

Costs = Callable[[str], int]
"""The tokens of a text, with those between it and the next one."""

SHARE = 4
"""What follows apart has one in so many of the tokens, as far as it needs them."""


@dataclass(frozen=True, slots=True)
class HitBlock:
    """A hit as it may be shown: `whole`; in `brief`, so that others have room; by the `least` that tells of it.

    `key` names it; it is not shown without all that `needs` names.
    """

    key: str
    whole: str
    brief: str
    least: str
    needs: frozenset[str] = frozenset()


def fit(first: Sequence[HitBlock], apart: Sequence[HitBlock], budget: int, costs: Costs) -> tuple[list[str], list[str]]:
    """The forms that are shown of the first blocks, and of those that follow apart, within a budget of tokens.

    The room that is kept for what follows grows slower than the budget: a smaller one shows no other hits.
    """
    costs = cache(costs)
    kept = min(budget // SHARE, sum(costs(block.brief) for block in apart)) if first else 0
    shown = fitting(first, budget - kept, costs)
    left = budget - sum(map(costs, shown))
    return shown, fitting(_with_needs(apart, {block.key for block in first[: len(shown)]}), left, costs)


def fitting(blocks: Sequence[HitBlock], budget: int, costs: Costs) -> list[str]:
    """The first blocks that fit in brief, the last one perhaps by its least; then as many whole as can be, in order."""
    shown: list[str] = []
    left = budget
    for block in blocks:
        form = block.brief if costs(block.brief) <= left else block.least
        if costs(form) > left:
            break
        shown.append(form)
        left -= costs(form)
        if form != block.brief:
            break
    for place, block in enumerate(blocks[: len(shown)]):
        more = costs(block.whole) - costs(shown[place])
        if more <= left:
            shown[place] = block.whole
            left -= more
    return shown


def _with_needs(blocks: Sequence[HitBlock], there: set[str]) -> list[HitBlock]:
    """Those blocks of which all that they need is there, or stands before them."""
    kept = []
    for block in blocks:
        if block.needs <= there:
            kept.append(block)
            there.add(block.key)
    return kept
