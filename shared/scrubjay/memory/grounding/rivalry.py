"""Rivals: two statements that are equal but for a figure, a version, a date, a name or a negation. Pure."""

from difflib import SequenceMatcher
from functools import lru_cache
from typing import Final

from scrubjay.memory.grounding.citations import unsourced
from scrubjay.memory.grounding.marks import unlinked, unmarked
from scrubjay.memory.grounding.prose import straight
from scrubjay.memory.grounding.tables import units
from scrubjay.memory.grounding.terms import figures, names, negations
from scrubjay.text.stems import stem
from scrubjay.text.words import Word, matches

FEWEST: Final = 2
"""Words that say what both are about, and that both have."""

_EMPTY: Final = frozenset("a an the do does did is are was were be been being has have had will shall".split())  # noqa: SIM905
"""Words that another form of a verb, or an article, brings along."""


def rival(claim: str, other: str) -> str:
    """What two rival statements differ in, such as "30 / 60"; empty where they are none. Symmetric but for order.

    Their sources don't count: "fixed in commit A" and "fixed in commit B" are two facts.
    """
    left, right = _parts(claim), _parts(other)
    if abs(len(left) - len(right)) > max(4, len(left) // 2):
        return ""
    forms = [form for form, _, _ in left], [form for form, _, _ in right]
    changes = [change for change in SequenceMatcher(None, *forms, autojunk=False).get_opcodes() if change[0] != "equal"]
    changed = [(left[a:b], right[c:d]) for _, a, b, c, d in changes]
    if not changed or len(changed) > 3 or not all(_telling(*pair) for pair in changed):
        return ""
    common = {form for form, _, telling in left if not telling} & {form for form, _, telling in right if not telling}
    if len(common - _EMPTY) < FEWEST:
        return ""
    removed, added = (" ".join(word for side in sides for _, word, _ in side) for sides in zip(*changed, strict=True))
    return f"{removed} / {added}"


Part = tuple[str, str, bool]
"""A word's form, the word as it is written, and whether it is a figure, a name or a negation."""


def _telling(left: list[Part], right: list[Part]) -> bool:
    """Whether two places differ in nothing but what makes rivals: each has a figure or name, or one of them denies."""
    sides = [[part for part in side if part[0] not in _EMPTY] for side in (left, right)]
    if not all(telling for side in sides for _, _, telling in side):
        return False
    if all(sides):
        return True
    return any(negations(word) for side in sides for _, word, _ in side)


@lru_cache(maxsize=2_000)
def _parts(text: str) -> list[Part]:
    plain = straight(unlinked(unmarked(unsourced(text))))
    named = {word.lower() for name in names(plain) for word in (name, *name.split())}
    found: list[Part] = []
    for match in matches(plain, Word.MEASURED):
        word = match.group().rstrip(".,:")
        low = word.lower()
        denies = bool(negations(word))
        counted = bool(figures(word)) or any(char.isdigit() for char in low)
        measured = low in units() and bool(found) and bool(figures(found[-1][1]))
        told = counted or measured or low in named or denies
        form = low if told or low in _EMPTY else stem(low)
        form = "not" if denies and low not in ("never", "no", "none", "without") else form
        form = next((figure.value for figure in figures(word) if not figure.unit), form)  # nine is 9
        found.append((form, word, told))
    return found
