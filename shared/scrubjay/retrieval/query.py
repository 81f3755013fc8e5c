"""What does the user ask for? Free text becomes quoted tokens; nothing typed is ever syntax."""

import re
from dataclasses import dataclass

from scrubjay.model.terms import query_terms

MAX_CHARACTERS = 4000
MAX_TERMS = 16
"""Full text costs what its common terms cost; after 16 terms a longer query finds nothing better (design)."""

WORDS_KEPT = 8
"""Places that names leave to words: a pasted table or traceback has more names than there are places. recall@10 of
4, 8 and 12 on 361 questions about library pages: .362, .368, .356; none kept .352; 8 with plain numbers last .376."""

STOP_WORDS = frozenset(
    """
    a about after all also am an and any are as at be because been before being between both but by can could
    did do does doing done down each few for from further get had has have having he her here hers him his
    how i if in into is it its itself just me more most my no nor not now of off on once only or other our
    out over own please same she should so some such than that the their them then there these they this
    those through to too under until up use used using very was we were what when where which while who whom
    why will with would you your
    """.split()  # noqa: SIM905 - a list would take a line a word
)
_PHRASE = re.compile(r'"([^"]{2,200})"')
_WORD = re.compile(r"\w", re.UNICODE)


@dataclass(frozen=True, slots=True)
class ParsedQuery:
    """A query for the full-text tables. `match` is empty where there is nothing to look up by words.

    `references` is the same for names of documents alone, such as ADR-003 or docs/usage.md.
    """

    text: str
    match: str
    references: str


def parse_query(text: str) -> ParsedQuery:
    """Parse what somebody typed. Never raises; work is bounded whatever the text."""
    # Arguments of a process may hold lone surrogates, which SQLite can't take.
    plain = text[:MAX_CHARACTERS].replace("\0", " ").encode("utf-8", "replace").decode("utf-8")
    terms = query_terms(plain)
    names = [term.text for term in terms if term.kind in ("reference", "whole")]
    words = [term.text for term in terms if term.kind in ("part", "word")]
    telling = [word for word in words if word not in STOP_WORDS] or ([] if names else words)
    telling.sort(key=str.isdecimal)
    phrases = [" ".join(phrase.split()) for phrase in _PHRASE.findall(plain)][:4]
    exact = [*phrases, *names][: MAX_TERMS - min(len(telling), WORDS_KEPT)]
    chosen = list(dict.fromkeys([*exact, *telling]))[:MAX_TERMS]
    references = [term.text for term in terms if term.kind == "reference"][:MAX_TERMS]
    return ParsedQuery(plain, _any_of(chosen), _any_of(references))


def _any_of(tokens: list[str]) -> str:
    quoted = ['"' + token.replace('"', '""') + '"' for token in tokens if _WORD.search(token) or not token.isascii()]
    return " OR ".join(quoted)
