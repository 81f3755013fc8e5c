"""Does a person say something in their own voice? Not what they quote, report, suppose, deny or doubt. Pure."""

import re
from typing import Final

from scrubjay.observed.words import stands_in

_QUOTATION: Final = re.compile(
    r"\"[^\"\n]*(?:\n[^\"\n]+){0,20}\"|“[^”]*”|«[^»]*»|„[^“”]*[“”]|‘[^’]{12,}’(?!\w)|(?<!\w)'[^'\n]{12,}'(?!\w)"
)
LONGEST: Final = 3
"""Words in quotation marks that are a name; more are what somebody said."""

_SAYS: Final = (
    r"(?:says?|said|writes?|wrote|claims?|claimed|thinks?|thought|believes?|believed|tells?|told|suggests?|suggested"
    r"|argues?|argued|insists?|insisted|reckons?|mentioned|states|stated|reports|reported)"
)
_REPORTED: Final = re.compile(
    rf"\b(?!(?:i|we|you|please|to|also|just|and|then|never|always)\b)\w+(?: \w+ly)? {_SAYS}\b|\A\W*{_SAYS} \w"
    r"|\baccording to\b|\b(?:supposed|alleged|apparent|reported)ly\b|\bi(?: was|['’]m| am)? (?:heard|read|told)\b",
    re.IGNORECASE,
)
_SUPPOSED: Final = re.compile(
    r"\boh,? (?:sure|yeah|great|right)\b|\b(?:yeah|sure),? (?:right|sure)\b"
    r"|\b(?:if|unless|whether|suppose|supposing|assuming|imagine|pretend|say that)\b",
    re.IGNORECASE,
)
_DENIED: Final = re.compile(
    r"(?:\b(?:not|never|nobody|hardly|false|wrong|untrue|doubt|wonder|unsure)\b|n['’]t\b)[^,;:]*\Z", re.IGNORECASE
)
_I: Final = r"\b(?:i|we)(?:['’]d| would| really| still| strongly)?"
_THAT: Final = r"(?:that|this|it)"
_BACK: Final = re.compile(rf"\b(?:{_THAT}|so)\b", re.IGNORECASE)
_DOUBTED: Final = re.compile(
    rf"{_I} (?:doubt|wonder|question)\b|{_I} (?:do not|don['’]t|can['’]t|cannot) (?:believe|think|buy|trust)\b"
    r"|\bnot (?:so |quite |really |too )?(?:sure|convinced|certain)\b|\bi (?:may|might|could) be wrong\b"
    rf"|\b(?:is|was) {_THAT} (?:still |really )?(?:right|true|correct|so)\b|\bor (?:is|was|does|did) {_THAT}\b"
    rf"|\b{_THAT}(?:['’]s| is| was) (?:only |just )?(?:what|how) (?!i\b|we\b)|\b(?:so|at least) (?:\w+ )?{_SAYS}\b"
    rf"|\b(?:check|verify|confirm) {_THAT}(?: please| first| for me)?\W*\Z|\b(?:if|whether) {_THAT}(?:['’]s| is)\b"
    r"|\b(?:sounds|seems|looks|feels) (?:wrong|off|odd|fishy)\b"
    r"|\b(?:is|was|are|were|be) (?:wrong|false|untrue|nonsense|outdated)\b",
    re.IGNORECASE,
)


def without_quotations(text: str) -> str:
    """A text without what stands in quotation marks, but for names: a sentence, or more than a few words."""
    return _QUOTATION.sub(lambda quoted: quoted[0] if _is_name(quoted[0]) else '"…"', text)


def in_own_voice(quote: str, sentence: str) -> bool:
    """Whether a sentence says a quote of it, both plain, as its author's own."""
    span = stands_in(quote, sentence)
    if span is None:
        return False
    before, after = sentence[: span[0]], sentence[span[1] :]
    if any(not_theirs.search(before) for not_theirs in (_REPORTED, _SUPPOSED, _DENIED)):
        return False
    return not _REPORTED.search(after) and not doubts(after)


def doubts(sentence: str) -> bool:
    """Whether a sentence doubts something, or gives it to somebody else."""
    return bool(_DOUBTED.search(sentence))


def doubts_it(sentence: str) -> bool:
    """Whether a sentence doubts what stands right before it: it says "that", or of nothing else."""
    found = _DOUBTED.search(sentence)
    return found is not None and bool(_BACK.search(sentence) or len(sentence[found.end() :].split()) <= 1)


def _is_name(quoted: str) -> bool:
    inner = quoted[1:-1].strip()
    return len(inner.split()) <= LONGEST and inner[-1:] not in (".", "!", "?")
