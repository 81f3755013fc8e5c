"""Kinds and tags of ours, made of another program's words. No I/O."""

import re
from collections.abc import Iterable

from scrubjay.memory.store.claim import LONGEST_TAG, MEMORY_KINDS, MOST
from scrubjay.model.record import Item, Record, Skipped

__all__ = ["Item", "Record", "Skipped", "kind_of", "tags_of"]


_NOT_IN_TAG = re.compile(r"[^\w.:/+-]+")
_KINDS = {
    "preferences": "preference", "lesson": "fact", "tech": "fact", "bug": "incident", "error": "incident",
    "howto": "procedure", "how-to": "procedure", "technique": "procedure", "step": "procedure", "steps": "procedure",
    "todo": "question", "open": "question",
}  # fmt: skip
"""What programs call a kind of ours, besides its own name."""


def kind_of(word: str) -> str:
    """The kind that a program's word for one names; empty where none does."""
    lower = word.strip().lower()
    return lower if lower in MEMORY_KINDS else _KINDS.get(lower, "")


def tags_of(words: Iterable[str]) -> tuple[str, ...]:
    """Tags made of another program's, each once; what no tag can be made of is left out."""
    made = (_NOT_IN_TAG.sub("-", word.strip().removeprefix("#").lower()).strip("-.:/+")[:LONGEST_TAG] for word in words)
    return tuple(sorted({tag for tag in made if tag}))[:MOST]
