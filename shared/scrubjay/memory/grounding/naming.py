"""What a memory names that the words shown beside it don't: figures, versions, identifiers, names. Pure."""

import re
from collections.abc import Collection, Iterable, Sequence

from scrubjay.memory.grounding.tables import units
from scrubjay.memory.grounding.terms import Figure, figures, free_units, names, with_one
from scrubjay.text.sentences import split
from scrubjay.text.words import Word, words

CAPITALS = 0.4
"""Share of capitalised words behind a sentence's first from which on a language capitalises its nouns."""

_PARTS = re.compile(r"\.|::|#|/")
_MARKED = re.compile(r"[\d_./]|::|\w\(\)|(?<=[^\W\d])[A-Z]")
"""What makes a token a name: a digit, an underscore, a dot, a slash or an inner capital."""


def unnamed(claim: str, *shown: str, known: Iterable[str] = ()) -> tuple[str, ...]:
    """The figures and names of a claim that none of the shown texts holds, as the claim writes them.

    1.25 names 1.25.0, three is 3; a plain word with a capital is a name unless the language capitalises its nouns.
    `known` are names that need no naming, such as the project's own.
    """
    text = "\n".join(shown)
    counted, low = with_one(text), text.lower()
    present, units_alone = figures(counted), {form for form, _ in free_units(counted)}
    absent = [figure.written for figure in figures(claim) if not _has(figure, present, units_alone)]
    free = {name.lower() for name in known}
    wanted = (name for name in names(claim) if name.lower() not in free and name not in units() and not figures(name))
    if _capitalises_nouns(claim):
        wanted = (name for name in wanted if _MARKED.search(name) or f"`{name}" in claim)
    return tuple(dict.fromkeys([*absent, *(name for name in wanted if not _names(name, text, low))]))


def _capitalises_nouns(text: str) -> bool:
    later = [word for sentence in split(text) for word in words(sentence, Word.TITLED)[1:]]
    return len(later) > 3 and sum(word[:1].isupper() for word in later) >= CAPITALS * len(later)


def _has(figure: Figure, shown: Sequence[Figure], units_alone: Collection[str]) -> bool:
    """Whether a text holds a figure in any form: as an amount, or as the beginning of a version."""
    for other in shown:
        same_unit = figure.unit in (other.unit, "") or (not other.unit and figure.unit in units_alone)
        value = other.value.removesuffix(".0") if figure.unit else other.value
        begins = f"{figure.value}." in f"{other.value}." and other.value.startswith(figure.value)
        versioned = "." in figure.value and begins
        if other.amount == figure.amount or (same_unit and (value == figure.value or versioned)):
            return True
        if other.value.startswith(f"{figure.value}-"):
            return True
    return False


def _names(name: str, text: str, low: str) -> bool:
    """Whether a text holds a name: as it stands, without a plural's s, in its parts, or spelt out."""
    bare = name.lower().removesuffix("()")
    if _whole(bare, low) or _whole(bare.removesuffix("'s").removesuffix("s"), low):
        return True
    parts = [part for part in _PARTS.split(bare) if part]
    if len(parts) > 1 and all(_whole(part, low) for part in parts):
        return True
    pieces = [piece.lower() for piece in words(name, Word.LEARNT_PARTS)]
    if len(pieces) > 1 and re.search(r"(?<![a-z])" + r"[\W_]{0,2}".join(map(re.escape, pieces)), low):
        return True
    short = name.removesuffix("s")
    if not (short.isascii() and short.isupper() and short.isalpha() and 2 <= len(short) <= 6):
        return False
    return bool(re.search(r"\b" + r"[\s-]+".join(rf"{letter}[a-z]+" for letter in short.lower()), low))


def _whole(name: str, low: str) -> bool:
    return bool(name) and re.search(rf"(?<!\w){re.escape(name)}(?:s|'s)?(?!\w)", low) is not None
