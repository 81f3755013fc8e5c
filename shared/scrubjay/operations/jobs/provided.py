"""The steps that extensions provide, when nothing of the core waits any more."""

from scrubjay.operations.jobs.step import StepContext


def steps(context: StepContext) -> None:
    """Each in the order of its manifest."""
    for step in context.workspace.provided("job_step", of="context"):
        step(context)
