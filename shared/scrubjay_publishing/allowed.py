"""May this memory be published? The rule that says why not. Pure."""

import re
from datetime import datetime
from typing import Final

from scrubjay.memory.freshness.graded import GradeResult
from scrubjay.memory.freshness.wording import reported_note
from scrubjay.model.clock import iso
from scrubjay.model.grade import Grade
from scrubjay.model.memory import Memory, MemoryStatus
from scrubjay.model.private import without_private

MARK: Final = re.compile(r"memory-id\s*:", re.IGNORECASE)
"""By which a published file is known; words that hold it could pass for another memory's."""

_ENDED = {
    MemoryStatus.HELD: "is held for review: `scrubjay review` decides on it first",
    MemoryStatus.SUPERSEDED: "was superseded: publish what replaced it",
    MemoryStatus.RETRACTED: "was retracted",
    MemoryStatus.EXPIRED: "has expired",
    MemoryStatus.FORGOTTEN: "was forgotten",
    MemoryStatus.FADED: "has faded: `scrubjay memories confirm` keeps it",
    MemoryStatus.ARCHIVED: "is archived: `scrubjay memories confirm` keeps it",
}


def refusal(memory: Memory, graded: GradeResult, now: datetime, *, shown: bool, own: bool) -> str:
    """Why a memory may not be published, as "is …"; empty where it may.

    `shown`: HEAD shows it. `own`: the person said that memories of their own may be published, too.
    """
    if memory.status is not MemoryStatus.ACTIVE:
        return _ENDED[memory.status]
    if memory.valid_until and memory.valid_until <= iso(now):
        return f"has expired, on {memory.valid_until[:10]}"
    if memory.is_question:
        return "is a question, which states nothing"
    if not shown:
        return "isn't shown on this branch: its source isn't there"
    if memory.contradicts:
        return f"contradicts {', '.join(id[:12] for id in memory.contradicts)}: decide between them first"
    if without_private(memory.content) != memory.content.strip() or "private" in memory.tags:
        return "is marked as private"
    if memory.scope == "user" and not own:
        return "is one of your own, which follows you through all projects: --own publishes it all the same"
    if MARK.search(memory.content):
        return "holds the mark by which published files are known (Memory-Id): `scrubjay update` rewords it"
    return _unfounded(memory, graded)


def _unfounded(memory: Memory, graded: GradeResult) -> str:
    if graded.grade is Grade.SAID:
        moved = "its source changed" if graded.standing.moved else "nothing but its author's word stands behind it"
        return f"is said by an agent ({moved}): `scrubjay memories confirm {memory.id[:12]}` makes it yours"
    if reported_note(memory, graded):
        return (
            f"is a {memory.kind} that an agent reported and nobody confirmed: "
            f"`scrubjay memories confirm {memory.id[:12]}` makes it yours"
        )
    return ""
