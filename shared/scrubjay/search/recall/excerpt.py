"""Which part of a passage answers the question? The stretch that holds most of its words."""

from collections.abc import Collection, Sequence
from functools import reduce
from operator import or_

from scrubjay.text.scripts import folded
from scrubjay.text.sentences import End, whole


def excerpt(text: str, words: Collection[str], characters: int) -> str:
    """At most about `characters` of a text: whole sentences or lines that stand together, "…" where others were.

    Of stretches with as many words the first one counts, so a text without any keeps its beginning.
    """
    if len(text) <= characters:
        return text
    pieces = [part for piece in whole(text, End.LINE) for part in _slices(piece, characters)]
    told = sorted(words)
    start, end = _best([len(piece) for piece in pieces], [_held(piece, told) for piece in pieces], characters)
    cut = "".join(pieces[start:end]).strip("\n").rstrip()
    return f"{'… ' if start else ''}{cut}{' …' if end < len(pieces) else ''}"


def _best(sizes: Sequence[int], held: Sequence[int], room: int) -> tuple[int, int]:
    """The pieces from..to that fit the room and hold the most words, given as bits; each piece fits alone."""
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


def _held(piece: str, words: Sequence[str]) -> int:
    """A bit for each word that a piece holds."""
    lower = folded(piece)
    return sum(1 << place for place, word in enumerate(words) if word in lower)


def _slices(piece: str, size: int) -> list[str]:
    return [piece[start : start + size] for start in range(0, len(piece), size)]
