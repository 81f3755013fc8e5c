"""Messages to a person about a publication: why there is none, where it is now, and the commands that follow. Pure."""

import re
from collections.abc import Iterator
from datetime import datetime
from typing import Any, Final

from scrubjay.memory.freshness.graded import GradeResult
from scrubjay.memory.freshness.wording import reported_note
from scrubjay.model.clock import iso
from scrubjay.model.grade import Grade
from scrubjay.model.memory import Memory, MemoryStatus
from scrubjay.model.pattern import pattern
from scrubjay.model.private import without_private
from scrubjay_publishing.values import Published, PublishPlan

MARK: Final = pattern(r"memory-id\s*:", re.IGNORECASE)
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
    """The reason why a memory may not be published, as "is …"; empty where it may.

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
    """The reason why a memory lacks the support to be published, as "is …"; empty where it has it."""
    if graded.grade is Grade.SAID:
        moved = "its source changed" if graded.standing.moved else "nothing but its author's word stands behind it"
        return f"is said by an agent ({moved}): `scrubjay memories confirm {memory.id[:12]}` makes it yours"
    if reported_note(memory, graded):
        return (
            f"is a {memory.kind} that an agent reported and nobody confirmed: "
            f"`scrubjay memories confirm {memory.id[:12]}` makes it yours"
        )
    return ""


def readers(plan: PublishPlan) -> str:
    """Who will be able to read what is published, and when."""
    if plan.base.remote:
        where = plan.base.url or plan.base.remote
        return f"Once you push {plan.branch}, everybody who can read {where} sees this. Nothing is pushed now."
    return f"This clone has no remote: only who reads this clone sees {plan.branch}. Nothing is pushed now."


def preview(plan: PublishPlan) -> Iterator[str]:
    """The lines of a plan's files and message, and who will be able to read them."""
    for path in plan.removed:
        yield f"--- {path} (removed)"
    for file in plan.files:
        yield f"--- {file.path}"
        yield from file.text.splitlines()
    yield "--- the commit's message"
    yield from plan.message.splitlines()
    yield "---"
    yield readers(plan)
    yield from (f"note: {note}" for note in plan.notes)


def lines_of(plan: PublishPlan, done: Published | None) -> Iterator[str]:
    """The lines on what was done; if nothing was, on what would be done."""
    if done is not None:
        return published_lines(done)
    return (line for lines in (preview(plan), planned_lines(plan)) for line in lines)


def as_object(plan: PublishPlan, done: Published | None) -> dict[str, Any]:
    """The JSON form of a plan, and of what was done."""
    outcome = "planned" if done is None else "found" if done.found else "published"
    return {
        "outcome": outcome, "branch": plan.branch, "commit": done.commit if done else "", "base": plan.base.commit,
        "files": [{"path": file.path, "memory": file.memory, "text": file.text} for file in plan.files],
        "removed": list(plan.removed), "message": plan.message, "signed": plan.signed, "notes": list(plan.notes),
        "checked": list(done.checked) if done else [], "commands": list(plan.commands),
    }  # fmt: skip


def planned_lines(plan: PublishPlan) -> Iterator[str]:
    """The lines on what would be done, and what then follows."""
    yield f"would be committed on {plan.branch}, from {plan.base.name} {plan.base.commit[:10]}; then:"
    yield from _commands(plan)


def published_lines(done: Published) -> Iterator[str]:
    """The lines on what was done, and what follows."""
    plan = done.plan
    how = "already holds exactly this, as" if done.found else "made:"
    yield f"{plan.branch} {how} {done.commit[:10]}, from {plan.base.name} {plan.base.commit[:10]}"
    yield from (f"- {file.path}" for file in plan.files)
    if done.checked:
        yield f"hooks that ran: {', '.join(done.checked)}"
    yield from (f"note: {note}" for note in plan.notes)
    yield "next:"
    yield from _commands(plan)


def _commands(plan: PublishPlan) -> Iterator[str]:
    """The commands that a person types next, each on a line."""
    return (f"  {command}" for command in plan.commands)
