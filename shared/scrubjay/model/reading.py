"""A language model's verdict on a memory and the words of its ground: a mark beside that ground, never a grade."""

import hashlib
from enum import IntEnum


class ModelReading(IntEnum):
    """Whether the words support the memory; ordered, so that several readings have a median."""

    CONTRADICTS = -1
    NEITHER = 0
    SUPPORTS = 1

    def __str__(self) -> str:
        return f"the model reads: {self.name.lower()}"


def words_hash(words: str) -> str:
    """A hash by which some words of a source are known again; empty for none."""
    return hashlib.sha256(words.encode("utf-8", "replace")).hexdigest() if words else ""
