"""Lists of memories, filtered by their kind and state, each with its grade."""

from scrubjay.memory.listing.filters import ListedMemory, ListFacts, ListFilters, MemoryListing, Sort, State
from scrubjay.memory.listing.memory_list import listed
from scrubjay.memory.listing.render import as_object, memory_line, omitted_note

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
