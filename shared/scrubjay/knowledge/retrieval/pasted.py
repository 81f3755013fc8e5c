"""What is asked in a text that was pasted? Its sentences, which count twice: code and logs around them tell less."""

import re

from scrubjay.text.sentences import End, whole

SENTENCE = 300
"""Characters of a question; a name within a longer text or one of several lines is part of what was pasted."""

FEWEST = 3
"""Words of a line that may be one of prose."""

PLAIN = 0.7
"""Share of a line's words that are plain ones, from which it is prose."""

_PLAIN = re.compile(r"[\"'(“‘]*[^\W\d_]+(?:['’-][^\W\d_]+)*[\"')”’]*[.,:;?!]*")


def is_pasted(text: str) -> bool:
    """Whether a query is no question but a text."""
    return len(text) > SENTENCE or "\n" in text.strip()


def prose_of(text: str) -> str:
    """What a pasted text says in sentences; empty for a question, and where it holds nothing but prose, or none.

    A line of code that reads like a sentence, such as `for row in rows:`, counts as one.
    """
    if not is_pasted(text):
        return ""
    pieces = [piece.strip() for piece in whole(text, End.LINE) if piece.strip()]
    prose = [piece for piece in pieces if _is_prose(piece)]
    return " ".join(prose) if len(prose) < len(pieces) else ""


def prose_first(text: str) -> str:
    """A query as it is to be looked up: a pasted text behind its own prose.

    It is read however long the rest is, and counts twice: chosen on one half of 256 questions about library pages, most
    with tables or programs, against prose alone, questions alone, prose thrice; on the other half recall@10 rises from
    .620 to .644 and MRR@10 from .431 to .461.
    """
    prose = prose_of(text)
    return f"{prose}\n{text}" if prose else text


def _is_prose(piece: str) -> bool:
    words = piece.split()
    return len(words) >= FEWEST and sum(map(bool, map(_PLAIN.fullmatch, words))) >= PLAIN * len(words)
