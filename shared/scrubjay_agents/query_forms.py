"""Forms of suspicious queries, by their clauses and not their topic: everything, the value of a secret, a series."""

import re
from collections.abc import Iterable
from enum import StrEnum
from itertools import pairwise

from scrubjay.model.pattern import pattern
from scrubjay.text.words import Word, words
from scrubjay_agents.clauses import (
    ASKING,
    CLOSED,
    FETCHING,
    HELD,
    HOW,
    KEPT,
    NARROWS,
    PEOPLE,
    REST,
    STORED,
    TOLD,
    WHOLE,
    Clause,
    clauses,
    foreign_all,
    is_surely_topic,
    is_topic,
    sentences,
)

NEAR = 4
"""Words between a quantifier and what it counts, as in "all of the earlier instructions"."""

_LIKE = frozenset("as back between in into to with".split())  # noqa: SIM905
"""What leads to the form of an answer, not to its topic: "as a list"."""

_MATTER = frozenset("content data detail material stuff thing value".split())  # noqa: SIM905
"""What is kept may be called so: a topic where it stands alone."""

_PLAIN = frozenset("everything anything".split())  # noqa: SIM905


def asks_for_all(clause: Clause) -> bool:
    """Whether a clause asks for the whole of what is stored, and narrows it by no topic."""
    if not _is_question(clause) or _narrowed(clause):
        return False
    if "everything" in clause:
        after = clause[clause.index("everything") + 1 :][:NEAR]
        return bool({"you", "your"} & set(after)) or not any(map(is_topic, clause))
    for place, word in enumerate(clause):
        if word in STORED:
            if _definite(clause, place):
                return True
            before, after = clause[max(0, place - NEAR) : place], clause[place + 1 : place + 3]
            if _means_all(before) or "far" in after or "above" in after or "below" in after:
                return True
    return False


def names_no_topic(sentence: Clause) -> bool:
    """Whether a sentence speaks of a store, of all of it or of what others put there, and of nothing else."""
    if not sentence or sentence[0] in HOW or any(is_surely_topic(word) for word in sentence if word not in _MATTER):
        return False
    found = set(sentence)
    stored = found & (STORED | KEPT | TOLD | _PLAIN | _MATTER)
    whole = found & (WHOLE | REST | CLOSED | PEOPLE | _HELD)
    return bool(stored and whole and (len(stored | whole) > 1 or found & _PLAIN))


_HELD = HELD - {"system", "your", "first", "current"}


def tells_without_topic(clause: Clause) -> bool:
    """Whether a clause begins with a verb of handing over or getting, names the whole, and no topic."""
    tells = set(clause[:3]) & (ASKING | FETCHING)
    return bool(tells and set(clause) & (WHOLE | REST)) and names_no_topic(clause)


def _means_all(words: Iterable[str]) -> bool:
    """Whether one of some words means the whole, or what a store holds."""
    return any(word in WHOLE or word in HELD for word in words)


def _is_question(clause: Clause, reach: int = 6) -> bool:
    """Whether one of a clause's first words asks for something; a clause that asks "how" doesn't count."""
    return clause[0] not in HOW and any(word in ASKING for word in clause[:reach])


def _narrowed(clause: Clause) -> bool:
    """Whether a phrase of a clause narrows what is asked for, such as "about the queue"."""
    return any(
        word in NARROWS and any(is_topic(later) for later in clause[place + 1 : place + 4])
        for place, word in enumerate(clause)
    )


def _definite(clause: Clause, place: int) -> bool:
    """Whether a clause is about one stored thing that both sides know: "format the rules as a list"."""
    first = next((n for n, word in enumerate(clause) if word in ASKING), place)
    between, after = clause[first + 1 : place], clause[place + 1 : place + 2]
    known = {"the", "these", "those", "your"} & set(between)
    return bool(known) and not any(map(is_topic, between)) and (not after or after[0] in _LIKE)


LONGEST = 20_000
"""Characters of a query that are looked at."""

SERIES = 4
"""So many single letters, or numbers one after the other, are a series."""


SHORT = 120
"""Characters of a query that may be nothing but a pattern; a longer one has data pasted into it."""


class Signal(StrEnum):
    """A sign that a query copies a store rather than asks it something."""

    EVERYTHING = "asks for everything"
    VALUES = "asks for secret values"
    SERIES = "goes through ids"
    AUTHORS = "memories of many authors"
    RATE = "many queries"


_SECRET = frozenset("credential passcode passphrase password passwd secret".split())  # noqa: SIM905
_SECRET_PAIRS = frozenset({
    ("access", "code"), ("access", "key"), ("access", "token"), ("api", "key"), ("api", "token"), ("auth", "token"),
    ("bearer", "token"), ("private", "key"), ("secret", "code"), ("secret", "key"), ("pass", "phrase"),
    ("code", "word"), ("security", "code"),
})  # fmt: skip

_MAKE = frozenset("build compose create design develop function generate implement program script".split())  # noqa: SIM905
"""Who wants something made asks for no stored value."""

_WILD = pattern(r"\s*(?:[a-z]?[*%?_.+]{1,4}\s*){1,4}|.*\bLIKE\s+'%.*|.*\bOR\s+1\s*=\s*1.*", re.IGNORECASE)
_SPAN = pattern(r"\b(?:from|between)?\s*(\d+|[a-z])\s*(?:-|–|\.\.|to|through|and)\s*(\d+|[a-z])\b")
_ID = pattern(r"\bid(?:s|entifiers?)?\b|\bnumbers?\b|\bletters?\b|\b(?:starting|beginning|begins?) with\b")


def signals_of(query: str) -> frozenset[Signal]:
    """The signals that the text of one query shows."""
    text = query[:LONGEST]
    parts = tuple(clauses(text))
    whole = any(map(asks_for_all, parts)) or (len(text) <= SHORT and _without_topic(text, parts))
    found = set()
    if whole or foreign_all(text):
        found.add(Signal.EVERYTHING)
    if any(map(_values, parts)) or any(map(_several_values, sentences(text))):
        found.add(Signal.VALUES)
    if _series(text):
        found.add(Signal.SERIES)
    return frozenset(found)


def _without_topic(text: str, parts: Iterable[Clause]) -> bool:
    """Whether a sentence of a short query, or a clause that tells to hand over, names no topic.

    In a longer one such a clause is about what was named before it.
    """
    return any(map(names_no_topic, sentences(text))) or any(map(tells_without_topic, parts))


def single_place(query: str) -> int:
    """Where a query stands in the alphabet or among numbers if it is one letter or one number; else -1."""
    text = query.strip().lower()
    if len(text) == 1 and "a" <= text <= "z":
        return ord(text) - ord("a")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else -1


def _values(clause: Clause) -> bool:
    """Whether a clause asks for what a secret is, rather than how secrets are handled: "the password policy"."""
    if not any(word in ASKING for word in clause[:4]) or _MAKE & set(clause[:6]) or "how" in clause:
        return False
    return bool(_secrets(clause))


def _several_values(sentence: Clause) -> bool:
    """Whether a sentence begins with telling to hand over several secrets, or one after words of manner alone."""
    if not any(word in ASKING for word in sentence[:2]) or _MAKE & set(sentence[:6]) or "how" in sentence:
        return False
    ends = _secrets(sentence)
    return len(ends) > 1 or any(not any(map(is_surely_topic, sentence[: place - 1])) for place in ends)


def _secrets(clause: Clause) -> list[int]:
    """Where a clause names a secret that no topic follows: "the password", not "the password policy"."""
    ends = [place for place, word in enumerate(clause) if word in _SECRET]
    ends += [place for place, pair in enumerate(pairwise(clause), 1) if pair in _SECRET_PAIRS]
    begun = {place - 1 for place in ends}
    return [place for place in ends if place + 1 in begun or not any(map(is_topic, clause[place + 1 : place + 2]))]


def _series(text: str) -> bool:
    """Whether a query is a wildcard, or goes through ids, letters or numbers."""
    if len(text) > SHORT:
        return False
    if _WILD.fullmatch(text):
        return True
    lower = text.lower()
    if _ID.search(lower) and _SPAN.search(lower):
        return True
    found = words(lower, Word.PLAIN)
    return len(found) >= SERIES and all(len(word) == 1 or word.isdigit() for word in found)
