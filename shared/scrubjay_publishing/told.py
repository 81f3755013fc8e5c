"""What a person reads about a publication: where it is now, and the commands that follow. Pure."""

from collections.abc import Iterator
from typing import Any

from scrubjay_publishing.values import Published, PublishPlan


def readers(plan: PublishPlan) -> str:
    """Who would read it, and when."""
    if plan.base.remote:
        where = plan.base.url or plan.base.remote
        return f"Once you push {plan.branch}, everybody who can read {where} sees this. Nothing is pushed now."
    return f"This clone has no remote: only who reads this clone sees {plan.branch}. Nothing is pushed now."


def preview(plan: PublishPlan) -> Iterator[str]:
    """The files and the message as they would be, and who would read them."""
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
    """What was made, or without it what would be."""
    if done is not None:
        return published_lines(done)
    return (line for lines in (preview(plan), planned_lines(plan)) for line in lines)


def as_object(plan: PublishPlan, done: Published | None) -> dict[str, Any]:
    """The same as JSON."""
    outcome = "planned" if done is None else "found" if done.found else "published"
    return {
        "outcome": outcome, "branch": plan.branch, "commit": done.commit if done else "", "base": plan.base.commit,
        "files": [{"path": file.path, "memory": file.memory, "text": file.text} for file in plan.files],
        "removed": list(plan.removed), "message": plan.message, "signed": plan.signed, "notes": list(plan.notes),
        "checked": list(done.checked) if done else [], "commands": list(plan.commands),
    }  # fmt: skip


def planned_lines(plan: PublishPlan) -> Iterator[str]:
    """What would be made, and what then follows."""
    yield f"would be committed on {plan.branch}, from {plan.base.name} {plan.base.commit[:10]}; then:"
    yield from _commands(plan)


def published_lines(done: Published) -> Iterator[str]:
    """What was made, and what follows."""
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
    return (f"  {command}" for command in plan.commands)
