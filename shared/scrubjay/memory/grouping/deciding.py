"""What a person may decide on two memories that contradict each other, and how it is done."""

from typing import Final

from scrubjay.errors import UsageError
from scrubjay.memory.grouping.disputes import ENDED, Dispute, DisputeDecision, settle
from scrubjay.memory.lifecycle.memories import Memories
from scrubjay.model.frozen import dataclass

CHOICES: Final = {"1": "end the first", "2": "end the second", "b": "both hold", "n": "no contradiction", "s": "skip"}
"""By the key that is pressed."""


@dataclass(frozen=True, slots=True)
class SettledDispute:
    """What was decided, and the memories that it is about."""

    decision: str
    ids: tuple[str, ...]

    @property
    def action(self) -> str:
        """Its name in the audit."""
        return f"settle: {self.decision}"


def decide_dispute(memories: Memories, pair: Dispute, key: str, actor: str) -> SettledDispute:
    """End one of the two, or keep both. Raises UsageError for another key, NotFound, VersionConflict."""
    if key in ("1", "2"):
        ending = pair.ids[int(key) - 1]
        memories.invalidate(ending, actor, ENDED, scope=pair.one.scope, authority=True)
        return SettledDispute("ended", (ending,))
    if key not in ("b", "n"):
        raise UsageError("Decide by one of the keys 1, 2, b, n. Nothing was changed.")
    settle(memories, pair, DisputeDecision.BOTH if key == "b" else DisputeDecision.NEITHER, actor)
    return SettledDispute(CHOICES[key], pair.ids)
