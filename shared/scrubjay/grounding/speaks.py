"""The test *Speaks of it*: is a passage about what a claim says, and what of the claim does it lack?"""

import re
from collections.abc import Callable

from scrubjay.grounding.passage import Passage
from scrubjay.grounding.terms import (
    Figure,
    Terms,
    contained_terms,
    figures,
    free_units,
    limits,
    may_hold,
    names,
    negations,
    refusals,
    terms,
    with_one,
)
from scrubjay.text.words import Word
from scrubjay.text.words import words as split_words

Support = Callable[[str, Passage], float]
"""How far a passage supports a claim, as log-odds; the model's. May raise ModelUnavailable."""

SHARE = 0.5
"""Of the claim's content words that a passage holds."""

FEWEST = 2
"""Content words that they must share, unless the claim has just one: half of two is a word."""

OWN = 0.3
"""Of them that stand in its own words: headings and the lead of a list speak of nothing by themselves."""


def share_of(claim: str, text: str) -> float:
    """The share of a claim's content words that a text holds; 0 for a claim without any."""
    claim_words = terms(claim).content
    return len(contained_terms(claim_words, text)) / len(claim_words) if claim_words else 0.0


def bears_on(claim: str, around: str, text: str) -> bool:
    """Whether a text speaks of a claim by its words; `around` is the text with what it is read with."""
    content = terms(claim).content
    if may_hold(content, around) < SHARE:
        return False
    shared = contained_terms(content, around)
    enough = len(shared) >= max(SHARE * len(content), min(FEWEST, len(content)))
    return bool(shared) and enough and share_of(claim, text) >= OWN


def lacking(claim: str, text: str, path: str = "") -> tuple[str, ...]:
    """The figures, units and names of a claim that a text doesn't hold, as the claim writes them.

    The `path` of its file may hold a name.
    """
    text_terms, named = terms(with_one(text)), f"{text}\n{path}"
    absent = [figure.written for figure in terms(claim).figures if not _has(figure, text_terms)]
    unnamed = (name for name in names(claim) if not _names(name.lower(), named.lower()) and not _spells(name, named))
    return tuple(
        dict.fromkeys(
            [*absent, *_unlimited(claim, text), *_other_units(claim, text_terms), *unnamed, *_unlisted(claim, text)]
        )
    )


def _unlimited(claim: str, text: str) -> list[str]:
    """The "only" of a claim without figures where a text limits, denies and refuses nothing."""
    bounded = figures(claim) or limits(text) or negations(text) or refusals(text)
    return [] if bounded or "only" not in limits(claim) else ["only"]


def _unlisted(claim: str, text: str) -> list[str]:
    """The items of a list in a claim that a text lacks which holds more of them: "a, b and d" for "a, b and c"."""
    items = [word for match in _LIST.finditer(claim) for word in _ITEM.findall(match.group().rstrip("."))]
    absent = [word for word in items if not share_of(word, text) and terms(word).content]
    return absent if len(items) - len(absent) > len(absent) else []


def _other_units(claim: str, text_terms: Terms) -> list[str]:
    """The units that a claim measures in, without a figure, where a text has another."""
    spans = {word.lower() for word in _SPAN.findall(claim)}
    measured = {
        form: word
        for form, word in free_units(claim)
        if len(word) > LONGEST_SHORT - 1 and (word.endswith("s") or word.lower() in spans)
    }
    amounts = {figure.amount for figure in text_terms.figures}
    equal = {
        figure.unit for word in spans for figure in figures(f"1 {word}") if figure.amount in amounts
    }  # "a week" is 7 days
    measured = {form: word for form, word in measured.items() if form not in equal}
    used = text_terms.units | {figure.unit for figure in text_terms.figures if figure.unit}
    return [word for form, word in measured.items() if form not in used] if used - measured.keys() else []


LONGEST_SHORT = 4
"""Letters of a unit's short form: longer ones are the plural of its name."""


def astray(claim: str, code: str) -> tuple[str, ...]:
    """The figures of a claim that in code stand only on lines that say nothing else of it: another name's."""
    claim_terms, lines = terms(claim), [(terms(line), line) for line in code.split("\n")]
    content = claim_terms.content - {figure.value for figure in claim_terms.figures}
    return tuple(
        figure.written
        for figure in claim_terms.figures
        if (lines_with := [line for line_terms, line in lines if _has(figure, line_terms)])
        and not any(contained_terms(content, line) for line in lines_with)
    )


def in_line(claim: str, above: str, code: str) -> bool:
    """Whether two neighbouring lines of code, read below what stands `above`, share enough with a claim."""
    lines = code.split("\n")
    return any(share_of(claim, "\n".join((above, *lines[row : row + 2]))) >= SHARE for row in range(len(lines)))


def _has(figure: Figure, text_terms: Terms) -> bool:
    for other in text_terms.figures:
        equal = figure.value == (other.value.removesuffix(".0") if figure.unit else other.value)
        united = figure.unit in (other.unit, "") or (not other.unit and figure.unit in text_terms.units)
        signed = not figure.sign or other.sign in (figure.sign, "")
        if signed and (
            other.amount == figure.amount or other.value.startswith(f"{figure.value}-") or (equal and united)
        ):
            return True
    return False


def _names(name: str, low: str) -> bool:
    """Whether a lower-case text holds a name: as it stands, without a plural's s, or all parts of a dotted one."""
    parts = re.split(r"\.|::|#", name)
    if _whole(name, low) or _whole(name.removesuffix("'s").removesuffix("s"), low):
        return True
    return len(parts) > 1 and all(_whole(part, low) for part in parts if part)


def _spells(name: str, text: str) -> bool:
    """Whether a text writes a name in another way: "pull request" for PR, K8s for Kubernetes, its parts in a row."""
    low = text.lower()
    if _is_numeronym(name, text):
        return True
    parts = [part.lower() for part in split_words(name, Word.LEARNT_PARTS)]
    if len(parts) > 1 and re.search(r"(?<![a-z])" + r"[\W_]{0,2}".join(map(re.escape, parts)), low):
        return True
    if not (name.isascii() and name.removesuffix("s").isupper() and name.isalpha() and 2 <= len(name) <= 6):
        return False
    return bool(re.search(r"\b" + r"[\s-]+".join(rf"{letter}[a-z]+" for letter in name.removesuffix("s").lower()), low))


_SPAN = re.compile(r"(?i)(?<!of )\b(?:an?|one|per|every|each)\s+(?!second\b)([a-z]{3,})")
_LIST = re.compile(r"(?:[\w./-]+,(?: [\w./-]+){0,2} ?)+(?:,? ?\b(?:and|or)) [\w./-]+")
_ITEM = re.compile(r"[\w./-]+(?=,)|[\w./-]+(?= (?:and|or) )|(?<=and )[\w./-]+|(?<=or )[\w./-]+")
_NUMERONYM = re.compile(r"(?<!\w)([A-Za-z])(\d{1,2})([a-z])(?!\w)")


def _is_numeronym(name: str, text: str) -> bool:
    """Whether a text has a name's first and last letter with the count of those between, or the name has another's."""
    for short, words in ((text, [name]), (name, _letters(text))):
        shapes = {(a.lower(), int(count), z) for a, count, z in _NUMERONYM.findall(short)}
        if shapes and any((x[0].lower(), len(x) - 2, x[-1].lower()) in shapes for x in words if x):
            return True
    return False


def _letters(text: str) -> list[str]:
    return [word for word in split_words(text) if word.isascii() and word.isalpha()]


def _whole(name: str, low: str) -> bool:
    return bool(name) and re.search(rf"(?<!\w){re.escape(name)}(?:s|'s)?(?!\w)", low) is not None
