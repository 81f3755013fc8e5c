"""Lists of memories, filtered by their kind and state, each with its grade."""

from scrubjay.memory.listing.filters import (
    ListedMemory,
    ListFacts,
    ListFilters,
    MemoryListing,
    Sort,
    State,
    as_object,
    memory_line,
    omitted_note,
)
from scrubjay.memory.listing.memory_list import listed

__all__ = [
    "ListFacts",
    "ListFilters",
    "ListedMemory",
    "MemoryListing",
    "Sort",
    "State",
    "as_object",
    "listed",
    "memory_line",
    "omitted_note",
]
