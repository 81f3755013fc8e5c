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
    one, parts = words(claim), [words(sentence) for sentence in sentences]
    two = [word for part in parts for word in part]
    changes, beside = compared(one, two, list(accumulate(map(len, parts), initial=0)))
    shared = len(one) - sum(len(change.put) for change in changes)
    share = min(shared / len(one), shared / len(beside)) if shared >= LEAST else 0.0
    if share < NEAR:
        return ""
    turned = [turn for change in changes if (turn := change.turns)]
    if turned and share >= CLOSE:
        return turned[0]
    above = frozenset(words("\n".join(heading)))
    near, lost = frozenset(words(around)), Counter(two) - Counter(one)
    for change in changes:
        added = Counter(one) - Counter(beside if change.opens else two)  # what it speaks of may stand farther off
        put, said = ([word for word in some if word in new] for some, new in ((change.put, added), (change.said, lost)))
        put = [word for word in put if word not in above]
        if (
            put
            and said
            and not change.is_one_amount
            and not change.denies_alike
            and (share >= CLOSE or near.issuperset(put))
        ):
            written = dict(pair for sentence in sentences for pair in _pairs(sentence))
            return " ".join(written[word] for word in said)
    return ""


class _Replacement(NamedTuple):
    """Words of a claim and those that a text has in their place; `opens` where they are the claim's first."""

    put: list[str]
    said: list[str]
    opens: bool

    @property
    def _denying(self) -> list[list[str]]:
        pair = [[word for word in some if word in DENIALS or refusals(word)] for some in (self.put, self.said)]
        if all(pair) or not (self.put and self.said):
            return pair
        return [[word for word in some if word in DENIALS] for some in pair]

    @property
    def denies_alike(self) -> bool:
        """Whether both deny, each in its own word: "without", "missing"."""
        return all(self._denying)

    @property
    def turns(self) -> str:
        """The word by which one of both denies, or refuses, what the other doesn't; else ""."""
        return "" if self.denies_alike else next((word for some in self._denying for word in some), "")

    @property
    def is_one_amount(self) -> bool:
        """Whether both are nothing but figures with their units, and these the same: 3 min, 180 s."""
        here, there = (figures(" ".join(some)) for some in (self.put, self.said))
        forms = {form for one in (*here, *there) for form in (one.value, one.unit)}
        return forms.issuperset((*self.put, *self.said)) and [x.amount for x in here] == [x.amount for x in there]


def compared(one: list[str], two: list[str], ends: list[int]) -> tuple[list[_Replacement], list[str]]:
    """How a claim's words differ from those that they stand beside; and these, not beyond the `ends` of sentences."""
    codes = SequenceMatcher(None, one, two, autojunk=False).get_opcodes()
    equal = [code for code in codes if code[0] == "equal"]
    if not equal:
        return [_Replacement(one, [], opens=True)], []
    start, end = equal[0][3], equal[-1][4]
    first = max(start - equal[0][1], max(place for place in ends if place <= start))
    last = min(end + len(one) - equal[-1][2], min(place for place in ends if place >= end))
    changed = (code for code in codes if code[0] != "equal")
    return [_Replacement(one[a:b], two[max(c, first) : min(d, last)], a == 0) for _, a, b, c, d in changed], two[
        first:last
    ]


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


def crossed(claim: str, text: str) -> bool:
    """Whether what both have on either side of a word of direction has changed sides: "from A to B", "A to B"."""
    here, there = _ranged(claim), _ranged(text)
    for one in here.keys() & there.keys():
        (before, behind), (ahead, after) = here[one], there[one]
        if (behind - before) & (ahead - after) and (before - behind) & (after - ahead):
            return True
    return False


def mispaired(claim: str, text: str) -> bool:
    """Whether two figures stand in another order than in a text while what they are said of doesn't."""
    one, two = words(claim), words(text)
    places = {word: two.index(word) for word in one if one.count(word) == two.count(word) == 1}
    said: list[list[str]] = [[]]  # what stands before each figure, behind the one before it
    numbers: list[str] = []
    for word in places:
        if word[0].isdigit():
            numbers.append(word)
            said.append([])
        else:
            said[-1].append(word)
    pairs = zip(pairwise(numbers), pairwise(said), strict=False)
    return any(
        places[first] > places[second] and any(places[left] < places[right] for left in here for right in there)
        for (first, second), (here, there) in pairs
    )


def _ranged(text: str) -> dict[str, tuple[frozenset[str], frozenset[str]]]:
    """The words of direction that a text has once, each with the words before and behind it."""
    split = ((one, re.split(rf"(?i)\b{one}\b", text)) for one in _DIRECTIONS)
    return {one: (frozenset(words(part[0])), frozenset(words(part[1]))) for one, part in split if len(part) == 2}


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
    plain = _NOT.sub(lambda found: f"{_SHORT.get(found.group(1), found.group(1))} not", _LINK.sub("]", unmarked(text)))
    kept = (word.rstrip(".,:") for word in split_words(plain, Word.MEASURED))
    return tuple(
        (units().get(low) or numeral(low) or stem(low), word)
        for word in kept
        if ((low := word.lower()) in DENIALS or not _is_small(low)) and stem(low) not in _HELPERS
    )
