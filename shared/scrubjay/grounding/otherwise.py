"""Does a source say otherwise? Only where its sentence is the claim but for one figure, name or negation."""

import re
from difflib import SequenceMatcher

from scrubjay.grounding.following import DENIALS, LEAST, words
from scrubjay.grounding.marks import unlinked, unmarked
from scrubjay.grounding.tables import units
from scrubjay.grounding.terms import contained_terms, figures, limits, names, negations, opposites, refusals, terms
from scrubjay.grounding.turning import opposed
from scrubjay.text.sentences import clauses
from scrubjay.text.stems import stem

MOST = 2
"""Words in place of which others stand; one more where both are figures."""

_BOUND = re.compile(r"\b(?:more|less|fewer|other|later|earlier|longer)\s+than\b|\bnot\s+(?:only|just)\b", re.IGNORECASE)


def contradicts(claim: str, sentence: str, *, code: bool = False) -> bool:
    """Whether a sentence says all of a claim with another figure, or a clause of it all with a negation turned.

    What `code` denies isn't seen by its words: "= False".
    """
    denied = not code and _denied(claim, sentence)
    return otherwise(claim, sentence) or _other_figure(claim, sentence) or denied


def _other_figure(claim: str, sentence: str) -> bool:
    """Whether a sentence holds all of a claim but one figure, and has as many figures, that one another."""
    claim_amounts, sentence_amounts = ([figure.amount for figure in figures(text)] for text in (claim, sentence))
    changed = [
        (claim_amount, sentence_amount)
        for claim_amount, sentence_amount in zip(claim_amounts, sentence_amounts, strict=False)
        if claim_amount != sentence_amount
    ]
    if len(claim_amounts) != len(sentence_amounts) or len(changed) != 1 or changed[0][0] in sentence_amounts:
        return False
    rest = terms(claim).content - {form for figure in figures(claim) for form in (figure.value, figure.unit)}
    of_a_kind = bool(changed[0][0][1]) == bool(changed[0][1][1])
    return of_a_kind and len(rest) >= LEAST and contained_terms(rest, sentence) == rest


def _denied(claim: str, sentence: str) -> bool:
    """Whether a clause holds all of a claim, and only one of both has a negation.

    A claim that denies isn't denied by what another clause denies, or what is limited or refused: "only one",
    "not two", "excluded"; nor is any by "no more than".
    """
    content, turned = terms(claim).content, bool(negations(claim))
    if turned and (negations(sentence) or limits(sentence) or refusals(sentence) - refusals(claim)):
        return False
    full = [
        (clause, turns)
        for clause in clauses(unlinked(unmarked(sentence)))
        if contained_terms(content, clause) | set((turns := opposed(claim, clause)).values()) >= content
    ]
    return (
        len(content) >= LEAST
        and bool(full)
        and all(
            (bool(negations(clause)) != turned) != bool(turns) and not _BOUND.search(clause) for clause, turns in full
        )
    )


def otherwise(claim: str, sentence: str) -> bool:
    """Whether two sentences differ in just one figure (with its unit), one name, or one negation. Symmetric."""
    if bool(negations(claim)) != bool(negations(sentence)) or (_denials(claim) + _denials(sentence)) % 2:
        claim_words, sentence_words = words(claim, bare=True), words(sentence, bare=True)
        return (
            claim_words == sentence_words
            and len(claim_words) >= LEAST
            and bool(_BOUND.search(claim)) == bool(_BOUND.search(sentence))
        )
    claim_words, sentence_words = words(claim), words(sentence)
    if abs(len(claim_words) - len(sentence_words)) > 1:
        return False
    changes = [
        change
        for change in SequenceMatcher(None, claim_words, sentence_words, autojunk=False).get_opcodes()
        if change[0] != "equal"
    ]
    if len(changes) != 1 or changes[0][0] != "replace":
        return False
    _, a, b, c, d = changes[0]
    left, right = " ".join(claim_words[a:b]), " ".join(sentence_words[c:d])
    counted = bool(figures(left) and figures(right))
    if len(claim_words) - (b - a) < LEAST or max(b - a, d - c) > (MOST + 1 if counted else MOST):
        return False
    if counted:
        return [figure.amount for figure in figures(left)] != [figure.amount for figure in figures(right)]
    measured = {left, right} <= frozenset(units().values())
    return measured or right in opposites(left) or (_is_name(left, claim) and _is_name(right, sentence))


def _denials(text: str) -> int:
    return sum(word in DENIALS for word in words(text))


def _is_name(words: str, text: str) -> bool:
    return words.lower() in {form for name in names(text) for form in (name.lower(), stem(name.lower()))}
