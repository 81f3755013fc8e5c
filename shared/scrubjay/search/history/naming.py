"""Which authors does a question name? Their names as git has them, in the question's own form; pure."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from scrubjay.inference.tokens import count_tokens
from scrubjay.text.words import Word, matches

_BEFORE: Final = frozenset({"by", "did", "has", "had", "from"})
"""Words behind which a single name can only be somebody's or something's that acts."""


@dataclass(frozen=True, slots=True)
class _Spoken:
    """A word of the question without a possessive ending, where it stands, and whether only a name stands there.

    `alone`: nothing that it could describe follows it.
    """

    text: str
    start: int
    end: int
    acts: bool
    alone: bool


def may_name_somebody(text: str) -> bool:
    """Whether a text has the form of one that names a person: only then are the names looked up."""
    spoken = _spoken(text)
    titled = (first.text[0].isupper() and second.text[0].isupper() for first, second in pairwise(spoken))
    return any(word.acts for word in spoken) or any(titled)


def named_authors(text: str, names: Iterable[str]) -> tuple[tuple[str, ...], str]:
    """The authors that a text names, sorted, and the text without them.

    A name of several words counts wherever it stands, also without names in its middle; a given name, or a name of one
    word, only behind a word such as "by" and "did" or as in "Ada's", and the given name with its capital. A name that
    is an ordinary word in lower case, such as "unknown", counts only behind "did" or where a clause ends.
    """
    spoken = _spoken(text)
    lower = [word.text.casefold() for word in spoken]
    places: dict[str, tuple[int, int]] = {}
    for name in names:
        parts = name.split()
        folded = [part.casefold() for part in parts]
        for at, word in enumerate(spoken):
            if lower[at] != folded[0]:
                continue
            length = _run(lower[at:], folded)
            if length > 1:
                places[name] = (at, length)
            elif word.acts and _is_given(word.text, parts) and (word.alone or not _is_ordinary(name)):
                places.setdefault(name, (at, 1))
    whole = {at for at, length in places.values() if length > 1}
    chosen = {name: spot for name, spot in places.items() if spot[1] > 1 or spot[0] not in whole}
    rest = text
    for at, length in sorted(set(chosen.values()), reverse=True):
        rest = f"{rest[: spoken[at].start]}{rest[spoken[at + length - 1].end :]}"
    return tuple(sorted(chosen)), " ".join(rest.split())


def _run(spoken: list[str], name: list[str]) -> int:
    """How many words a text begins with that are a name's first and, in order, others of it."""
    length = at = 0
    while length < len(spoken) and spoken[length] in name[at:]:
        at = name.index(spoken[length], at) + 1
        length += 1
    return length


def _is_ordinary(name: str) -> bool:
    """Whether a name is a word that anybody may use: one in lower case that a tokenizer knows whole."""
    return name.isalpha() and name.islower() and count_tokens(f" {name}") == 1


def _is_given(word: str, parts: list[str]) -> bool:
    return len(parts) == 1 or (word == parts[0] and word[0].isupper())


def _spoken(text: str) -> list[_Spoken]:
    spoken: list[_Spoken] = []
    before = ""
    for match in matches(text, Word.NAMED):
        word = match[0]
        owner = word[:-2] if word.lower().endswith(("'s", "’s")) else word
        acts = before in _BEFORE or owner != word
        alone = before == "did" or not text[match.end() :].lstrip()[:1].isalnum()
        spoken.append(_Spoken(owner, match.start(), match.end(), acts, alone))
        before = word.lower()
    return spoken
