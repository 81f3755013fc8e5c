"""Keys of words and ids of rows in PostgreSQL: what tells the words and rows of one project from those of another."""

import hashlib
from enum import IntEnum
from typing import Final
from uuid import UUID

from scrubjay.model.given import PassageKey

SHIFT: Final = 32
"""Bits of an id that are those of the row in its own index; the project's number stands above them."""

KEY_BYTES: Final = 8

LONGEST: Final = 32_767
"""The largest frequency that is stored: bm25 doesn't tell such ones apart."""


class Area(IntEnum):
    """A full text of a project, by the number under which its words are stored."""

    PASSAGES = 1
    DOCUMENTS = 2
    PATHS = 3
    CODE = 4
    CODE_PATHS = 5


def key_of(area: str, table: str, term: str) -> int:
    """The key of a term: the first 8 bytes of a digest, signed. `area` is a project's number or another owner's name.

    A key of one owner is none of another's, so that a look-up meets no foreign row.
    """
    digest = hashlib.blake2b(
        f"{area}\0{table}\0{term}".encode("utf-8", "surrogatepass"), digest_size=KEY_BYTES
    ).digest()
    return int.from_bytes(digest, "big", signed=True)


def word_key(number: int, area: Area, term: str) -> int:
    """The key of a term in one full text of a project."""
    return key_of(str(number), str(int(area)), term)


def vector_key(passage: PassageKey) -> UUID:
    """The key by which the vector of a passage is asked for."""
    return UUID(bytes=hashlib.sha256(f"{passage.blob} {passage.hash}".encode()).digest()[:16])


def id_of(number: int, row: int) -> int:
    """The id in PostgreSQL of a row of a project's own index."""
    return number << SHIFT | row


def number_of(id: int) -> int:
    """The number of the project that a content, passage or path belongs to."""
    return id >> SHIFT


def row_of(id: int) -> int:
    """The row's id in its project's own index."""
    return id & ((1 << SHIFT) - 1)
