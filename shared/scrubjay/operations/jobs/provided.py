"""The steps that extensions provide for a kind of job, each under its own name."""

from collections.abc import Iterator
from functools import partial

from scrubjay.extensions.kinds.functions import WorkerStep
from scrubjay.extensions.loading import asks_for, load
from scrubjay.extensions.manifest import Extension
from scrubjay.extensions.registry import ExtensionRegistry
from scrubjay.extensions.theirs import Theirs, said
from scrubjay.operations.jobs.step import JobStep, StepContext, Stopped
from scrubjay.storage.queue.job import Kind
from scrubjay.wiring.hosting import hosted


def provided_steps(registry: ExtensionRegistry, kind: Kind) -> Iterator[JobStep]:
    """In the order of the manifests; what is no step is named and left out."""
    for provided in registry.provided("job_step"):
        extension = provided.extension
        steps = provided.value if isinstance(provided.value, tuple | list) else ()
        each = [provided.value] if isinstance(provided.value, WorkerStep) else steps
        if not each or not all(isinstance(one, WorkerStep) for one in each):
            registry.failed(extension.name, TypeError(f"{provided.target} is no WorkerStep"))
            continue
        for step in each:
            if step.job == kind:
                theirs = f"{extension.name}: " if extension in registry.others else ""
                yield JobStep(f"{theirs}{step.name}", partial(_do, registry, extension, step))


def _do(registry: ExtensionRegistry, extension: Extension, step: WorkerStep, context: StepContext) -> None:
    """Do a step of ours with the job, one of others with its host. Raises what it raises, and RuntimeError."""
    if extension not in registry.others and asks_for(function := load(step.target), "context"):
        function(context)
        return
    host = hosted(context.workspace, context.app.clock, registry, extension)
    try:
        with Theirs():
            load(step.target)(host, context.makes_way)
    except Stopped:
        raise
    except Exception as error:
        registry.failed(extension.name, error)
        raise RuntimeError(said(error)) from error
