"""Which part of a passage answers the question? The stretch that holds most of its words."""

from collections import Counter
from collections.abc import Collection, Sequence

from scrubjay.text.sentences import End, whole


def excerpt(text: str, words: Collection[str], characters: int) -> str:
    """At most about `characters` of a text: whole sentences or lines that stand together, "…" where others were.

    Of stretches with as many words the first one counts, so a text without any keeps its beginning.
    """
    if len(text) <= characters:
        return text
    pieces = [part for piece in whole(text, End.LINE) for part in _slices(piece, characters)]
    start, end = _best([len(piece) for piece in pieces], [_held(piece, words) for piece in pieces], characters)
    cut = "".join(pieces[start:end]).strip("\n").rstrip()
    return f"{'… ' if start else ''}{cut}{' …' if end < len(pieces) else ''}"


def _best(sizes: Sequence[int], held: Sequence[frozenset[str]], room: int) -> tuple[int, int]:
    """The pieces from..to that fit the room and hold the most words; each piece fits alone."""
    best, most = (0, 0), -1
    end = used = 0
    inside: Counter[str] = Counter()
    for start in range(len(sizes)):
        while end < len(sizes) and used + sizes[end] <= room:
            used += sizes[end]
            inside.update(held[end])
            end += 1
        found = sum(count > 0 for count in inside.values())
        if found > most:
            best, most = (start, end), found
        used -= sizes[start]
        inside.subtract(held[start])
    return best


def _held(piece: str, words: Collection[str]) -> frozenset[str]:
    lower = piece.lower()
    return frozenset(word for word in words if word in lower)


def _slices(piece: str, size: int) -> list[str]:
    return [piece[start : start + size] for start in range(0, len(piece), size)]
