"""Where does a sentence end? At a full stop, an exclamation or a question mark, never within code or brackets."""

import re
from functools import lru_cache

from scrubjay.grounding.marks import unlinked, unmarked
from scrubjay.grounding.tables import word_list

LONGEST = 1_000
"""Characters of a sentence that are looked at; longer ones are lists or data."""

_END = re.compile(r"[.!?][\"'”’)\]*_]*(?=\s+\S)|[。！？]")
_SHUT = re.compile(r"(`+)(?:(?!\1).)+?\1|\([^()]{1,400}\)|\[[^\[\]]{1,400}\]|\"[^\"]{1,400}\"|“[^”]{1,400}”")
_LAST = re.compile(r"[^\s(\[\"'“*_]+\Z")
_ABBREVIATIONS = word_list("abbreviations")
_BLANK = re.compile(r"\n\s*\n|\n(?=\s*(?:[-*+•]|\d+[.)]|#+|\|)\s)")
_CLAUSE = re.compile(
    r"[,;:—]|(?<![\w`])\(|(?<!\()\)|\s[-–]\s|\b(?:and|but|because|since|so|which|that|while|where|if|when|unless|until|although|though)\b",
    re.IGNORECASE,
)
_MARKER = re.compile(r"^\s*(?:(?:[-*+•]|\d+[.)]|#+|>|\|)\s+)+|\s*\|\s*$")


@lru_cache(maxsize=2_000)
def split(text: str) -> tuple[str, ...]:
    """The whole sentences of one paragraph, as they stand."""
    shut = _SHUT.sub(lambda found: "x" * len(found.group()), text)
    found, start = [], 0
    for mark in _END.finditer(shut):
        if shut[mark.start()] == "." and _abbreviated(text[start : mark.start()]):
            continue
        found.append(text[start : mark.end()])
        start = mark.end()
    found.append(text[start:])
    return tuple(clean for one in found if (clean := one.strip()))


def clauses(sentence: str) -> tuple[str, ...]:
    """The parts of a sentence between its commas and conjunctions."""
    return tuple(part for part in _CLAUSE.split(unlinked(unmarked(sentence))) if part.strip())


def sentences(text: str) -> tuple[str, ...]:
    """The sentences of a prose document, without list and heading marks; table rows and list items apart."""
    pieces = (" ".join(_MARKER.sub("", piece).split()) for piece in _BLANK.split(text))
    return tuple(one[:LONGEST] for piece in pieces for one in split(piece))


def _abbreviated(before: str) -> bool:
    """Whether a full stop behind these words belongs to the last of them: "e.g.", "J.", "1."."""
    last = _LAST.search(before)
    word = last.group().lower() if last else ""
    return word in _ABBREVIATIONS or (len(word) == 1 and word.isalpha()) or before.strip().isdigit()
