"""Memories of one list, each with its grade."""

from dataclasses import dataclass

from scrubjay.freshness.graded import GradeResult
from scrubjay.model.memory import Memory


@dataclass(frozen=True, slots=True)
class ListedMemory:
    """A memory with its grade at HEAD; `alike` are the ids of weaker ones that say the same and aren't listed."""

    memory: Memory
    graded: GradeResult
    alike: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class MemoryListing:
    """The memories of one list, and the total."""

    memories: tuple[ListedMemory, ...]
    total: int
