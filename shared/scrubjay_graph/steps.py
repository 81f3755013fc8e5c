"""The step that builds the graph of HEAD, so that its first question costs no more than the others."""

from scrubjay.operations.jobs.indexing import between_batches
from scrubjay.operations.jobs.step import StepContext
from scrubjay_graph.services import GraphServices


def relations(context: StepContext) -> None:
    """Read and link what the graph doesn't have yet."""
    if GraphServices.of(context.workspace).graph.prepare(between_batches(context)):
        context.log("relations read and linked")
