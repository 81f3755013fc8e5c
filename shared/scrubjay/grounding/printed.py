"""Do lines that a machine printed, or a person typed, speak of a claim? Stricter than for a source's passage.

Who claims also chooses the lines. So a figure must stand in them beside a word that the claim has next to it, and the
heading (the command, the file) helps only lines that say something of the claim themselves. Lines that hold some of its
words, but less than half, speak of it where the model reads that they support it.
"""

import re
from decimal import Decimal
from itertools import pairwise
from typing import Final

from scrubjay.errors import ModelUnavailable
from scrubjay.grounding.binding import is_misbound
from scrubjay.grounding.blocks import Form
from scrubjay.grounding.differs import ends_otherwise, holds_another, is_off
from scrubjay.grounding.figures import NAMED, astray, is_bare
from scrubjay.grounding.passage import Passage
from scrubjay.grounding.speaks import Support, bears_on, lacking
from scrubjay.grounding.terms import Figure, contained_terms, figures, names, terms
from scrubjay.grounding.turning import is_turned
from scrubjay.observed.excerpt import Excerpt
from scrubjay.text.hexadecimal import COMMIT_IN_PROSE
from scrubjay.text.words import words

FEWEST: Final = 2
"""Content words of a claim that the lines hold, unless it has just one: a heading alone shows nothing."""

SUPPORTED: Final = 0.0
"""The model's score from which on lines that hold less than half of a claim's words speak of it: an even chance."""

_LINE: Final = re.compile(r"(\.\w+):\d+(?::\d+)?(?=[:\s)]|$)")
"""A place in a file, as compilers write it: its line counts nothing."""

_PORT: Final = re.compile(r"\b(\d+(?:\.\d+){3}):(?=\d)")
"""An address before its port: the port is a figure of its own."""

_MIXED: Final = re.compile(r"(?<![\w.-])(?=[A-Za-z]\w*\d)[A-Za-z]\w*(?![\w-])")
_CLOCK: Final = re.compile(r"\b(\d+)m(\d+(?:\.\d+)?)s\b")
_MINUTES: Final = re.compile(r"(?<![\w.])(\d+)m(?!\w)")
_GLUED: Final = re.compile(r"\b([a-z]+)(?=\d+\.\d+\.\d)")
"""A name before its version: go1.22.3."""

_COUNT: Final = re.compile(r"\A(\S+\.\w+):(?=\d+\Z)")
_THIS: Final = re.compile(r"\b(?:(?:on|in|at|for|from|of) )?this \w+", re.IGNORECASE)
"""Where the session is: no line says it."""

_DECIMAL: Final = re.compile(r"\d+\.\d+")
_ID: Final = re.compile(COMMIT_IN_PROSE)
"""A commit, or another thing's number in hex: no figure, but a name."""

_EMPTY: Final = re.compile(r"(?:[=<]|: ?)(?:none|null|nil|false)\b", re.IGNORECASE)
_BASE: Final = frozenset({"s", "B", "%"})
"""The units of a value that tells none, as programs print times, sizes and shares."""

_CONDITION: Final = re.compile(r"\b(?:if|when|where|while|unless|until|without)\b[^,;.]*", re.IGNORECASE)
"""What a statement holds under: it denies nothing of what it says."""

_SAYS_NO: Final = re.compile(
    r"\b(?:un|non|dis|mis|invalid)[a-z]{3,}|\bno\b|\b0\b|error|fail|refuse|denie|reject|missing", re.IGNORECASE
)


def speaks_of(excerpt: Excerpt, claim: str, support: Support | None = None) -> bool:
    """Whether an excerpt speaks of a claim, and lacks and turns round nothing of it.

    Where it holds less than half of the claim's words `support` reads both, unless the claim denies: words decide that.
    """
    request = claim
    lines = [_apart(line, claim) for line in excerpt.around or excerpt.quoted]
    around = "\n".join(lines)
    full = f"{excerpt.heading}\n{around}"
    claim = _in_their_terms(_THIS.sub(" ", _apart(claim, claim)), full, around)
    content = terms(claim).content
    own_lines = _without_names("\n".join(_apart(line, claim) for line in excerpt.quoted), claim)
    said_here = _without_names(around, claim)
    bare = is_bare(excerpt.quoted, excerpt.heading)
    if not contained_terms(content, own_lines) or not (
        bare or len(contained_terms(content, said_here)) >= min(FEWEST, len(content))
    ):
        return False
    most = 2 * len(contained_terms(content, full)) > len(content) or len(content) == 1
    by_words = most and bears_on(claim, full, full if bare else around)
    if not by_words and (support is None or _denies(claim)):
        return False
    if _lacking(claim, full) or _unknown(claim, full) or (_denies(claim) and not _says_no(full)):
        return False
    claim_text = _ID.sub(" ", _without_options(claim, excerpt.heading, around))
    absent = set(lacking(claim_text, around))
    if any(
        figure.written in absent or astray(figure, claim_text, lines, excerpt.heading) for figure in figures(claim_text)
    ):
        return False
    if is_misbound(claim, [_apart(line, claim) for line in excerpt.context] or lines, excerpt.heading) or is_off(
        claim, excerpt.quoted
    ):
        return False
    turned = any(is_turned(claim, line) for line in map(_values_left_out, excerpt.quoted))
    if turned or ends_otherwise(claim, excerpt.quoted) or holds_another(claim, excerpt.quoted):
        return False
    return by_words or (support is not None and _supports(support, request, excerpt))


def _supports(support: Support, claim: str, excerpt: Excerpt) -> bool:
    """Whether the model reads that lines support a claim; False where it can't be had."""
    lines = excerpt.around or excerpt.quoted
    heading = (excerpt.heading,) if excerpt.heading else ()
    passage = Passage(form=Form.CODE, lines=(1, len(lines)), text="\n".join(lines), heading=heading)
    try:
        return support(claim, passage) >= SUPPORTED
    except ModelUnavailable:
        return False


def _in_their_terms(claim: str, text: str, around: str) -> str:
    """A claim with its names as a text writes them, without the units that a bare value there doesn't tell, and with
    the figures that it rounds."""
    for name in names(claim):
        if name not in text and name.lower() in text:
            claim = claim.replace(name, name.lower())
    absent = lacking(claim, around)
    for figure in figures(claim):
        if figure.written in absent:
            value = figure.written.split()[0]
            exact = next((printed.written.split()[0] for printed in figures(around) if _rounds(figure, printed)), value)
            unit = "" if figure.unit in _BASE and exact == value else r"\2"
            claim = re.sub(rf"(?<![\w.])({re.escape(value)})([ -]{{0,6}}[%A-Za-z]+)", rf"{exact}{unit}", claim)
    return claim


def _rounds(figure: Figure, other: Figure) -> bool:
    """Whether a figure with decimals is another one of its unit, rounded."""
    decimals = len(figure.value.partition(".")[2])
    if not decimals or figure.unit != other.unit or not _DECIMAL.fullmatch(other.value):
        return False
    return _DECIMAL.fullmatch(figure.value) is not None and round(Decimal(other.value), decimals) == Decimal(
        figure.value
    )


def _lacking(claim: str, text: str) -> list[str]:
    """What a text lacks of a claim. A name of one word may be a part of an identifier: CSV in `test_csv`."""
    return [
        word
        for word in lacking(claim, text)
        if figures(word) or len(c := terms(word).content) != 1 or not contained_terms(c, text)
    ]


def _unknown(claim: str, text: str) -> bool:
    """Whether a claim has a word of letters and digits, `sha256`, or a commit, that a text doesn't have."""
    text_words = set(words(text.lower()))
    return not {word.lower() for word in (*_MIXED.findall(claim), *_ID.findall(claim))} <= text_words


def _denies(claim: str) -> bool:
    return bool(terms(_CONDITION.sub(" ", claim)).negations)


def _says_no(text: str) -> bool:
    """Whether a text denies something, or tells an error: one that denies must lean on it."""
    return bool(terms(text).negations or _SAYS_NO.search(text))


def _without_names(text: str, claim: str) -> str:
    """A text without the paths and dotted names in it that the claim doesn't name: their parts say nothing.

    A claim may name a file without its folder.
    """
    return NAMED.sub(lambda name: name[0] if name[0].rpartition("/")[2] in claim else " ", text)


def _values_left_out(line: str) -> str:
    """A line without the values of fields that would deny as words: `preload=none`, `<none>`."""
    return _EMPTY.sub("=", line)


def _apart(text: str, claim: str) -> str:
    """A text in one form: ports are figures of their own, minutes and seconds one, lines of files none.

    Such a line stays if the claim tells lines, or if it is all that stands behind a path: then it is a count.
    """
    text = _CLOCK.sub(
        lambda match: f"{60 * int(match[1]) + Decimal(match[2])}s", _PORT.sub(r"\1 ", _GLUED.sub(r"\1 ", text))
    )
    text = _COUNT.sub(r"\1 : ", _MINUTES.sub(r"\1 min", text))
    return text if "line" in claim.lower() else _LINE.sub(lambda line: line[0] if line[0] in claim else line[1], text)


def _without_options(claim: str, heading: str, around: str) -> str:
    """A claim without the options and assignments that the command has: their figures are its own.

    The claim has them as the command has, or in other words where a figure of its own stands in the lines as well.
    """
    heading_words = heading.split()
    pairs = [f"{option} {following}" for option, following in pairwise(heading_words) if option.startswith("-")]
    for text in (*pairs, *(word for word in heading_words if "=" in word)):
        if any(char.isdigit() for char in text):
            claim = re.sub(rf"(?<![\w-]){re.escape(text)}(?!\w)", " ", claim)
            name, _, value = text.replace("=", " ").partition(" ")
            if any(figure.value != value and not _lacking(figure.written, around) for figure in figures(claim)):
                word = re.escape(name.lstrip("-"))
                claim = re.sub(rf"\b(?:{re.escape(value)} {word}|{word} {re.escape(value)})\b", " ", claim)
    return claim
