"""Do lines that a machine printed, or a person typed, speak of a claim? Stricter than for a source's passage.

Who claims also chooses the lines. So a figure must stand in them beside a word that the claim has next to it, and the
heading (the command, the file) helps only lines that say something of the claim themselves.
"""

import re
from itertools import pairwise
from typing import Final

from scrubjay.grounding.figures import NAMED, astray
from scrubjay.grounding.speaks import bears_on, lacking
from scrubjay.grounding.terms import figures, held, terms
from scrubjay.grounding.turning import is_turned
from scrubjay.observed.excerpt import Excerpt

FEWEST: Final = 2
"""Content words of a claim that the lines hold, unless it has just one: a heading alone shows nothing."""

_LINE: Final = re.compile(r"(\.\w+):\d+(?::\d+)?(?=[:\s)]|$)")
"""A place in a file, as compilers write it: its line counts nothing."""

_PORT: Final = re.compile(r"\b(\d+(?:\.\d+){3}):(?=\d)")
"""An address before its port: the port is a figure of its own."""

_MIXED: Final = re.compile(r"(?<![\w.-])(?=[A-Za-z]\w*\d)[A-Za-z]\w*(?![\w-])")
_CONDITIONS: Final = frozenset({"without"})
_SAYS_NO: Final = re.compile(
    r"\b(?:un|non|dis|mis|invalid)[a-z]{3,}|\bno\b|\b0\b|error|fail|refuse|denie|reject|missing", re.IGNORECASE
)


def speaks_of(excerpt: Excerpt, claim: str) -> bool:
    """Whether an excerpt speaks of a claim, and lacks and turns round nothing of it."""
    claim, lines = _apart(claim, claim), [_apart(line, claim) for line in excerpt.around or excerpt.own]
    around = "\n".join(lines)
    full = f"{excerpt.heading}\n{around}"
    content = terms(claim).content
    own, said_here = (_without_names("\n".join(some), claim) for some in (excerpt.own, lines))
    if not held(content, own) or len(held(content, said_here)) < min(FEWEST, len(content)):
        return False
    if not bears_on(claim, full, around) or 2 * len(held(content, full)) <= len(content) > 1:
        return False
    if lacking(claim, full) or _unknown(claim, full) or (_denies(claim) and not _says_no(full)):
        return False
    said = _without_options(claim, excerpt.heading)
    absent = set(lacking(said, around))
    if any(one.written in absent or astray(one, said, lines, excerpt.heading) for one in figures(said)):
        return False
    return not any(is_turned(claim, line) for line in excerpt.own)


def _unknown(claim: str, text: str) -> bool:
    """Whether a claim has a word of letters and digits, `sha256`, that a text doesn't have."""
    there = set(re.findall(r"\w+", text.lower()))
    return not {word.lower() for word in _MIXED.findall(claim)} <= there


def _denies(claim: str) -> bool:
    return bool(terms(claim).negations - _CONDITIONS)


def _says_no(text: str) -> bool:
    """Whether a text denies something, or tells an error: one that denies must lean on it."""
    return bool(terms(text).negations or _SAYS_NO.search(text))


def _without_names(text: str, claim: str) -> str:
    """A text without the paths and dotted names in it that the claim doesn't name: their parts say nothing."""
    return NAMED.sub(lambda name: name.group() if name.group() in claim else " ", text)


def _apart(text: str, claim: str) -> str:
    """A text in which ports are figures of their own, and lines of files none unless the claim tells them."""
    text = _PORT.sub(r"\1 ", text)
    return text if "line" in claim.lower() else _LINE.sub(lambda line: line[0] if line[0] in claim else line[1], text)


def _without_options(claim: str, heading: str) -> str:
    """A claim without the options and assignments that it gives as the command has them: their figures are its own."""
    given = heading.split()
    pairs = [f"{one} {two}" for one, two in pairwise(given) if one.startswith("-")]
    for text in (*pairs, *(word for word in given if "=" in word)):
        if any(char.isdigit() for char in text):
            claim = re.sub(rf"(?<![\w-]){re.escape(text)}(?!\w)", " ", claim)
    return claim
