"""Does a sentence turn a claim round: by a negation, by an opposite, or by what it limits?"""

import re

from scrubjay.grounding.following import DENIALS, crossed, exchanged, mispaired, replaced
from scrubjay.grounding.marks import unlinked, unmarked
from scrubjay.grounding.passage import Passage
from scrubjay.grounding.speaks import SHARE, share_of
from scrubjay.grounding.terms import contained_terms, every_stem, limited, limits, opposites, refusals, sides, terms
from scrubjay.text.sentences import clauses
from scrubjay.text.stems import stem
from scrubjay.text.stop_words import STOP_WORDS

_RELATING = frozenset(map(stem, STOP_WORDS))
"""Small words, such as "before", relate what stands on both their sides; so does what is followed by "than"."""

_WIDE = re.compile(r"\b(?:all|also|any|both|each|every)\b", re.IGNORECASE)
"""What a claim says that holds for more than the one that a source limits it to."""

_SOLE = frozenset({"only", "except"})
"""Limits that say what isn't."""

SOME = 0.4
"""Of a claim's content words, from where on an affirming claim is turned by a sentence."""

TURNED = 0.7
"""Of them that a sentence says: if only one of both has a negation, it says the opposite."""


def differing(claim: str, sentence: str) -> str:
    """The negation that only one of both has, or the word that one of both turns round; empty where they agree."""
    claim_negations, sentence_negations = terms(claim).negations, terms(sentence).negations
    if bool(claim_negations) != bool(sentence_negations):
        return "" if deny_alike(claim, sentence) else ", ".join(sorted(claim_negations ^ sentence_negations))
    return "" if claim_negations else ", ".join(opposed(claim, sentence))


def deny_alike(claim: str, sentence: str) -> bool:
    """Whether what only one of both denies the other says by a word of its own: "excluded", or the opposite."""
    claim_negations, sentence_negations = terms(claim).negations, terms(sentence).negations
    if bool(claim_negations) == bool(sentence_negations):
        return False
    denial, other = (claim, sentence) if claim_negations else (sentence, claim)
    return bool(opposed(claim, sentence)) or refuses(denial, other)


def refuses(denial: str, other: str) -> bool:
    """Whether a text says by a word of its own what a denial says by a negation: "excluded" and "not indexed"."""
    return bool(refusals(other) - refusals(denial) or (limits(other) & _SOLE) - limits(denial))


def is_turned(claim: str, sentence: str, above: str = "") -> bool:
    """Whether a sentence turns a claim round in the clause that says most of it, or says all of it and limits it.

    Who denies in other words is hard to tell from who denies another thing: it must say nearly all of what it denies.
    """
    claim_words = terms(claim).content
    read = sentence if terms(claim).negations else f"{above}\n{sentence}"
    sentence_words = contained_terms(claim_words, read) | set(opposed(claim, sentence).values())
    share = len(sentence_words) / len(claim_words) if claim_words else 0.0
    affirms = not terms(claim).negations and not limits(claim)
    if share >= SHARE and affirms and _WIDE.search(claim) and "only" in limits(sentence):
        return True
    if share >= (TURNED if terms(claim).negations else SOME) and differing(claim, sentence):
        if bool(terms(claim).negations) == bool(terms(sentence).negations):
            return True
        parts = clauses(unlinked(unmarked(sentence)))
        most = min(TURNED, max(share_of(claim, clause) for clause in parts))
        return all(differing(claim, clause) for clause in parts if share_of(claim, clause) >= most)
    return (
        share == 1
        and not limits(claim)
        and any(not share_of(claim, limit) for limit in limited(_limiting(claim, sentence)))
    )


def altered(claim: str, passage: Passage, nearest: int) -> str:
    """What a passage, by the number of its nearest sentence, says in place of what a claim that follows it says."""
    sentence = passage.sentences[nearest]
    for candidates in dict.fromkeys(((sentence,), passage.sentences)):
        other = replaced(claim, candidates, passage.text, passage.heading)
        if other and not (other in DENIALS and deny_alike(claim, sentence)):
            return other
    return "order" if any(moves(claim, sentence) for moves in (exchanged, crossed, mispaired)) else ""


def _limiting(claim: str, sentence: str) -> str:
    """A sentence, without "only" in other clauses than one that says all of a claim."""
    covering = [clause for clause in clauses(unlinked(unmarked(sentence))) if share_of(claim, clause) == 1]
    free = any("only" not in limits(clause) for clause in covering)
    return re.sub(r"(?i)\bonly\b", "", sentence) if free else sentence


def opposed(claim: str, sentence: str) -> dict[str, str]:
    """The stems of a sentence that are the opposite of one of a claim's, which it doesn't hold; with that one."""
    claim_stems, sentence_stems = every_stem(claim), every_stem(sentence)
    pairs = (
        (stem, opposite)
        for stem in claim_stems - sentence_stems
        for opposite in opposites(stem) & (sentence_stems - claim_stems)
    )
    return {opposite: pair for pair, opposite in pairs if not _changes_sides(pair, claim, opposite, sentence)}


def _changes_sides(word: str, claim: str, other: str, sentence: str) -> bool:
    """Whether what a claim has on one side of a word a sentence has on the other of its opposite.

    "A ends after B" and "B before A ends" are one and the same.
    """
    before, behind = (terms(part).content for part in sides(word, claim))
    ahead, after = (terms(part).content for part in sides(other, sentence))
    relates = word in _RELATING or "than" in claim.split()
    return relates and bool((behind - before) & (ahead - after) or (before - behind) & (after - ahead))
