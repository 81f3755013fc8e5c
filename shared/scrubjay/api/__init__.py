"""The public API: `open_memory` gives a Python program the search, memories and prompt context of a repository."""

from scrubjay.api.async_memory import AsyncMemory
from scrubjay.api.project_memory import ProjectMemory, open_memory
from scrubjay.api.values import MemoryEntry, MemoryHit, PassageHit, PromptContext, RememberedClaim, SearchAnswer

__all__ = [
    "AsyncMemory", "MemoryEntry", "MemoryHit", "PassageHit", "ProjectMemory", "PromptContext", "RememberedClaim",
    "SearchAnswer", "open_memory",
]  # fmt: skip
