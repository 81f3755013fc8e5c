"""Excerpts of hits, other people's words in quotation marks, and as many hits as fit a budget. Pure."""

from collections.abc import Callable, Collection, Sequence
from functools import cache, reduce
from operator import or_

from scrubjay.model.frozen import dataclass
from scrubjay.text.scripts import folded_text
from scrubjay.text.sentences import End, whole


def excerpt(text: str, words: Collection[str], characters: int) -> str:
    """At most about `characters` of a text: consecutive sentences or lines with the most words; "…" marks cuts.

    Of stretches with as many words the first one counts, so a text without any keeps its beginning.
    """
    if len(text) <= characters:
        return text
    pieces = [
        part
        for piece in whole(text, End.LINE)
        for part in ((piece,) if len(piece) <= characters else _slices(piece, characters))
    ]
    start, end = _best_run([len(piece) for piece in pieces], _word_bits(pieces, words), characters)
    cut = "".join(pieces[start:end]).strip("\n").rstrip()
    return f"{'… ' if start else ''}{cut}{' …' if end < len(pieces) else ''}"


def _best_run(sizes: Sequence[int], held: Sequence[int], room: int) -> tuple[int, int]:
    """The range of consecutive pieces that fits the room and holds the most words, given as bit masks."""
    best, most, reachable = (0, 0), -1, reduce(or_, held, 0).bit_count()
    end = used = 0
    for start in range(len(sizes)):
        while end < len(sizes) and used + sizes[end] <= room:
            used += sizes[end]
            end += 1
        found = reduce(or_, held[start:end], 0).bit_count()
        if found > most:
            best, most = (start, end), found
        if most == reachable:
            break
        used -= sizes[start]
    return best


def _word_bits(pieces: Sequence[str], words: Collection[str]) -> list[int]:
    """A bit mask for each piece: which of the words it contains."""
    lower = [piece.lower() if piece.isascii() else folded_text(piece) for piece in pieces]
    held = [0] * len(pieces)
    for bit, word in enumerate(words):
        held = [found | (word in piece) << bit for found, piece in zip(held, lower, strict=True)]
    return held


def _slices(piece: str, size: int) -> list[str]:
    """A text cut into pieces of one size."""
    return [piece[start : start + size] for start in range(0, len(piece), size)]


Costs = Callable[[str], int]
"""The tokens of a text, with those between it and the next one."""

SET_ASIDE = 300
"""Tokens that memories have before documents are filled, as far as they need them."""


@dataclass(frozen=True, slots=True)
class HitBlock:
    """The forms in which a hit may be shown: `whole`, shorter in `brief`, and `least`, the shortest.

    `key` names it; it is not shown without all that `needs` names.
    """

    key: str
    whole: str
    brief: str
    least: str
    needs: frozenset[str] = frozenset()


def fitting_forms(
    first: Sequence[HitBlock], memories: Sequence[HitBlock], budget: int, costs: Costs, at_length: int
) -> tuple[list[str], list[str]]:
    """The forms of documents and of memories that fit a budget of tokens, documents first.

    At most the first `at_length` documents are shown whole: the rest says where to read on.
    The room that is set aside grows slower than the budget: a smaller one shows no other hits.
    """
    costs = cache(costs)
    aside = min(SET_ASIDE, budget // 2, sum(costs(block.whole) for block in memories)) if first else 0
    shown = fitting(first, budget - aside, costs, at_length)
    left = budget - sum(map(costs, shown))
    return shown, fitting(_with_needs(memories), left, costs, len(memories))


def fitting(blocks: Sequence[HitBlock], budget: int, costs: Costs, at_length: int) -> list[str]:
    """The first blocks that fit, in brief, the last one perhaps as least; then as many as fit whole."""
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
    for place, block in enumerate(blocks[: min(len(shown), at_length)]):
        more = costs(block.whole) - costs(shown[place])
        if more <= left:
            shown[place] = block.whole
            left -= more
    return shown


def _with_needs(blocks: Sequence[HitBlock]) -> list[HitBlock]:
    """The blocks in order, without those that need a block that doesn't come before them."""
    kept: list[HitBlock] = []
    there: set[str] = set()
    for block in blocks:
        if block.needs <= there:
            kept.append(block)
            there.add(block.key)
    return kept


def in_quotes(text: str, most: int) -> str:
    """A text on one line in double quotation marks, with at most `most` of its characters."""
    flat = " ".join(text.split()).replace('"', "'")
    return f'"{flat if len(flat) <= most else f"{flat[:most].rstrip()}…"}"'
