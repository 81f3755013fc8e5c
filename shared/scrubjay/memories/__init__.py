"""What have we been told or learned? Memories of a project or a user, each with its evidence and its times."""

from scrubjay.memories.memories import Memories
from scrubjay.memories.reader import MemoryReader
from scrubjay.memories.request import RememberRequest
from scrubjay.memories.scopes import MemoryStores
from scrubjay.model.memory import Blocked, Held, Known, Memory, MemoryStatus, Stored

__all__ = [
    "Blocked",
    "Held",
    "Known",
    "Memories",
    "Memory",
    "MemoryReader",
    "MemoryStatus",
    "MemoryStores",
    "RememberRequest",
    "Stored",
]
