"""Whether a text is one statement of a status and nothing else, and whether a heading is about something else."""

import re
from functools import lru_cache

from scrubjay.knowledge.decisions.languages import DATE, REFERENCE, UNSPACED, names_of
from scrubjay.knowledge.decisions.references import REFERENCES
from scrubjay.knowledge.decisions.status import is_status_word
from scrubjay.knowledge.decisions.translated import says_one_thing, with_days
from scrubjay.text.words import Word, words

MOST_LETTERS = 300

_MARKS = re.compile(rf"[*_`~]|(?<=\w)[.!]+\s*$|[^\w\s:,()#{REFERENCE}{DATE}-]")
_NAME = re.compile(r"[^\W\d_A-Z][A-Z]")
"""A capital within a word, which names a product rather than a status: "ActiveMQ"."""

_DATED = rf"(?:[\s,:(–—-]*(?:(?:on|in|since|as\s+of)\s+)?(?:\d{{4}}-\d\d-\d\d|{DATE}))?[\s)]*"
_ITSELF = r"(?:(?:this|the)\s+(?:adr|decision|record|document|proposal)\s+(?:is|was|has\s+been)\s+(?:now\s+)?)?"
_WORD = re.compile(rf"{_ITSELF}(?P<word>[a-z]+){_DATED}", re.IGNORECASE)
_RELATION = re.compile(
    rf"{_ITSELF}(?:(?:supers?[ce]+ded|replaced|obsoleted|deprecated){_DATED}\s*(?:by\b|:)?|supers?[ce]+des|replaces|obsoletes)"
    rf"[\s:(-]*(?:{REFERENCE}(?:[\s,&]|and\b)*)+{_DATED}",
    re.IGNORECASE,
)
_OTHER_SECTIONS = re.compile(
    r"\b(?:context|background|problem|decisions?|consequences|options|alternatives|drivers|outcome|rationale"
    r"|validation|pros|cons|summary|questions|notes|links|references)\b"
)
"""Words of English headings that are known to head something other than a status."""

_CURRENT = ("current", "adr")


def is_status_alone(text: str, number: str) -> bool:
    """Whether a text is one statement of a status: a word, or a relation with what it names, perhaps with a date.

    `number` is the record's own. A sentence about something else is none, and neither is a list.
    """
    if len(text) > MOST_LETTERS:
        return False
    masked = REFERENCES.sub(REFERENCE, text)
    plain = " ".join(_MARKS.sub(" ", with_days(masked)).split())
    if _RELATION.fullmatch(plain):
        return True
    if _NAME.search(plain):
        return False
    word = _WORD.fullmatch(plain)
    return bool(word and is_status_word(word["word"])) or says_one_thing(text, number)


def means_something_else(heading: str) -> bool:
    """Whether a heading is known to head another section, or says "status" beside other words: "Status codes"."""
    folded = heading.casefold()
    if _OTHER_SECTIONS.search(folded) or _has_one(folded, _folded("section")):
        return True
    names = _folded("status")
    alone = all(word in _CURRENT or word in names for word in words(folded, Word.LETTERS))
    return _has_one(folded, names) and not alone


def _has_one(text: str, names: frozenset[str]) -> bool:
    named = words(text, Word.LETTERS)
    return any(name in text if UNSPACED.search(name) or " " in name else name in named for name in names)


@lru_cache(maxsize=2)
def _folded(meaning: str) -> frozenset[str]:
    return frozenset(map(str.casefold, names_of(meaning)))
