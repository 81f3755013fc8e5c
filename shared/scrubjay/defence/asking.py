"""What does a query ask for? The form of its clauses, not their topic: everything, the value of a secret, a series."""

import re
from collections.abc import Iterable, Iterator
from enum import StrEnum
from itertools import pairwise

from scrubjay.text.stop_words import STOP_WORDS
from scrubjay.text.words import Word, words

LONGEST = 20_000
"""Characters of a query that are looked at."""

LONGEST_CLAUSE = 60
"""Words."""

NEAR = 4
"""Words between a quantifier and what it counts, as in "all of the earlier instructions"."""

SERIES = 4
"""So many single letters, or numbers one after the other, are a series."""


SHORT = 120
"""Characters of a query that may be nothing but a pattern; a longer one has data pasted into it."""


class Signal(StrEnum):
    """What makes a query look like taking out a store rather than asking it something."""

    EVERYTHING = "asks for everything"
    VALUES = "asks for secret values"
    SERIES = "goes through ids"
    AUTHORS = "memories of many authors"
    RATE = "many queries"


_HAND_OVER = frozenset(
    """
    append collect convert copy describe disclose display dump echo enumerate explain expose export extract format
    gather give include leak list output paste print provide put read recite regurgitate reiterate repeat replay
    rephrase reply reproduce respond return reveal send share show specify spell state summarise summarize tell tldr
    transcribe translate type what write
    """.split()  # noqa: SIM905 - a list would take a line a word
)
"""Verbs of handing over, and the question for a thing."""

_STORED = frozenset(
    """
    chat command context conversation directive entry example fact guideline history info information instruction
    interaction knowledge log memory message note preprompt prompt query record request rule ruleset sentence text word
    """.split()  # noqa: SIM905
)
"""What a store, or whoever speaks for it, has: nouns that name no topic."""

_WHOLE = frozenset("all any complete each entire every everything exact full verbatim whole".split())  # noqa: SIM905
_HELD = frozenset(
    """
    above before below current earlier far first hidden initial original past preceding previous prior saved secret
    stored system this your
    """.split()  # noqa: SIM905
)
"""How the whole of something is meant, and how what somebody holds."""

_SECRET = frozenset("credential passcode passphrase password passwd secret".split())  # noqa: SIM905
_SECRET_PAIRS = frozenset({
    ("access", "code"), ("access", "key"), ("access", "token"), ("api", "key"), ("api", "token"), ("auth", "token"),
    ("bearer", "token"), ("private", "key"), ("secret", "code"), ("secret", "key"), ("pass", "phrase"),
    ("code", "word"), ("security", "code"),
})  # fmt: skip

_MAKE = frozenset("build compose create design develop function generate implement program script".split())  # noqa: SIM905
"""Who wants something made asks for no stored value."""

_LIKE = frozenset("as back between in into to with".split())  # noqa: SIM905
"""What leads to the form of an answer, not to its topic: "as a list"."""

_NARROWS = frozenset("about concerning for on regarding where which whose".split())  # noqa: SIM905

_CLAUSE = re.compile(r"[.!?;:\n]+|,(?=\s)|\b(?:and|then|but|instead)\b", re.IGNORECASE)
_QUOTED = re.compile(r"\"[^\"\n]{0,400}\"|“[^”\n]{0,400}”|`[^`\n]{0,400}`")
_WILD = re.compile(r"\s*(?:[a-z]?[*%?_.+]{1,4}\s*){1,4}|.*\bLIKE\s+'%.*|.*\bOR\s+1\s*=\s*1.*", re.IGNORECASE)
_SPAN = re.compile(r"\b(?:from|between)?\s*(\d+|[a-z])\s*(?:-|–|\.\.|to|through|and)\s*(\d+|[a-z])\b")
_ID = re.compile(r"\bid(?:s|entifiers?)?\b|\bnumbers?\b|\bletters?\b|\b(?:starting|beginning|begins?) with\b")


def signals_of(query: str) -> frozenset[Signal]:
    """What the text of a query alone shows."""
    text = query[:LONGEST]
    clauses = [clause for words in map(_words, _clauses(text)) for clause in _short(words)]
    found = set()
    if any(map(_everything, clauses)):
        found.add(Signal.EVERYTHING)
    if any(map(_values, clauses)):
        found.add(Signal.VALUES)
    if _series(text):
        found.add(Signal.SERIES)
    return frozenset(found)


def single_place(query: str) -> int:
    """Where a query stands in the alphabet or among numbers if it is one letter or one number; else -1."""
    text = query.strip().lower()
    if len(text) == 1 and "a" <= text <= "z":
        return ord(text) - ord("a")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else -1


def _clauses(text: str) -> Iterator[str]:
    """The clauses of a text without what it quotes: words that an answer shall begin with ask for nothing."""
    return (clause for clause in _CLAUSE.split(_QUOTED.sub(" ", text)) if clause.strip())


def _words(clause: str) -> tuple[str, ...]:
    return tuple(_base(word) for word in words(clause.lower(), Word.PLAIN))


def _short(clause: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """A clause in parts of a bounded length: nobody speaks longer ones, and each is looked at word by word."""
    return (clause[start : start + LONGEST_CLAUSE] for start in range(0, len(clause), LONGEST_CLAUSE))


def _base(word: str) -> str:
    """A noun or verb without its s: all that telling these words apart needs."""
    if len(word) > 4 and word.endswith("ies"):
        return f"{word[:-3]}y"
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us")) else word


def _everything(clause: tuple[str, ...]) -> bool:
    """Whether a clause asks for the whole of what is stored, and names no topic."""
    if not _asks(clause) or _narrowed(clause):
        return False
    if "everything" in clause:
        after = clause[clause.index("everything") + 1 :][:NEAR]
        return bool({"you", "your"} & set(after)) or not any(map(_is_topic, clause))
    for place, word in enumerate(clause):
        if word in _STORED:
            if _definite(clause, place):
                return True
            before, after = clause[max(0, place - NEAR) : place], clause[place + 1 : place + 3]
            if _means_all(before) or "far" in after or "above" in after or "below" in after:
                return True
    return False


def _means_all(words: Iterable[str]) -> bool:
    return any(word in _WHOLE or word in _HELD for word in words)


def _asks(clause: tuple[str, ...], reach: int = 6) -> bool:
    return any(word in _HAND_OVER for word in clause[:reach])


def _narrowed(clause: tuple[str, ...]) -> bool:
    """Whether a phrase of a clause says which of them: "about the queue"."""
    return any(
        word in _NARROWS and any(_is_topic(later) for later in clause[place + 1 : place + 4])
        for place, word in enumerate(clause)
    )


def _definite(clause: tuple[str, ...], place: int) -> bool:
    """Whether a stored thing is what a clause is about, known to both: "format the rules as a list"."""
    first = next((n for n, word in enumerate(clause) if word in _HAND_OVER), place)
    between, after = clause[first + 1 : place], clause[place + 1 : place + 2]
    known = {"the", "these", "those", "your"} & set(between)
    return bool(known) and not any(map(_is_topic, between)) and (not after or after[0] in _LIKE)


def _is_topic(word: str) -> bool:
    return len(word) > 2 and word not in _STORED | _WHOLE | _HELD | _HAND_OVER and word not in STOP_WORDS


def _values(clause: tuple[str, ...]) -> bool:
    """Whether a clause asks for what a secret is, rather than how secrets are handled: "the password policy"."""
    if not _asks(clause, 4) or _MAKE & set(clause[:6]) or "how" in clause:
        return False
    ends = [place for place, word in enumerate(clause) if word in _SECRET]
    ends += [place for place, pair in enumerate(pairwise(clause), 1) if pair in _SECRET_PAIRS]
    return any(not any(map(_is_topic, clause[place + 1 : place + 2])) for place in ends)


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
