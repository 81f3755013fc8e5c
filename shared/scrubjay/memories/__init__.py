"""Memories of a project or a user: what was told or learned, each with its evidence and its times.

Names are imported when they are first used: a hook that needs one module of this package needs nothing else of it.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

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

_PLACES: Final = {
    "Memories": "scrubjay.memories.memories",
    "MemoryReader": "scrubjay.memories.reader",
    "MemoryStores": "scrubjay.memories.scopes",
    "RememberRequest": "scrubjay.memories.request",
}


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"{__name__} has no {name}")
    return getattr(import_module(_PLACES.get(name, "scrubjay.model.memory")), name)
