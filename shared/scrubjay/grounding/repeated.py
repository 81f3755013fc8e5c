"""Do some words stand in a discussion that is kept? Then they are somebody's there, whichever program printed them."""

from collections.abc import Iterable
from typing import Final

from scrubjay.discussions.named import OpenNamed
from scrubjay.discussions.stored import StoredPart
from scrubjay.grounding.discussed import why_not
from scrubjay.observed.words import FEWEST, RUN, words
from scrubjay.text.words import Word
from scrubjay.text.words import words as split_words

LOOKED_UP: Final = 3
"""Words of a text that are looked up, the longest: two of them, if there are as many, are in what repeats it."""

LONGEST: Final = 1_000
"""Characters of a text that are looked up."""


class RepeatedWords:
    """Finds what a text repeats of the discussions of one worktree. `named`: whether people are named."""

    def __init__(self, kept: OpenNamed, *, named: bool = True) -> None:
        self._kept = kept
        self._named = named

    def why_not(self, text: str) -> str:
        """Why a text is no machine's word: who said it at the forge. Empty where nobody is known to have."""
        kept, part = self._kept(), self._find(text)
        if kept is None or part is None:
            return ""
        who = part.author if self._named and part.author else "somebody"
        said = why_not(part, named=self._named) or f"said by {who}"
        return f"{said}; at the forge in {kept.label(part.ref)}, whichever program printed it"

    def label(self, text: str) -> str:
        """The name of the discussion that has the words in a text that counts; empty for none."""
        kept, part = self._kept(), self._find(text)
        return kept.label(part.ref) if kept and part and part.counts else ""

    def _find(self, text: str) -> StoredPart | None:
        """The text that repeats most of a quote: of equal ones, one that counts."""
        kept = self._kept()
        quoted = runs(text[:LONGEST])
        if kept is None or not quoted:
            return None
        wanted = sorted(dict.fromkeys(split_words(text[:LONGEST], Word.WHOLE)), key=len, reverse=True)[:LOOKED_UP]
        found = [
            (count, part.counts, part)
            for part, title in kept.holding(wanted)
            if (count := repeats(quoted, f"{title}\n{part.text}"))
        ]
        return max(found, key=lambda one: one[:2])[2] if found else None


def runs(text: str) -> tuple[str, ...]:
    """Five words of a text in a row, from each of its words on, or all of them; none where they are too few. Pure."""
    split = words(text)
    if len(split) < FEWEST:
        return ()
    return tuple(" ".join(split[start : start + RUN]) for start in range(max(1, len(split) - RUN + 1)))


def repeats(quoted: Iterable[str], text: str) -> int:
    """How many of some runs of words a text holds. Pure."""
    said = f" {' '.join(words(text))} "
    return sum(f" {run} " in said for run in quoted)
