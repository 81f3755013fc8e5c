"""What have we been told? Memories of a project or a user, each with its source and time."""

from scrubjay.memories.request import Blocked, RememberRequest, Stored
from scrubjay.memories.service import Memories, Memory, MemoryHit

__all__ = ["Blocked", "Memories", "Memory", "MemoryHit", "RememberRequest", "Stored"]
