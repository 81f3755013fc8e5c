"""A sentence in a person's own voice: not quoted, reported or supposed, and not taken back. Pure.

Each form stands once, in `kinds.tsv`; who reads turns of people asks here.
"""

import re
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Final

from scrubjay.memory.transcript.words import stands_in
from scrubjay.model.pattern import pattern

_NAMED: Final = pattern(r"\{([a-z][a-z_ ]*)\}")


class Kind(StrEnum):
    """Why words are no statement of who writes them."""

    REPORTED = "reported"
    NAMED = "named"
    """A title, or a text that is spoken of: "the title should be: …"."""
    PLANNED = "planned"
    ASKED = "asked"
    SUPPOSED = "supposed"
    DENIED = "denied"
    DOUBTED = "doubted"
    JOKED = "joked"


class Where(StrEnum):
    """Where a form of words stands that makes others no statement: before, behind or right after them, or in them."""

    BEFORE = "before"
    BEHIND = "behind"
    ABOUT = "about"
    SELF = "self"


def kinds(text: str, side: Where) -> frozenset[Kind]:
    """The reasons that a text gives why words beside it, or its own, are no statement of their writer."""
    return frozenset(kind for kind, form in _forms()[side] if form.search(text))


def first_form(text: str, side: Where, *wanted_kinds: Kind) -> re.Match[str] | None:
    """The first match in a text of a form of some kinds."""
    matches = (form.search(text) for kind, form in _forms()[side] if kind in wanted_kinds)
    return min((match for match in matches if match), key=re.Match.start, default=None)


@cache
def _forms() -> dict[Where, list[tuple[Kind, re.Pattern[str]]]]:
    forms: dict[Where, list[tuple[Kind, re.Pattern[str]]]] = {side: [] for side in Where}
    for kind, places, form in rows(Path(__file__).with_name("kinds.tsv"))[0]:
        for place in places.split():
            forms[Where(place)].append((Kind(kind), expression(form)))
    return forms


def rows(table: Path) -> tuple[list[list[str]], dict[str, re.Pattern[str]]]:
    """The rows of a table of forms, each with its columns, the last an expression, and its parts by their names.

    A row whose second column is "form" is a part: `{name}` stands for it in other rows.
    """
    lines = [line.split("\t") for line in table.read_text(encoding="utf-8").splitlines()]
    entries = [line for line in lines if len(line) > 1 and not line[0].startswith("#")]
    parts = {line[0]: line[2] for line in entries if line[1] == "form"}
    spelled = [[*line[:-1], _NAMED.sub(lambda name: parts[name[1]], line[-1])] for line in entries]
    return [line for line in spelled if line[1] != "form"], {
        line[0]: expression(line[-1]) for line in spelled if line[1] == "form"
    }


def expression(form: str) -> re.Pattern[str]:
    """A form of words as a regular expression, in any case of letters."""
    return re.compile(form, re.IGNORECASE)


_INSTEAD: Final = pattern(
    r"\b(?:instead|any ?more|no longer|was wrong|changed (?:my mind|our minds?)|meant for (?:the |an|my )other"
    r"|wrong (?:window|tab|chat|channel|terminal|repo|project)|the opposite|on second thoughts?"
    r"|(?<!n't )(?<!n’t )(?<!not )(?<!never )(?:scratch|forget|ignore|disregard|drop|undo|cancel|scrap|strike)"
    r" (?:that|this|it|what|everything|my)"
    r"|(?<!n't )(?<!n’t )(?<!not )(?<!never )take (?:that|this|it|everything|my words) back)\b",
    re.IGNORECASE,
)
_OWN: Final = pattern(r"\binstead of\b|\b(?:do not|never|not|don['’]t)\b.*\b(?:instead|any ?more)\b", re.IGNORECASE)
_GOES_ON: Final = (
    "really|seriously|that|its?|it['’]s|we|i|the|this|wait|sorry|use|make|let['’]s|no|not|about|said|just|please|is|was"
    "|there|you|they"
)
"""What follows "no" and "actually" where they take something back; "no changes without review" doesn't."""

_PAUSES: Final = r"(?:wait|hold on)\W+(?:let me|for|a (?:sec|min|mom)|i(?:['’]m| am| need| have))\b"
"""What asks for a moment, and takes nothing back."""


def takes_back(sentence: str) -> bool:
    """Whether a sentence begins as people begin to take something back, or says that something else holds instead."""
    return bool(_withdrawal().match(sentence) or _INSTEAD.search(sentence))


def replaces_its_own(sentence: str) -> bool:
    """Whether a sentence itself names what it replaces, so that it takes back nothing said before."""
    return bool(_OWN.search(sentence)) and not _withdrawal().match(sentence)


def behind_withdrawal(sentence: str) -> str:
    """The part of a sentence that is stated behind "actually," and the like."""
    match = _withdrawal().match(sentence)
    return sentence[match.end() :].lstrip(" ,.;:!–—-") or sentence if match else sentence


@cache
def _withdrawal() -> re.Pattern[str]:
    """The forms of `withdrawals.txt` at the beginning of a sentence; a single word needs what sets it apart."""
    lines = Path(__file__).with_name("withdrawals.txt").read_text(encoding="utf-8").splitlines()
    forms = sorted((line for line in lines if line and not line.startswith("#")), key=lambda form: -len(form))
    spelled = "|".join(re.escape(form).replace("'", "['’]") for form in forms)
    return re.compile(rf"[\W_]*(?!{_PAUSES})(?:{spelled})(?=\s*(?:[,.;:!–—-]|\Z)|\s+(?:{_GOES_ON})\b)", re.IGNORECASE)


_QUOTATION: Final = pattern(
    r"\"[^\"\n]*(?:\n[^\"\n]+){0,20}\"|“[^”]*”|«[^»]*»|„[^“”]*[“”]|‘[^’]{12,}’(?!\w)|(?<!\w)'[^'\n]{12,}'(?!\w)"
    r"|(?<!`)`[^`\n]+`(?!`)"
)
LONGEST: Final = 3
"""Words in quotation marks that are a name; more are what somebody said."""

FEW: Final = 6
"""Words behind it of a sentence that only opens others; one with more says it all itself."""

_OPENS: Final = pattern(
    r"\W*(?:(?:ok(?:ay)?|so|now|and|just)\b[\s,]*)*(?:suppose|supposing|assume|assuming|imagine|pretend"
    r"|picture this|hypothetically"
    r"|theoretically|let['’]s (?:say|assume|pretend|suppose)|thought experiment|what if|scenario|example|for example"
    r"|for instance|brainstorm(?:ing)?|wild idea|crazy idea|idea|plan|the plan|my plan|our plan|proposal|draft"
    r"|wishlist"
    r"|in an ideal world|in theory)\b",
    re.IGNORECASE,
)
_BACK: Final = pattern(r"\b(?:that|this|it|so)\b", re.IGNORECASE)
_PART: Final = pattern(r"[,;:–—…(]|\s-\s|\.{3}")


def without_quotations(text: str) -> str:
    """A text without what stands in quotation marks, but for names: a sentence, or more than a few words."""
    return _QUOTATION.sub(lambda quoted: quoted[0] if _is_name(quoted[0]) else '"…"', text)


def in_own_voice(quote: str, sentence: str) -> bool:
    """Whether a sentence says a quote of it, both plain, as its author's own, and doesn't correct it behind."""
    span = stands_in(quote, sentence)
    if span is None:
        return False
    before, after = sentence[: span[0]], sentence[span[1] :]
    if kinds(before, Where.BEFORE) or kinds(after, Where.BEHIND):
        return False
    return not any(takes_back(part) for part in _PART.split(after)[1:])


def is_doubtful(sentence: str) -> bool:
    """Whether a sentence doubts something, makes a joke of it, or says that somebody else says it."""
    return bool(kinds(sentence, Where.ABOUT))


def doubts_it(sentence: str) -> bool:
    """Whether a sentence doubts what stands right before it: it says "that", or of nothing else."""
    match = first_form(sentence, Where.ABOUT, *Kind)
    return match is not None and bool(_BACK.search(sentence) or len(sentence[match.end() :].split()) <= 1)


def is_statement(sentence: str) -> bool:
    """Whether a sentence states something: it is no plan, title, supposition or question."""
    return not kinds(sentence, Where.SELF)


def supposes(sentence: str) -> bool:
    """Whether a sentence only opens what is supposed, planned or made up in those that follow it."""
    match = _OPENS.match(sentence)
    return bool(match) and len(sentence[match.end() if match else 0 :].split()) <= FEW


def _is_name(quoted: str) -> bool:
    inner = quoted[1:-1].strip()
    return len(inner.split()) <= LONGEST and inner[-1:] not in (".", "!", "?")
