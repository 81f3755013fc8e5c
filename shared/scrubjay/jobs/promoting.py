"""The step that decides what graduates, at most once a day."""

from scrubjay.jobs.step import StepContext, Stopped
from scrubjay.model.counted import counted


def promotion(context: StepContext) -> None:
    """Decide on every fact where the last pass was a day ago; the briefing that follows says what was proposed."""
    engine = context.workspace.promotion.engine
    if not engine.is_due():
        return
    done = engine.run(stop=context.stopping)
    context.workspace.promotion.outcomes.expire()
    if done.logged or done.proposed or done.withdrawn or done.shared:
        context.log(
            f"{counted(done.decided, 'fact')} decided on: {len(done.proposed)} proposed, {len(done.shared)} shared, "
            f"{len(done.withdrawn)} withdrawn{f'; {done.stopped}' if done.stopped else ''}"
        )
    if done.unreadable:
        context.log(
            f"{counted(done.unreadable, 'session')} without an outcome: the client keeps no readable transcript"
        )
    if context.stopping():
        raise Stopped
