"""Words of a query that tell something, as stems, and which texts hold them."""

from collections.abc import Collection, Iterable
from functools import lru_cache
from typing import Final

from scrubjay.text.names import query_terms
from scrubjay.text.scripts import folded_text, pairs_as_words
from scrubjay.text.words import STOP_WORDS, Word, beginning, spaced_camel_case, words

SHORTEST_BEGINNING: Final = 3
"""Letters from which on a word may stand for those that begin with it: "auth" does, "re" doesn't."""

_ASKING: Final = frozenset(
    """who whom whose what which when where why how do does did is are was were can could may might must shall should
    will would has have had""".split()  # noqa: SIM905 - a list would take a line a word
)


_REMEMBERED: Final = 32
"""Queries whose words are kept: one search asks for them a dozen times."""


@lru_cache(_REMEMBERED)
def told(query: str) -> tuple[str, ...]:
    """The words and pairs of a query but for stop words, as they are typed, in their order."""
    words = (term.text for term in query_terms(query[:4000]) if term.kind in ("word", "part"))
    return tuple(word for word in words if word not in STOP_WORDS)


@lru_cache(_REMEMBERED)
def telling_words(query: str) -> frozenset[str]:
    """The telling words of a query, each cut to a stem, so that "deploys" meets "deployment"."""
    return frozenset(beginning(folded_text(word)) for word in told(query))


def is_question(query: str) -> bool:
    """Whether a query is a question, by its sign or first word: its words are then the asker's, and no text's."""
    first = query.split(maxsplit=1)[0].lower() if query.strip() else ""
    return query.rstrip().endswith("?") or first in _ASKING


def holds_topic(text: str, stems: Collection[str]) -> bool:
    """Whether a text speaks of a topic: it holds at least half of its words, cut to a stem; never without a word."""
    return bool(stems) and 2 * held(text, stems) >= len(stems)


def held(text: str, stems: Collection[str]) -> int:
    """How many of some words, cut to a stem, a text holds."""
    lower = text.lower() if text.isascii() else folded_text(text)
    return sum(map(lower.__contains__, stems))


def beginnings(query: str) -> tuple[str, ...]:
    """The words of a query that may stand for longer ones, in lower case."""
    found = words(spaced_camel_case(pairs_as_words(query)).lower(), Word.PLAIN)
    found = [word for word in found if len(word) >= (SHORTEST_BEGINNING if word.isascii() else 1)]
    return tuple(dict.fromkeys(word for word in found if word not in STOP_WORDS))


def words_beginning(texts: Iterable[str], word: str) -> tuple[str, ...]:
    """The words of some texts that begin with one, in lower case, in their order, each once."""
    found = (other for text in texts for other in words(spaced_camel_case(pairs_as_words(text)).lower(), Word.PLAIN))
    return tuple(dict.fromkeys(other for other in found if other.startswith(word)))
