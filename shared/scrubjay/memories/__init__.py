"""Memories of a project or a user: what was told or learned, each with its evidence and its times."""

from typing import TYPE_CHECKING

from scrubjay.exporting import exported

if TYPE_CHECKING:
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

__getattr__ = exported(
    __name__,
    {
        "Memories": "scrubjay.memories.memories",
        "MemoryReader": "scrubjay.memories.reader",
        "MemoryStores": "scrubjay.memories.scopes",
        "RememberRequest": "scrubjay.memories.request",
        "Blocked": "scrubjay.model.memory",
        "Held": "scrubjay.model.memory",
        "Known": "scrubjay.model.memory",
        "Memory": "scrubjay.model.memory",
        "MemoryStatus": "scrubjay.model.memory",
        "Stored": "scrubjay.model.memory",
    },
)
