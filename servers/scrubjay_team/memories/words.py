"""The words of a memory's text as keys of its index: hashes of an area and a term, with their counts. Pure."""

import hashlib
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final
from uuid import UUID

from scrubjay.memory.store.index import word_marks
from scrubjay.model.frozen import dataclass
from scrubjay.text.scripts import stored
from scrubjay.text.words import STOP_WORDS, Word, parts_of, stem, words

MOST_TERMS: Final = 32
"""Terms of a question that are looked up."""

MOST_COUNTED: Final = 30_000
"""How often one term counts in a text, at most, and how long a text is."""

EVERY_TEAM: Final = "g"
"""The area of what every team sees."""


def area_of(team: UUID, scope: str) -> str:
    """The area in which a memory is found: one a team, and one of all teams."""
    return EVERY_TEAM if scope == "global" else team.hex


def terms(text: str) -> list[str]:
    """The terms of a text in its order: stems of its words, and of their parts in camel case; stop words are none."""
    found: list[str] = []
    for word in words(stored(text), Word.PLAIN):
        parts = parts_of(word)
        whole = [] if len(parts) == 1 else [word]
        found += [stem(part) for part in (one.casefold() for one in (*whole, *parts)) if part not in STOP_WORDS]
    return found


def key_of(area: str, term: str) -> int:
    """The key of a term in an area: a signed number of 64 bits."""
    digest = hashlib.blake2b(f"{area}\0{term}".encode("utf-8", "replace"), digest_size=8).digest()
    return int.from_bytes(digest, "big", signed=True)


def mark_keys(team: UUID, scope: str, project: UUID | None, text: str) -> list[int]:
    """The keys of a text's marks among the memories for the same members; none for a text without words."""
    area = f"{area_of(team, scope)}/{project.hex if project else ''}"
    return [key_of(area, str(mark)) for mark in word_marks(text)]


@dataclass(frozen=True, slots=True)
class CountedKeys:
    """The words of one text as they are kept: keys in ascending order, the count of each, and how many there are."""

    keys: list[int]
    counts: list[int]
    length: int


def word_row(area: str, text: str) -> CountedKeys:
    """What is kept of the words of a text."""
    found = terms(text)
    counted = sorted((key_of(area, term), count) for term, count in Counter(found).items())
    return CountedKeys(
        [key for key, _ in counted],
        [min(count, MOST_COUNTED) for _, count in counted],
        min(len(found), MOST_COUNTED),
    )


def asked_keys(areas: Iterable[str], question: str) -> tuple[Sequence[int], Sequence[int]]:
    """The keys of a question in some areas, and the number of the term that each stands for."""
    distinct = list(dict.fromkeys(terms(question)))[:MOST_TERMS]
    pairs = [(key_of(area, term), number) for area in areas for number, term in enumerate(distinct)]
    return [key for key, _ in pairs], [number for _, number in pairs]
