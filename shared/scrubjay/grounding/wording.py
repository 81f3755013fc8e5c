"""Do the words that a claim shares with a sentence stand there in the same relation? Small words, endings, signs."""

import itertools
import re
from collections.abc import Iterator, Sequence

from scrubjay.grounding.tables import word_list
from scrubjay.grounding.words import ACTIONS, CHOICE, LIGHT, STOP, THINGS, Word, signs

NEUTRAL = word_list("neutral")

POINTING = STOP - NEUTRAL
"""Function words that say how the words beside them stand to each other, when, or since when."""

_ASIDE = re.compile(r"\([^()]*\)")
_MARKS = re.compile(r"[✅✓✔☑👍❌✗✘✖☒🚫👎⚠]|(?<!\S)!(?=\w)")
_MADE = re.compile(r"(?:able|ible|ed|er|or|ant|ent|ion|ment|ity|ance|ence|ive|al|ful|less|ly|ist|ism)$")
"""Endings that make another word of a stem; "s" and "ing" don't."""

Pairs = Sequence[tuple[int, int]]


def reworded(claim: str, wanted: Sequence[Word], sentence: str, there: Sequence[Word], pairs: Pairs) -> bool:
    """Whether the common words are put together in another way; `pairs` are their places in `wanted` and `there`."""
    return (
        _turned(claim, wanted, sentence, there, pairs)
        or any(_made(wanted[i].text) != _made(there[j].text) for i, j in pairs if _bends(wanted[i]))
        or _signed(claim, wanted) != _signed(sentence, [there[j] for _, j in pairs])
        or _MARKS.findall(claim) != _MARKS.findall(sentence[: there[pairs[-1][1]].end])
        or _extended(wanted, [i for i, _ in pairs])
        or _chooses(wanted, there, pairs)
    )


def _turned(claim: str, wanted: Sequence[Word], sentence: str, there: Sequence[Word], pairs: Pairs) -> bool:
    """Whether small words between the same neighbours point elsewhere: "from A to B", "to A from B"."""
    for (i, a), (k, b) in itertools.pairwise(pairs):
        if _pointing(claim[wanted[i].end : wanted[k].start]) != _pointing(sentence[there[a].end : there[b].start]):
            return True
    (i, a), (k, b) = pairs[0], pairs[-1]
    led = [*wanted[:i], *there[a - 1 : a]] if a else wanted[:i]
    if not any(word.form in LIGHT - THINGS or word.form in ACTIONS for word in led):
        ours = claim[: wanted[i].start]
        theirs = sentence[there[a - 1].end if a else 0 : there[a].start]
        if _pointing(ours) != _pointing(re.split(r"[:;]|\band\b", theirs)[-1]):
            return True
    ends = k == len(wanted) - 1 and b == len(there) - 1
    return ends and _pointing(claim[wanted[k].end :]) != _pointing(sentence[there[b].end :])


def _pointing(between: str) -> frozenset[str]:
    return frozenset(_small(_ASIDE.sub(" ", between))) & POINTING


def _small(text: str) -> Iterator[str]:
    """The small words; "we will" decides what "we" do, and "has been" is "is"."""
    plain = re.sub(r"\b(we|i)(?:\s+(?:will|shall)\b|'ll\b)", r"\1", text.lower())
    plain = re.sub(r"\b(?:has|have)\s+been\b", "been", plain)
    for found in re.finditer(r"[^\W\d_]+", plain):
        yield {"into": "to", "onto": "to"}.get(found.group(), found.group())


def _bends(word: Word) -> bool:
    return not word.exact and word.form not in LIGHT and word.form not in ACTIONS


def _made(text: str) -> str:
    """What makes a word of its stem: "configured" isn't "configurable", nor a consumer what consumes."""
    low = text.lower()
    found = _MADE.search(low[:-1] if low.endswith("s") and not low.endswith("ss") else low)
    return found.group() if found else ""


def _signed(text: str, chosen: Sequence[Word]) -> tuple[tuple[str, ...], ...]:
    """The signs at each figure among some words of a text."""
    return tuple(
        signs(text[max(0, word.start - 3) : word.start] + "0" + text[word.end : word.end + 2])
        for word in chosen
        if word.is_number
    )


def _extended(wanted: Sequence[Word], matched: Sequence[int]) -> bool:
    """Whether the claim adds a thing to a name: "the user is deleted" doesn't say "the user service is deleted"."""
    return any(word.form in THINGS and i not in matched and i > matched[0] for i, word in enumerate(wanted))


def _chooses(wanted: Sequence[Word], there: Sequence[Word], pairs: Pairs) -> bool:
    """Whether the claim says that something was chosen, and the sentence only speaks of it."""
    if not any(word.form in CHOICE for word in wanted) or any(word.form in CHOICE for word in there):
        return False
    matched = {j for _, j in pairs}
    return any(word.form not in LIGHT for j, word in enumerate(there) if j not in matched)
