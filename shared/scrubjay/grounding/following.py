"""Does a claim follow a source word by word, and what does it say in place of its words?

Who puts a statement freely shares few words with it, in another order. Who follows it and changes a word says
something else: the words around it vouch for nothing.
"""

import re
from collections import Counter
from collections.abc import Sequence
from difflib import SequenceMatcher
from functools import lru_cache
from itertools import accumulate, pairwise
from typing import NamedTuple

from scrubjay.grounding.marks import unmarked
from scrubjay.grounding.tables import units
from scrubjay.grounding.terms import figures, numeral, refusals
from scrubjay.text.stems import stem
from scrubjay.text.stop_words import STOP_WORDS
from scrubjay.text.words import Word
from scrubjay.text.words import words as split_words

CLOSE = 0.8
"""Of the words of a claim, and of those beside it, that are the same in the same order, where it follows them."""

NEAR = 0.7
"""The same where it takes the other word from near by."""

LEAST = 3
"""Words that both must share."""

_SHORT = {None: "can", "ca": "can", "wo": "will", "sha": "shall"}
_NOT = re.compile(r"(?i)\b([a-z]+?)n['’]t\b|\bcannot\b")
DENIALS = frozenset({"not", "no", "never", "none", "without"})
"""Words of which one of two statements, else alike, makes the opposite of the other."""

_FIRM = frozenset({"alway", "ever", "longer", "still"})
"""Stems of words that stand where another text denies: "still" for "no longer"."""

_DIRECTIONS = ("to", "from", "into", "before", "after", "than", "instead")
_HELPERS = frozenset({"do", "make"})
"""Stems of verbs that say nothing beside another: "makes use of"."""
_LINK = re.compile(r"\]\([^()\s]*(?:\s+\"[^\"]*\")?\)|\]\[[^\[\]]*\]")
_ARTICLES = frozenset({"a", "an", "the"})


def replaced(claim: str, sentences: Sequence[str], around: str, heading: Sequence[str] = ()) -> str:
    """What sentences in a row say where a claim, that else follows them, says another thing; "" where it doesn't.

    "Drained below the high mark" follows "drained below the low mark"; so does who adds or drops a "not". What stands
    `around` them is near by.
    """
    claim_words, parts = words(claim), [words(sentence) for sentence in sentences]
    source_words = [word for part in parts for word in part]
    changes, beside = compared(claim_words, source_words, list(accumulate(map(len, parts), initial=0)))
    shared = len(claim_words) - sum(len(change.claim_words) for change in changes)
    share = min(shared / len(claim_words), shared / len(beside)) if shared >= LEAST else 0.0
    if share < NEAR:
        return ""
    turned = [turn for change in changes if (turn := change.turns)]
    if turned and share >= CLOSE:
        return turned[0]
    above = frozenset(words("\n".join(heading)))
    context_words, lost = frozenset(words(around)), Counter(source_words) - Counter(claim_words)
    for change in changes:
        added = Counter(claim_words) - Counter(
            beside if change.opens else source_words
        )  # what it speaks of may stand farther off
        put, removed_words = (
            [word for word in side if word in new]
            for side, new in ((change.claim_words, added), (change.source_words, lost))
        )
        put = [word for word in put if word not in above]
        if (
            put
            and removed_words
            and not change.is_one_amount
            and not change.denies_alike
            and (share >= CLOSE or context_words.issuperset(put))
        ):
            written = dict(pair for sentence in sentences for pair in _pairs(sentence))
            return " ".join(written[word] for word in removed_words)
    return ""


class _Replacement(NamedTuple):
    """Words of a claim and those that a text has in their place; `opens` where they are the claim's first."""

    claim_words: list[str]
    source_words: list[str]
    opens: bool

    @property
    def _denying(self) -> list[list[str]]:
        pair = [
            [word for word in side if word in DENIALS or refusals(word)]
            for side in (self.claim_words, self.source_words)
        ]
        if all(pair) or not (self.claim_words and self.source_words):
            return pair
        return [[word for word in side if word in DENIALS] for side in pair]

    @property
    def denies_alike(self) -> bool:
        """Whether both deny, each in its own word: "without", "missing"."""
        return all(self._denying)

    @property
    def turns(self) -> str:
        """The word by which one of both denies, or refuses, what the other doesn't; else ""."""
        return "" if self.denies_alike else next((word for side in self._denying for word in side), "")

    @property
    def is_one_amount(self) -> bool:
        """Whether both are nothing but figures with their units, and these the same: 3 min, 180 s."""
        new_figures, old_figures = (figures(" ".join(side)) for side in (self.claim_words, self.source_words))
        forms = {form for figure in (*new_figures, *old_figures) for form in (figure.value, figure.unit)}
        return forms.issuperset((*self.claim_words, *self.source_words)) and [
            figure.amount for figure in new_figures
        ] == [figure.amount for figure in old_figures]


def compared(claim_words: list[str], source_words: list[str], ends: list[int]) -> tuple[list[_Replacement], list[str]]:
    """How a claim's words differ from those that they stand beside; and these, not beyond the `ends` of sentences."""
    codes = SequenceMatcher(None, claim_words, source_words, autojunk=False).get_opcodes()
    equal = [code for code in codes if code[0] == "equal"]
    if not equal:
        return [_Replacement(claim_words, [], opens=True)], []
    start, end = equal[0][3], equal[-1][4]
    first = max(start - equal[0][1], max(place for place in ends if place <= start))
    last = min(end + len(claim_words) - equal[-1][2], min(place for place in ends if place >= end))
    changed = (code for code in codes if code[0] != "equal")
    return [
        _Replacement(claim_words[a:b], source_words[max(c, first) : min(d, last)], a == 0) for _, a, b, c, d in changed
    ], source_words[first:last]


def exchanged(claim: str, text: str) -> bool:
    """Whether a claim says all that a text does with two parts in each other's place: "A replaces B", "B replaces A".

    Who turns a sentence round without changing what it says needs other small words: "B is replaced by A".
    """
    claim_words, text_words = words(claim), words(text)
    if claim_words == text_words or sorted(claim_words) != sorted(text_words) or _small(claim) != _small(text):
        return False
    ahead = next(place for place, (a, b) in enumerate(zip(claim_words, text_words, strict=True)) if a != b)
    behind = next(
        place for place, (a, b) in enumerate(zip(reversed(claim_words), reversed(text_words), strict=True)) if a != b
    )
    left, right = claim_words[ahead : len(claim_words) - behind], text_words[ahead : len(text_words) - behind]
    return any(
        left == right[-end:] + right[start:-end] + right[:start]
        for start in range(1, len(right))
        for end in range(1, len(right) - start)
    )


def crossed(claim: str, text: str) -> bool:
    """Whether what both have on either side of a word of direction has changed sides: "from A to B", "A to B"."""
    claim_ranges, text_ranges = _ranged(claim), _ranged(text)
    for key in claim_ranges.keys() & text_ranges.keys():
        (before, behind), (ahead, after) = claim_ranges[key], text_ranges[key]
        if (behind - before) & (ahead - after) and (before - behind) & (after - ahead):
            return True
    return False


def mispaired(claim: str, text: str) -> bool:
    """Whether two figures stand in another order than in a text while what they are said of doesn't."""
    claim_words, text_words = words(claim), words(text)
    places = {
        word: text_words.index(word) for word in claim_words if claim_words.count(word) == text_words.count(word) == 1
    }
    clauses: list[list[str]] = [[]]  # what stands before each figure, behind the one before it
    numbers: list[str] = []
    for word in places:
        if word[0].isdigit():
            numbers.append(word)
            clauses.append([])
        else:
            clauses[-1].append(word)
    pairs = zip(pairwise(numbers), pairwise(clauses), strict=False)
    return any(
        places[first] > places[second] and any(places[left] < places[right] for left in pair for right in other_pair)
        for (first, second), (pair, other_pair) in pairs
    )


def _ranged(text: str) -> dict[str, tuple[frozenset[str], frozenset[str]]]:
    """The words of direction that a text has once, each with the words before and behind it."""
    split = ((direction, re.split(rf"(?i)\b{direction}\b", text)) for direction in _DIRECTIONS)
    return {
        direction: (frozenset(words(part[0])), frozenset(words(part[1]))) for direction, part in split if len(part) == 2
    }


def _small(text: str) -> Counter[str]:
    """The stop words but for articles."""
    return Counter(word for word in split_words(text.lower(), Word.ENGLISH) if word in STOP_WORDS - _ARTICLES)


def words(text: str, *, bare: bool = False) -> list[str]:
    """The words that are compared: stems without stop words, figures in one form; `bare` without negations."""
    return [form for form, _ in _pairs(text) if not (bare and form in DENIALS | _FIRM)]


def _is_small(low: str) -> bool:
    """Whether a word says nothing by itself; nor does one that is drawn together with a verb: "it's", "you'll"."""
    return low in STOP_WORDS or re.split("['’]", low)[0] in STOP_WORDS


@lru_cache(maxsize=1_000)
def _pairs(text: str) -> tuple[tuple[str, str], ...]:
    """Each word in the form that is compared, and as it is written."""
    plain = _NOT.sub(lambda match: f"{_SHORT.get(match.group(1), match.group(1))} not", _LINK.sub("]", unmarked(text)))
    measured = (word.rstrip(".,:") for word in split_words(plain, Word.MEASURED))
    return tuple(
        (units().get(low) or numeral(low) or stem(low), word)
        for word in measured
        if ((low := word.lower()) in DENIALS or not _is_small(low)) and stem(low) not in _HELPERS
    )
