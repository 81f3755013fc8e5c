"""Did a memory change since somebody looked at it? Its stamp tells. Pure."""

import hashlib

from scrubjay.errors import VersionConflict
from scrubjay.model.memory import Memory

DIGITS = 16


def stamp(memory: Memory) -> str:
    """What changes with a memory's words, status, reason or validity; new evidence alone leaves it as it is."""
    belief = memory.belief
    told = (memory.content, memory.kind, belief.status, belief.reason, belief.valid_from, belief.valid_until)
    return hashlib.sha256("\x00".join(told).encode("utf-8", "replace")).hexdigest()[:DIGITS]


def unchanged(memory: Memory, expected: str) -> None:
    """Raises VersionConflict where a memory isn't as it was when `expected` was its stamp; an empty one is no claim."""
    if expected and stamp(memory) != expected:
        raise VersionConflict(
            f"Memory {memory.id[:12]} was changed since you looked at it: it is {memory.status} now. Nothing was "
            f"changed by you. `scrubjay provenance {memory.id[:12]}` shows what happened."
        )
