"""What have we been told or learned? Memories of a project or a user, each with its evidence and its times."""

from scrubjay.memories.request import RememberRequest
from scrubjay.memories.service import Memories
from scrubjay.model.memory import AutoApproved, Blocked, FlaggedForReview, Memory, MemoryStatus

__all__ = [
    "AutoApproved", "Blocked", "FlaggedForReview", "Memories", "Memory", "MemoryStatus", "RememberRequest",
]  # fmt: skip
