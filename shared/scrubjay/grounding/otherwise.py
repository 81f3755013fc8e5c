"""Does a source say otherwise? Only where its sentence is the claim but for one figure, name or negation."""

import re
from difflib import SequenceMatcher
from functools import lru_cache

from scrubjay.grounding.sentences import clauses
from scrubjay.grounding.terms import figures, held, names, negations, opposites, stem, terms
from scrubjay.model.stop_words import STOP_WORDS

FOLLOWS = 0.6
"""Of a claim's words that a sentence has in the same order, where the claim follows it."""

RUN = 2
"""Words that follow in both where only what they speak of is another."""

LEAST = 3
"""Content words that both must share."""

_WORD = re.compile(r"[+-]?\d[\w.,:]*|%|[\w'’]+(?:[-./:#@+]\w+)*")
_NOT = re.compile(r"(?i)\b([a-z]+?)n['’]t\b|\bcannot\b")
_HELPERS = frozenset({"do", "does", "did"})


def contradicts(claim: str, sentence: str) -> bool:
    """Whether a sentence says all of a claim with another figure, or a clause of it all with a negation turned."""
    return otherwise(claim, sentence) or _other_figure(claim, sentence) or _denied(claim, sentence)


def _other_figure(claim: str, sentence: str) -> bool:
    """Whether a sentence holds all of a claim but one figure, and has as many figures, that one another."""
    here, there = ([(one.value, one.unit) for one in figures(text)] for text in (claim, sentence))
    changed = [(one, two) for one, two in zip(here, there, strict=False) if one != two]
    if len(here) != len(there) or len(changed) != 1 or changed[0][0] in there:
        return False
    rest = terms(claim).content - {form for one in here for form in one}
    of_a_kind = bool(changed[0][0][1]) == bool(changed[0][1][1])
    return of_a_kind and len(rest) >= LEAST and held(rest, sentence) == rest


def _denied(claim: str, sentence: str) -> bool:
    """Whether a clause holds all of a claim, and only one of both has a negation."""
    content, turned = terms(claim).content, bool(negations(claim))
    full = [clause for clause in clauses(sentence) if held(content, clause) == content]
    return len(content) >= LEAST and bool(full) and all(bool(negations(clause)) != turned for clause in full)


def otherwise(claim: str, sentence: str) -> bool:
    """Whether two sentences differ in just one figure (with its unit), one name, or one negation. Symmetric."""
    if bool(negations(claim)) != bool(negations(sentence)):
        return _words(claim, bare=True) == _words(sentence, bare=True) and len(_words(claim, bare=True)) >= LEAST
    one, two = _words(claim), _words(sentence)
    if abs(len(one) - len(two)) > 1:
        return False
    changes = [
        change for change in SequenceMatcher(None, one, two, autojunk=False).get_opcodes() if change[0] != "equal"
    ]
    if len(changes) != 1 or changes[0][0] != "replace":
        return False
    _, a, b, c, d = changes[0]
    if len(one) - (b - a) < LEAST or max(b - a, d - c) > 2:
        return False
    left, right = " ".join(one[a:b]), " ".join(two[c:d])
    if figures(left) and figures(right):
        return [(f.value, f.unit) for f in figures(left)] != [(f.value, f.unit) for f in figures(right)]
    return right in opposites(left) or (_is_name(left, claim) and _is_name(right, sentence))


def substituted(claim: str, sentence: str, around: str) -> str:
    """What a sentence speaks of where a claim, that else follows it, speaks of another thing near by; or "".

    "Kafka is an append-only log" follows "Redis is an append-only log, and Kafka is a stream". A word that stands
    nowhere `around` may be another for the same.
    """
    one, two = _words(claim), _words(sentence)
    changes = SequenceMatcher(None, one, two, autojunk=False).get_opcodes()
    if sum(b - a for kind, a, b, _, _ in changes if kind == "equal") < FOLLOWS * len(one):
        return ""
    kind, _, end, first, last = changes[0]
    follows = kind == "replace" and changes[1][2] - end >= RUN
    borrowed = follows and frozenset(_words(around)).issuperset(one[:end]) and not set(two[first:last]) & set(one)
    return " ".join(two[max(first, last - end) : last]) if borrowed else ""


def _is_name(words: str, text: str) -> bool:
    return words.lower() in {name.lower() for name in names(text)}


@lru_cache(maxsize=1_000)
def _words(text: str, *, bare: bool = False) -> list[str]:
    """The words that are compared: stems without stop words, figures as they stand; `bare` without negations."""
    plain = _NOT.sub(lambda found: f"{found.group(1) or 'can'} not", text)
    kept = [word.lower().rstrip(".,:") for word in _WORD.findall(plain)]
    turned = {"not", "no", "never", "none", "without"}
    return [
        stem(word)
        for word in kept
        if (word not in STOP_WORDS or word in turned) and not (bare and word in turned) and word not in _HELPERS
    ]
