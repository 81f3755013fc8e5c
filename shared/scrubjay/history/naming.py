"""Which authors does a question name? Their names as git has them, in the question's own form; pure."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from scrubjay.text.words import Word, matches

_BEFORE: Final = frozenset({"by", "did", "has", "had", "from"})
"""Words behind which a single name can only be somebody's or something's that acts."""


@dataclass(frozen=True, slots=True)
class _Spoken:
    """A word of the question without a possessive ending, where it stands, and whether only a name stands there."""

    text: str
    start: int
    end: int
    acts: bool


def may_name_somebody(text: str) -> bool:
    """Whether a text has the form of one that names a person: only then are the names looked up."""
    spoken = _spoken(text)
    titled = (first.text[0].isupper() and second.text[0].isupper() for first, second in pairwise(spoken))
    return any(word.acts for word in spoken) or any(titled)


def named_authors(text: str, names: Iterable[str]) -> tuple[tuple[str, ...], str]:
    """The authors that a text names, sorted, and the text without them.

    A name of several words counts wherever it stands; a given name, or a name of one word, only behind a word such as
    "by" and "did" or as in "Ada's", and the given name with its capital.
    """
    spoken = _spoken(text)
    lower = [word.text.casefold() for word in spoken]
    places: dict[str, tuple[int, int]] = {}
    for name in names:
        parts = name.split()
        folded = [part.casefold() for part in parts]
        for at, word in enumerate(spoken):
            if len(parts) > 1 and lower[at : at + len(parts)] == folded:
                places[name] = (at, len(parts))
            elif word.acts and lower[at] == folded[0] and _is_given(word.text, parts):
                places.setdefault(name, (at, 1))
    whole = {at for at, length in places.values() if length > 1}
    chosen = {name: spot for name, spot in places.items() if spot[1] > 1 or spot[0] not in whole}
    rest = text
    for at, length in sorted(set(chosen.values()), reverse=True):
        rest = f"{rest[: spoken[at].start]}{rest[spoken[at + length - 1].end :]}"
    return tuple(sorted(chosen)), " ".join(rest.split())


def _is_given(word: str, parts: list[str]) -> bool:
    return len(parts) == 1 or (word == parts[0] and word[0].isupper())


def _spoken(text: str) -> list[_Spoken]:
    spoken: list[_Spoken] = []
    before = ""
    for match in matches(text, Word.NAMED):
        word = match[0]
        owner = word[:-2] if word.lower().endswith(("'s", "’s")) else word
        spoken.append(_Spoken(owner, match.start(), match.end(), before in _BEFORE or owner != word))
        before = word.lower()
    return spoken
