"""The user's query as quoted tokens; the sentences of a pasted text; and the query's words that a hit holds.

It says how well an answer fits where the embedding model doesn't know the question's language. Pure.
"""

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Final

from scrubjay.model.frozen import dataclass, replace
from scrubjay.model.hit import Hit
from scrubjay.model.pattern import pattern
from scrubjay.text.names import QueryName, query_names, query_numbers, query_terms
from scrubjay.text.references import plain_records, record_numbers
from scrubjay.text.scripts import folded_text, is_beginning, runs, spaced_runs, stored_phrase, stored_word
from scrubjay.text.sentences import End, whole
from scrubjay.text.words import STOP_WORDS, beginning

SENTENCE = 300
"""Characters of a question; a name within a longer text or one of several lines is part of what was pasted."""

FEWEST = 3
"""Words of a line that may be one of prose."""

PLAIN = 0.7
"""Share of a line's words that are plain ones, from which it is prose."""

_PLAIN = pattern(r"[\"'(“‘]*[^\W\d_]+(?:['’-][^\W\d_]+)*[\"')”’]*[.,:;?!]*")


def is_pasted(text: str) -> bool:
    """Whether a query is a pasted text rather than a question."""
    return len(text) > SENTENCE or "\n" in text.strip()


def prose_of(text: str) -> str:
    """The sentences of a pasted text among other lines, such as code; empty for a question, or a text of one sort.

    A line of code that reads like a sentence, such as `for row in rows:`, counts as one.
    """
    if not is_pasted(text):
        return ""
    pieces = [piece.strip() for piece in whole(text, End.LINE) if piece.strip()]
    prose = [piece for piece in pieces if _is_prose(piece)]
    return " ".join(prose) if len(prose) < len(pieces) else ""


def prose_first(text: str) -> str:
    """A query as it is looked up: a pasted text with its own prose put in front.

    It is read however long the rest is, and counts twice: chosen on one half of 256 questions about library pages, most
    with tables or programs, against prose alone, questions alone, prose thrice; on the other half recall@10 rises from
    .620 to .644 and MRR@10 from .431 to .461.
    """
    prose = prose_of(text)
    return f"{prose}\n{text}" if prose else text


QUERY_CHARACTERS = 2000
"""What a model gets of a query; it reads 256 tokens."""


def asked_of_model(query: str) -> str:
    """The text of a query that the embedding model reads: its prose first, cut to a limit."""
    return prose_first(query[:MAX_CHARACTERS])[:QUERY_CHARACTERS]


def _is_prose(piece: str) -> bool:
    """Whether a piece of text is a sentence rather than code or data."""
    words = piece.split()
    return len(words) >= FEWEST and sum(map(bool, map(_PLAIN.fullmatch, words))) >= PLAIN * len(words)


MAX_CHARACTERS = 4000
MAX_TERMS = 16
"""Full text costs what its common terms cost; after 16 terms a longer query finds nothing better (measured)."""

WORDS_KEPT = 8
"""Places that names leave to words: a pasted table or traceback has more names than there are places. recall@10 of
4, 8 and 12 on 361 questions about library pages: .362, .368, .356; none kept .352; 8 with plain numbers last .376."""

LOOKED_AT = 32
"""Words of which the rarest are looked up."""

RECORD_DIGITS = 3
"""Digits, leading zeros included, from which a number within a sentence may be that of a record: shorter ones count."""

PAIRS = 4
"""How many pairs a word of signs may be: a query of such words has so many more places, and each other word in it
counts as often: 74 instead of 69 of 80 questions in four languages find their page among five (ADR 0113)."""

MOST_PHRASES = 4
"""Phrases in quotation marks that are looked up, and runs of signs without spaces."""

PAIR = 2
"""Signs of a run that is no more than a pair."""

_PHRASE = pattern(r'"([^"]{2,200})"')
_WORD = pattern(r"\w", re.UNICODE)


@dataclass(frozen=True, slots=True, kw_only=True)
class ParsedQuery:
    """A query ready for the full-text tables: its `exact` names and phrases, then its plain `words`.

    Where there are more words than places, the tables choose the rarest.

    `names` are those that are answered exactly first; `numbers` may be those of records, `records` are said to be, and
    `only_numbers` says that nothing else is asked; `bare`: the query is nothing but them; `pasted`: it is no
    question but a text, whose names are those of documents only. `places` are those of an expression.
    """

    text: str
    exact: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    names: tuple[QueryName, ...] = ()
    numbers: tuple[str, ...] = ()
    records: tuple[str, ...] = ()
    only_numbers: bool = False
    bare: bool = False
    pasted: bool = False
    places: int = MAX_TERMS

    @property
    def first(self) -> tuple[str, ...]:
        """The first of the exact names, phrases and words, as many as a query may look up."""
        return (*self.exact, *self.words)[: self.places]

    @property
    def match(self) -> str:
        """The full-text expression of the query's first names, phrases and words; empty without any."""
        return _any_of(self.first)


@lru_cache(32)
def parse_query(text: str) -> ParsedQuery:
    """Parse words, without operators. Never raises; work is bounded whatever the text."""
    # Arguments of a process may hold lone surrogates, which SQLite can't take.
    plain = text[:MAX_CHARACTERS].replace("\0", " ").encode("utf-8", "replace").decode("utf-8")
    plain = plain_records(spaced_runs(plain))
    terms = query_terms(prose_first(plain))
    names = [term.text for term in terms if term.kind in ("reference", "whole")]
    plain_words = [stored_word(term.text) for term in terms if term.kind in ("part", "word")]
    telling = [word for word in plain_words if word not in STOP_WORDS] or ([] if names else plain_words)
    telling.sort(key=str.isdecimal)
    phrases = [stored_phrase(" ".join(phrase.split())) for phrase in _PHRASE.findall(plain)][:MOST_PHRASES]
    phrases += [stored_phrase(run.text) for run in runs(plain) if len(run.signs) > PAIR][:MOST_PHRASES]
    exact = [*phrases, *names][: MAX_TERMS - min(len(telling), WORDS_KEPT)]
    exact = list(dict.fromkeys(exact))
    wider = PAIRS if any(run.signs for run in runs(plain)) else 1
    words = [word for word in dict.fromkeys(telling) if word not in exact]
    words = [each for word in words for each in [word] * (wider if word.isascii() else 1)][: LOOKED_AT * wider]
    bare = not any(term.kind == "word" and term.text not in STOP_WORDS for term in terms)
    pasted = is_pasted(plain)
    exact_names = [name for name in query_names(plain) if name.document or (not pasted and (bare or name.marked))]
    only_numbers = not names and all(word.isdecimal() for word in telling)
    numbers = () if pasted else query_numbers(plain, shortest=1 if only_numbers else RECORD_DIGITS)[:MAX_TERMS]
    return ParsedQuery(
        text=plain,
        exact=tuple(exact),
        words=tuple(words),
        names=tuple(exact_names[:MAX_TERMS]),
        numbers=numbers,
        records=() if pasted else record_numbers(plain)[:MAX_TERMS],
        only_numbers=only_numbers,
        bare=bare,
        pasted=pasted,
        places=MAX_TERMS * wider,
    )


def any_of(tokens: Iterable[str]) -> str:
    """A full-text expression that matches what holds any of some words or phrases."""
    return " OR ".join(each_of(tokens))


_any_of = lru_cache(32)(any_of)


def each_of(tokens: Iterable[str]) -> list[str]:
    """A full-text expression for each word or phrase, without those that hold no word."""
    return [_quoted_token(token) for token in tokens if _WORD.search(token) or not token.isascii()]


def all_of(tokens: Iterable[str]) -> str:
    """A full-text expression that matches what holds all of some words or phrases."""
    return " AND ".join(each_of(dict.fromkeys(tokens)))


def phrase_tokens(text: str) -> tuple[str, ...]:
    """The tokens of one phrase, all of which hold it as it stands: itself, and its names; none without a word."""
    bounded = " ".join(text[:SENTENCE].split())
    if not _WORD.search(bounded):
        return ()
    return (stored_phrase(bounded), *[name.token for name in query_names(bounded)][:MAX_TERMS])


def match_all(text: str) -> str:
    """The full-text expression of one phrase as it stands, with the symbols in its names; empty without a word."""
    return all_of(phrase_tokens(text))


def _quoted_token(token: str) -> str:
    """A token quoted for FTS5, so that it isn't read as syntax; a very short one becomes a prefix search."""
    quoted = '"' + token.replace('"', '""') + '"'
    return f"{quoted} *" if is_beginning(token) else quoted


SCORE: Final = "held"
"""What such a share is called among a hit's scores."""


def is_paired(query: str) -> bool:
    """Whether a query has words of scripts without spaces, which are looked up by pairs of signs."""
    return any(run.signs for run in runs(query))


def word_weights(held: Mapping[str, int], passages: int) -> dict[str, float]:
    """The weight (inverse document frequency) of each word, by how many of the passages hold it.

    Here a Latin word counts no more than a pair: one name that a page has makes no question answered.
    """
    return {beginning(folded_text(word)): math.log((passages + 1) / (count + 0.5)) for word, count in held.items()}


def with_shares(hits: Sequence[Hit], words: Mapping[str, float]) -> tuple[Hit, ...]:
    """The hits, each with the share of the words' weight that it holds among its scores."""
    whole = sum(words.values())
    if whole <= 0:
        return tuple(hits)
    return tuple(replace(hit, scores={**hit.scores, SCORE: round(_weight_held(hit, words) / whole, 6)}) for hit in hits)


def _weight_held(hit: Hit, words: Mapping[str, float]) -> float:
    """The sum of the weights of the words that a hit holds."""
    text = folded_text(f"{hit.path} {hit.title} {hit.heading} {hit.text}")
    return sum([value for word, value in words.items() if word in text])
