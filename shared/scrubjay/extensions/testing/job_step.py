"""The suite of steps of the worker."""

from collections.abc import Sequence
from inspect import signature

from scrubjay.extensions.kinds.job_step import WorkerStep
from scrubjay.extensions.loading import load
from scrubjay.extensions.testing.expecting import expect

JOBS = ("ingest", "embed", "forges")


def check_job_steps(steps: Sequence[WorkerStep]) -> None:
    """Each has a name of its own within its job, and a function of a host and of what asks it to stop."""
    expect(all(isinstance(one, WorkerStep) for one in steps), "each is a WorkerStep")
    named = [(one.job, one.name) for one in steps]
    expect(len(set(named)) == len(named), "each has a name of its own within its job")
    expect(all(one.name.strip() == one.name != "" for one in steps), "a name is words")
    expect(all(one.job in JOBS for one in steps), f"jobs are {', '.join(JOBS)}")
    for one in steps:
        function = load(one.target)
        expect(callable(function), f"{one.target} is a function")
        expect(
            len(signature(function).parameters) == len(("host", "stopping")), f"{one.target} takes host and stopping"
        )
