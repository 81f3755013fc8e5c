"""Memories of one list, each with its grade."""

from dataclasses import dataclass

from scrubjay.memory.freshness.graded import GradeResult
from scrubjay.model.memory import Memory


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedMemory:
    """A memory with its grade at HEAD, where else it is said, such as in the repository, and what says the same.

    `alike` are the ids of weaker ones that say the same and aren't listed. `fell_at` is when its source changed, `used`
    when a session last had it.
    """

    memory: Memory
    graded: GradeResult
    published: str = ""
    alike: tuple[str, ...] = ()
    fell_at: str = ""
    used: str = ""


@dataclass(frozen=True, slots=True)
class MemoryListing:
    """The memories of one list, and the total. `published`: how many more would be here, and are shown as documents."""

    memories: tuple[ListedMemory, ...]
    total: int
    published: int = 0
