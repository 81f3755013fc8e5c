"""Does a person say something in their own voice? Not what they quote, report, suppose, deny or take back. Pure."""

import re
from typing import Final

from scrubjay.memory.transcript.kinds import Kind, Where, first, kinds
from scrubjay.memory.transcript.withdrawn import takes_back
from scrubjay.memory.transcript.words import stands_in

_QUOTATION: Final = re.compile(
    r"\"[^\"\n]*(?:\n[^\"\n]+){0,20}\"|“[^”]*”|«[^»]*»|„[^“”]*[“”]|‘[^’]{12,}’(?!\w)|(?<!\w)'[^'\n]{12,}'(?!\w)"
    r"|(?<!`)`[^`\n]+`(?!`)"
)
LONGEST: Final = 3
"""Words in quotation marks that are a name; more are what somebody said."""

FEW: Final = 6
"""Words behind it of a sentence that only opens others; one with more says it all itself."""

_OPENS: Final = re.compile(
    r"\W*(?:(?:ok(?:ay)?|so|now|and|just)\b[\s,]*)*(?:suppose|supposing|assume|assuming|imagine|pretend"
    r"|picture this|hypothetically"
    r"|theoretically|let['’]s (?:say|assume|pretend|suppose)|thought experiment|what if|scenario|example|for example"
    r"|for instance|brainstorm(?:ing)?|wild idea|crazy idea|idea|plan|the plan|my plan|our plan|proposal|draft"
    r"|wishlist"
    r"|in an ideal world|in theory)\b",
    re.IGNORECASE,
)
_BACK: Final = re.compile(r"\b(?:that|this|it|so)\b", re.IGNORECASE)
_PART: Final = re.compile(r"[,;:–—…(]|\s-\s|\.{3}")


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


def doubts(sentence: str) -> bool:
    """Whether a sentence doubts something, makes a joke of it, or gives it to somebody else."""
    return bool(kinds(sentence, Where.ABOUT))


def doubts_it(sentence: str) -> bool:
    """Whether a sentence doubts what stands right before it: it says "that", or of nothing else."""
    match = first(sentence, Where.ABOUT, *Kind)
    return match is not None and bool(_BACK.search(sentence) or len(sentence[match.end() :].split()) <= 1)


def states(sentence: str) -> bool:
    """Whether a sentence states something: it is no plan, title, supposition or question."""
    return not kinds(sentence, Where.SELF)


def supposes(sentence: str) -> bool:
    """Whether a sentence only opens what is supposed, planned or made up in those that follow it."""
    match = _OPENS.match(sentence)
    return bool(match) and len(sentence[match.end() if match else 0 :].split()) <= FEW


def _is_name(quoted: str) -> bool:
    inner = quoted[1:-1].strip()
    return len(inner.split()) <= LONGEST and inner[-1:] not in (".", "!", "?")
