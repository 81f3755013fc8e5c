"""Do lines say of a thing what a claim doesn't: that it failed, or another word in a place? Pure."""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from scrubjay.grounding.terms import contained_terms, negations, terms
from scrubjay.text.stop_words import STOP_WORDS

_NONE: Final = re.compile(r"\b(?:0|no|without)\s+\w+|\b\w+[:=]\s?0\b(?![.,]\d)", re.IGNORECASE)
"""A count of none says nothing of how a thing ended."""

_ENDS: Final = {
    "well": re.compile(r"\b(?:pass(?:e[sd])?|succeed(?:s|ed)?|works?|worked|ok|green)\b", re.IGNORECASE),
    "badly": re.compile(r"\b(?:fail(?:s|ed|ures?)?|errors?|errored|broken|red)\b|[A-Z]\w+Error\b", re.IGNORECASE),
}
_FIELD: Final = re.compile(
    r"(?P<key>[A-Za-z_][\w.-]*)[\"']?(?:\s*:\s*\w+(?=\s*=))?\s*[=:]\s*[\"']?(?:(?P<off>false|no|off|none|null|nil|disabled)\b|\w)",
    re.IGNORECASE,
)
_OFF: Final = re.compile(
    r"\b(?:off|false|none|null|nil|no|disabled?|disables|optional|empty|unset|without|unless)\b", re.I
)
_MARKS: Final = "\"'`.,;:!?()[]{}"


def ends_otherwise(claim: str, lines: Iterable[str]) -> bool:
    """Whether what lines tell of how things ended is only the other of what a claim tells."""
    claim_ends, line_ends = _ends(claim), frozenset[str]().union(*map(_ends, lines))
    return len(claim_ends) == 1 and len(line_ends) == 1 and claim_ends != line_ends


def _ends(text: str) -> frozenset[str]:
    text = _NONE.sub(" ", text)
    return frozenset(name for name, words in _ENDS.items() if words.search(text))


def is_off(claim: str, lines: Iterable[str]) -> bool:
    """Whether a claim affirms what lines only give as off: "it overwrites" of `overwrite=False`."""
    if negations(claim) or _OFF.search(claim):
        return False
    states: dict[frozenset[str], set[bool]] = {}
    for field in (field for line in lines for field in _FIELD.finditer(line)):
        states.setdefault(terms(field["key"].replace(".", " ")).content, set()).add(bool(field["off"]))
    return any(key and contained_terms(key, claim) == key and offs == {True} for key, offs in states.items())


def holds_another(claim: str, lines: Iterable[str]) -> bool:
    """Whether lines have another word where a claim has one that they lack: among the same three words of both.

    "calculating a suggested facet" isn't told by "calculating a requested facet".
    """
    claim_places = {place: word for place, word in _in_their_places(claim) if word not in STOP_WORDS}
    text = "\n".join(lines)
    text_words = {*_words(text)}
    return any(
        claim_places.get(place, word) not in text_words
        for place, word in _in_their_places(text)
        if word not in STOP_WORDS
    )


def _in_their_places(text: str) -> Iterator[tuple[tuple[str, ...], str]]:
    """Each word of prose with the two before it and the one behind, or the one before it and the two behind."""
    for first, second, third, fourth in zip(words := _words(text), words[1:], words[2:], words[3:], strict=False):
        if f"{first}{second}{third}{fourth}".isalpha():
            yield (first, second, "", fourth), third
            yield (first, "", third, fourth), second


def _words(text: str) -> list[str]:
    return [word.strip(_MARKS) for word in text.lower().split()]
