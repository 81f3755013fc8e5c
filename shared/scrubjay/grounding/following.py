"""Does a claim follow a source word by word, and what does it say in place of its words?

Who puts a statement freely shares few words with it, in another order. Who follows it and changes a word says
something else: the words around it vouch for nothing.
"""

import re
from collections import Counter
from collections.abc import Sequence
from difflib import SequenceMatcher
from functools import lru_cache

from scrubjay.grounding.tables import units
from scrubjay.grounding.terms import figures, numeral, stem
from scrubjay.model.stop_words import STOP_WORDS

CLOSE = 0.8
"""Of the words of a claim, and of those beside it, that are the same in the same order, where it follows them."""

NEAR = 0.7
"""The same where it takes the other word from near by."""

LEAST = 3
"""Words that both must share."""

_WORD = re.compile(r"[+-]?\d[\w.,:]*|%|[\w'’]+(?:[./:#@+]\w+)*")
_NOT = re.compile(r"(?i)\b([a-z]+?)n['’]t\b|\bcannot\b")
_TURNS = frozenset({"not", "no", "never", "none", "without"})
_HELPERS = frozenset({"do", "does", "did"})
_LINK = re.compile(r"\]\([^()\s]*(?:\s+\"[^\"]*\")?\)|\]\[[^\[\]]*\]")
_ARTICLES = frozenset({"a", "an", "the"})


def replaced(claim: str, sentences: Sequence[str], around: str) -> str:
    """What sentences in a row say where a claim, that else follows them, says another thing; "" where it doesn't.

    "Drained below the high mark" follows "drained below the low mark". What stands `around` them is near by.
    """
    one, ends = words(claim), [0]
    two = [word for sentence in sentences for word in words(sentence)]
    for sentence in sentences:
        ends.append(ends[-1] + len(words(sentence)))
    changes = SequenceMatcher(None, one, two, autojunk=False).get_opcodes()
    equal = [change for change in changes if change[0] == "equal"]
    shared = sum(b - a for _, a, b, _, _ in equal)
    if shared < LEAST:
        return ""
    start, end = equal[0][3], equal[-1][4]
    first = max(start - equal[0][1], max(place for place in ends if place <= start))
    last = min(end + len(one) - equal[-1][2], min(place for place in ends if place >= end))
    share = min(shared / len(one), shared / (last - first))
    if share < NEAR:
        return ""
    near, lost = frozenset(words(around)), Counter(two) - Counter(one)
    moved = [change for change in changes if change[0] != "equal"]
    turns = {word for _, a, b, _, _ in moved for word in one[a:b]} & {word for *_, c, d in moved for word in two[c:d]}
    if turns & _TURNS:
        return "not"
    for kind, a, b, c, d in changes:
        added = Counter(one) - Counter(two if a else two[first:last])  # what it speaks of may stand farther off
        put = [word for word in one[a:b] if word in added]
        said = [word for word in two[max(c, first) : min(d, last)] if word in lost]
        if (
            kind == "replace"
            and put
            and said
            and not _same_amount(one[a:b], two[c:d])
            and (share >= CLOSE or near.issuperset(put))
        ):
            return " ".join(said)
    return ""


def exchanged(claim: str, text: str) -> bool:
    """Whether a claim says all that a text does with two parts in each other's place: "A replaces B", "B replaces A".

    Who turns a sentence round without changing what it says needs other small words: "B is replaced by A".
    """
    one, two = words(claim), words(text)
    if one == two or sorted(one) != sorted(two) or _small(claim) != _small(text):
        return False
    ahead = next(place for place, (a, b) in enumerate(zip(one, two, strict=True)) if a != b)
    behind = next(place for place, (a, b) in enumerate(zip(reversed(one), reversed(two), strict=True)) if a != b)
    left, right = one[ahead : len(one) - behind], two[ahead : len(two) - behind]
    return any(
        left == right[-end:] + right[start:-end] + right[:start]
        for start in range(1, len(right))
        for end in range(1, len(right) - start)
    )


def _same_amount(put: list[str], said: list[str]) -> bool:
    """Whether words are nothing but figures with their units, and these the same: 3 min, 180 s."""
    here, there = (figures(" ".join(some)) for some in (put, said))
    bare = {form for one in (*here, *there) for form in (one.value, one.unit)}.issuperset((*put, *said))
    return bare and [one.amount for one in here] == [one.amount for one in there]


def _small(text: str) -> Counter[str]:
    """The stop words but for articles."""
    return Counter(word for word in re.findall(r"[a-z]+", text.lower()) if word in STOP_WORDS - _ARTICLES)


@lru_cache(maxsize=1_000)
def words(text: str, *, bare: bool = False) -> list[str]:
    """The words that are compared: stems without stop words, figures in one form; `bare` without negations."""
    plain = _NOT.sub(lambda found: f"{found.group(1) or 'can'} not", _LINK.sub("]", text))
    kept = [word.lower().rstrip(".,:") for word in _WORD.findall(plain)]
    return [
        units().get(word) or numeral(word) or stem(word)
        for word in kept
        if (word not in STOP_WORDS or word in _TURNS) and not (bare and word in _TURNS) and word not in _HELPERS
    ]
