"""The step that consolidates memories: once a day, when nothing else waits and what can be compared has its vectors."""

from scrubjay.operations.jobs.step import StepContext
from scrubjay.operations.jobs.vectors import lacks_vectors
from scrubjay_growth.services import GrowthServices


def consolidation(context: StepContext) -> None:
    """Let go, rank, group and note what contradicts; what makes it stop for other work lets it go on later."""
    workspace = context.workspace
    if context.makes_way() or not GrowthServices.of(workspace).consolidation.is_due() or lacks_vectors(context):
        return
    report = GrowthServices.of(workspace).consolidation.run(stop=context.makes_way)
    if report.total:
        done = ", ".join(f"{name} {count:,}" for name, count in report.changed.items() if count)
        context.log(f"consolidated: {done}{'' if report.ended else '; the rest comes later'}")
