"""What a person reads about a publication: where it is now, and the commands that follow. Pure."""

from collections.abc import Iterator

from scrubjay_publishing.values import Published, PublishPlan


def readers(plan: PublishPlan) -> str:
    """Who would read it, and when."""
    if plan.base.remote:
        where = plan.base.url or plan.base.remote
        return f"Once you push {plan.branch}, everybody who can read {where} sees this. Nothing is pushed now."
    return f"This clone has no remote: only who reads this clone sees {plan.branch}. Nothing is pushed now."


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
