"""A step of a job: what it is given, and how it says that it stops."""

from collections.abc import Callable

from scrubjay.app import App, Workspace
from scrubjay.memory.transcript.session import CallingClient
from scrubjay.model.frozen import dataclass
from scrubjay.storage.queue.job import Job, Kind


class Stopped(Exception):
    """The worker was told to stop, or has more urgent work: what is stored stays, the rest of the job runs later."""


@dataclass(frozen=True, slots=True)
class StepContext:
    """A running job: its workspace, and how a step asks whether to stop, and logs.

    `client` tells where coding clients keep their transcripts.
    """

    job: Job
    workspace: Workspace
    app: App
    client: CallingClient | None
    stopping: Callable[[], bool]
    log: Callable[[str], None]

    def makes_way(self) -> bool:
        """Whether to stop for now: the worker ends, or other work waits."""
        return self.stopping() or self.app.queue.others_are_due(self.job.project)

    def enqueue(self, kind: Kind) -> None:
        """Enqueue another job for this worktree."""
        self.app.queue.enqueue(self.job.project, self.job.worktree, kind, self.job.cause)


@dataclass(frozen=True, slots=True)
class JobStep:
    """A step of a job, with the name shown when it fails."""

    name: str
    do: Callable[[StepContext], None]
