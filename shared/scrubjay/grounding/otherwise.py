"""Does a source say otherwise? Only where its sentence is the claim but for one figure, name or negation."""

import re
from difflib import SequenceMatcher

from scrubjay.grounding.terms import figures, names, negations, opposite, stem
from scrubjay.model.stop_words import STOP_WORDS

LEAST = 3
"""Content words that both must share."""

_WORD = re.compile(r"[+-]?\d[\w.,:]*|%|[\w'’]+(?:[-./:#@+]\w+)*")
_NOT = re.compile(r"(?i)\b([a-z]+?)n['’]t\b|\bcannot\b")
_HELPERS = frozenset({"do", "does", "did"})


def otherwise(claim: str, sentence: str) -> bool:
    """Whether two sentences differ in just one figure (with its unit), one name, or one negation. Symmetric."""
    if bool(negations(claim)) != bool(negations(sentence)):
        return _words(claim, bare=True) == _words(sentence, bare=True) and len(_words(claim, bare=True)) >= LEAST
    one, two = _words(claim), _words(sentence)
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
    return opposite(left, right) or (_is_name(left, claim) and _is_name(right, sentence))


def _is_name(words: str, text: str) -> bool:
    return words.lower() in {name.lower() for name in names(text)}


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
