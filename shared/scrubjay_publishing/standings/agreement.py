"""Agreement of a document with the memory that it names: word for word, in part, or not at all. Pure."""

import re
from enum import IntEnum

from scrubjay.knowledge.decisions.front_matter import front_matter
from scrubjay.memory.grounding.likeness import is_same_claim, same_run
from scrubjay.memory.grounding.terms import stems
from scrubjay.model.pattern import pattern
from scrubjay.text.sentences import sentences

READ_MOST = 20_000
"""Characters of a document that are compared."""

SHARED = 0.5
"""Share of the claim's content words in one paragraph, from which on it speaks of the claim (grounding's measure)."""

LONGEST = 1_500
"""Characters of a paragraph: a longer one is a list of words, in which any claim's would be found."""

_COMMENT = pattern(r"<!--.*?-->", re.DOTALL)
_HEADING = pattern(r"^#+[ \t]+(?:\d+[.:]?[ \t]+)?", re.MULTILINE)


class Extent(IntEnum):
    """How much of a memory its document still says."""

    NOTHING = 0
    PART = 1
    WHOLE = 2


def agreement(claim: str, text: str) -> Extent:
    """How much of a claim a document says in one paragraph, a heading included."""
    if not claim.strip():
        return Extent.NOTHING
    pieces = paragraphs(text)
    if " ".join(claim.split()) in " ".join(" ".join(pieces).split()) or any(_says_whole(claim, one) for one in pieces):
        return Extent.WHOLE
    words = set(stems(claim))
    partly = words and any(len(words & set(stems(one[:LONGEST]))) >= SHARED * len(words) for one in pieces)
    return Extent.PART if partly else Extent.NOTHING


def paragraphs(text: str) -> list[str]:
    """The paragraphs and headings of a document, without front matter and comments; the beginning of a long one."""
    plain = text[:READ_MOST].replace("\r\n", "\n").removeprefix("\ufeff")
    body = _HEADING.sub("", _COMMENT.sub("", front_matter(plain)[1]))
    return [paragraph.strip() for paragraph in re.split(r"\n[ \t]*\n", body) if paragraph.strip()]


def _says_whole(claim: str, paragraph: str) -> bool:
    """Whether a paragraph says all of a claim."""
    return is_same_claim(claim, paragraph) or same_run(claim, tuple(sentences(paragraph))) is not None
