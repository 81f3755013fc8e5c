"""Job step: what the worker does in one of its jobs, such as after a commit."""

from typing import Literal, NamedTuple


class WorkerStep(NamedTuple):
    """A step of a kind of job. It runs, fails and is tried again by itself, under its name.

    `target` is `module:function`, imported once the step runs: `function(host, stopping)` returns nothing, and ends
    soon after `stopping()` is true; what it stored stays, and it goes on the next time.
    """

    name: str
    job: Literal["ingest", "embed", "forges"]
    target: str
