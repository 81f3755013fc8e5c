"""The test *Speaks of it*: is a passage about what a claim says, and what of the claim does it lack?"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from scrubjay.grounding.sentences import clauses
from scrubjay.grounding.terms import (
    Figure,
    Terms,
    free_units,
    held,
    limited,
    limits,
    may_hold,
    names,
    opposites,
    refusals,
    terms,
)

Cosines = Callable[[str, Sequence[str]], Sequence[float]]
"""The cosines of a claim with some texts, -1 to 1; the model's. May raise ModelUnavailable."""

SHARE = 0.5
"""Of the claim's content words that a passage holds."""

FEWEST = 2
"""Content words that they must share, unless the claim has just one: half of two is a word."""

OWN = 0.3
"""Of them that stand in its own words: headings and the lead of a list speak of nothing by themselves."""

TURNED = 0.8
"""Of them that a sentence says: if only one of both has a negation, it says the opposite."""

_SOLE = frozenset({"only", "except"})
"""Limits that say what isn't."""

COSINE = 0.65
"""From which on a passage speaks of a claim in other words. Measured: decision 0040."""


@dataclass(frozen=True, slots=True)
class Speech:
    """How far a text speaks of a claim: the share of its content words, what it lacks, and a negation that differs."""

    share: float
    lacks: tuple[str, ...] = ()
    differs: str = ""


def share_of(claim: str, text: str) -> float:
    """The share of a claim's content words that a text holds; 0 for a claim without any."""
    wanted = terms(claim).content
    return len(held(wanted, text)) / len(wanted) if wanted else 0.0


def bears_on(claim: str, around: str, text: str) -> bool:
    """Whether a text speaks of a claim by its words; `around` is the text with what it is read with."""
    content = terms(claim).content
    if may_hold(content, around) < SHARE:
        return False
    shared = held(content, around)
    enough = len(shared) >= max(SHARE * len(content), min(FEWEST, len(content)))
    return bool(shared) and enough and share_of(claim, text) >= OWN


def speech(claim: str, text: str, sentence: str, path: str = "") -> Speech:
    """How a text, headings included, speaks of a claim; the negation is compared with its nearest sentence's."""
    return Speech(share_of(claim, text), lacking(claim, text, path), differing(claim, sentence))


def lacking(claim: str, text: str, path: str = "") -> tuple[str, ...]:
    """The figures, units and names of a claim that a text doesn't hold, as the claim writes them.

    The `path` of its file may hold a name.
    """
    there, named = terms(text), f"{text}\n{path}"
    absent = [one.written for one in terms(claim).figures if not _has(one, there)]
    unnamed = (name for name in names(claim) if not _names(name.lower(), named.lower()) and not _spells(name, named))
    return tuple(dict.fromkeys([*absent, *_other_units(claim, there), *unnamed, *_unlisted(claim, text)]))


def _unlisted(claim: str, text: str) -> list[str]:
    """The items of a list in a claim that a text lacks which holds more of them: "a, b and d" for "a, b and c"."""
    items = [word for found in _LIST.finditer(claim) for word in _ITEM.findall(found.group().rstrip("."))]
    absent = [word for word in items if not share_of(word, text) and terms(word).content]
    return absent if len(items) - len(absent) > len(absent) else []


def _other_units(claim: str, there: Terms) -> list[str]:
    """The units that a claim measures in, without a figure, where a text has another."""
    measured = {form: word for form, word in free_units(claim) if len(word) > LONGEST_SHORT and word.endswith("s")}
    used = there.units | {one.unit for one in there.figures if one.unit}
    return [word for form, word in measured.items() if form not in used] if used - measured.keys() else []


LONGEST_SHORT = 4
"""Letters of a unit's short form: longer ones are the plural of its name."""


def astray(claim: str, code: str) -> tuple[str, ...]:
    """The figures of a claim that in code stand only on lines that say nothing else of it: another name's."""
    said, lines = terms(claim), [(terms(line), line) for line in code.split("\n")]
    content = said.content - {one.value for one in said.figures}
    return tuple(
        one.written
        for one in said.figures
        if (there := [line for found, line in lines if _has(one, found)]) and not any(held(content, x) for x in there)
    )


def in_line(claim: str, above: str, code: str) -> bool:
    """Whether two neighbouring lines of code, read below what stands `above`, share enough with a claim."""
    lines = code.split("\n")
    return any(share_of(claim, "\n".join((above, *lines[row : row + 2]))) >= SHARE for row in range(len(lines)))


def differing(claim: str, sentence: str) -> str:
    """The negation that only one of both has, or the word that one of both turns round; empty where they agree."""
    here, there = terms(claim).negations, terms(sentence).negations
    if bool(here) != bool(there):
        return "" if refuses(*((claim, sentence) if here else (sentence, claim))) else ", ".join(sorted(here ^ there))
    return "" if here else ", ".join(_opposed(claim, sentence))


def refuses(denial: str, other: str) -> bool:
    """Whether a text says by a word of its own what a denial says by a negation: "excluded" and "not indexed"."""
    return bool(refusals(other) - refusals(denial) or (limits(other) & _SOLE) - limits(denial))


def is_turned(claim: str, sentence: str) -> bool:
    """Whether a sentence turns a claim round in the clause that says most of it, or says all of it and limits it.

    Who denies in other words is hard to tell from who denies another thing: it must say nearly all of what it denies.
    """
    wanted = terms(claim).content
    said = held(wanted, sentence) | set(_opposed(claim, sentence).values())
    share = len(said) / len(wanted) if wanted else 0.0
    if share >= (TURNED if terms(claim).negations else SHARE) and differing(claim, sentence):
        parts = clauses(sentence)
        most = min(TURNED, max(share_of(claim, clause) for clause in parts))
        return all(differing(claim, clause) for clause in parts if share_of(claim, clause) >= most)
    return (
        share == 1
        and not limits(claim)
        and any(not share_of(claim, one) for one in limited(_limiting(claim, sentence)))
    )


def _limiting(claim: str, sentence: str) -> str:
    """A sentence, without "only" in other clauses than one that says all of a claim."""
    said = [clause for clause in clauses(sentence) if share_of(claim, clause) == 1]
    free = any("only" not in limits(clause) for clause in said)
    return re.sub(r"(?i)\bonly\b", "", sentence) if free else sentence


def _opposed(claim: str, sentence: str) -> dict[str, str]:
    """The stems of a sentence that are the opposite of one of a claim's, which it doesn't hold; with that one."""
    here, there = terms(claim).content, terms(sentence).content
    return {two: one for one in here - there for two in opposites(one) & (there - here)}


def _has(figure: Figure, there: Terms) -> bool:
    for other in there.figures:
        united = figure.unit in (other.unit, "") or (not other.unit and figure.unit in there.units)
        signed = not figure.sign or other.sign in (figure.sign, "")
        if signed and (other.amount == figure.amount or (other.value == figure.value and united)):
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
    parts = [part.lower() for part in _PART.findall(name)]
    if len(parts) > 1 and re.search(r"(?<![a-z])" + r"[\W_]{0,2}".join(map(re.escape, parts)), low):
        return True
    if not (name.isascii() and name.removesuffix("s").isupper() and name.isalpha() and 2 <= len(name) <= 6):
        return False
    return bool(re.search(r"\b" + r"[\s-]+".join(rf"{letter}[a-z]+" for letter in name.removesuffix("s").lower()), low))


_LIST = re.compile(r"(?:[\w./-]+,(?: [\w./-]+){0,2} ?)+(?:,? ?\b(?:and|or)) [\w./-]+")
_ITEM = re.compile(r"[\w./-]+(?=,)|[\w./-]+(?= (?:and|or) )|(?<=and )[\w./-]+|(?<=or )[\w./-]+")
_PART = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_NUMERONYM = re.compile(r"(?<!\w)([A-Za-z])(\d{1,2})([a-z])(?!\w)")
_WORD = re.compile(r"(?<!\w)[A-Za-z]+(?!\w)")


def _is_numeronym(name: str, text: str) -> bool:
    """Whether a text has a name's first and last letter with the count of those between, or the name has another's."""
    for short, words in ((text, [name]), (name, _WORD.findall(text))):
        shapes = {(a.lower(), int(count), z) for a, count, z in _NUMERONYM.findall(short)}
        if shapes and any((x[0].lower(), len(x) - 2, x[-1].lower()) in shapes for x in words if x):
            return True
    return False


def _whole(name: str, low: str) -> bool:
    return bool(name) and re.search(rf"(?<!\w){re.escape(name)}(?:s|'s)?(?!\w)", low) is not None
