"""How much of a question does a hit hold? The share of its words, each worth more the fewer passages hold it.

It says how well an answer fits where the embedding model doesn't know the question's language.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from scrubjay.model.hit import Hit
from scrubjay.retrieval.query import LOOKED_AT, any_of
from scrubjay.retrieval.scope import Q
from scrubjay.storage import Connection
from scrubjay.text.names import query_terms
from scrubjay.text.scripts import runs, stored_word
from scrubjay.text.stems import beginning
from scrubjay.text.stop_words import STOP_WORDS

SCORE: Final = "held"
"""What such a share is called among a hit's scores."""


def is_paired(query: str) -> bool:
    """Whether a query has words that are looked up by pairs of signs."""
    return any(run.signs for run in runs(query))


def worth(connection: Connection, query: str) -> Mapping[str, float]:
    """The first words and pairs of a query, as texts hold them, with what each is worth."""
    (passages,) = connection.execute(Q.count_passages).fetchone()
    words = [term.text for term in query_terms(query) if term.kind in ("word", "part") and term.text not in STOP_WORDS]
    counted = {}
    for word in words[:LOOKED_AT]:
        (held,) = connection.execute(Q.count_word, {"match": any_of([stored_word(word)])}).fetchone()
        counted[beginning(word)] = math.log((passages + 1) / (held + 0.5))
    return counted


def with_shares(hits: Sequence[Hit], words: Mapping[str, float]) -> tuple[Hit, ...]:
    """The hits with the share of the words that each holds among their scores."""
    whole = sum(words.values())
    if whole <= 0:
        return tuple(hits)
    return tuple(replace(hit, scores={**hit.scores, SCORE: round(_held(hit, words) / whole, 6)}) for hit in hits)


def _held(hit: Hit, words: Mapping[str, float]) -> float:
    text = f"{hit.path} {hit.title} {hit.heading} {hit.text}".lower()
    return sum(value for word, value in words.items() if word in text)
