"""Runs a job step by step: a failing step is recorded, backs off, and doesn't block the next ones."""

import threading
from collections.abc import Sequence
from pathlib import Path

from scrubjay.app import App, Workspace
from scrubjay.errors import NotARepository, NotInitialised, ScrubjayError
from scrubjay.extensions.registry import ExtensionRegistry
from scrubjay.integrations.git_hooks.event import is_rebasing
from scrubjay.log import Log
from scrubjay.memory.transcript.session import CallingClient
from scrubjay.model.clock import Clock
from scrubjay.model.counted import counted
from scrubjay.operations.jobs.stages import steps_of
from scrubjay.operations.jobs.step import JobStep, StepContext, Stopped
from scrubjay.storage.queue.job import Job
from scrubjay.storage.queue.jobs import FailingStep
from scrubjay.storage.queue.log import log, log_in_home

OPENING = "opening"
"""What precedes all steps: opening the worktree, reading its configuration."""


_log = Log(__name__)

REBASE_S = 30.0
"""A worktree in the middle of a rebase is left alone for so long; the end of the rebase enqueues a job again."""


class JobRunner:
    """Runs jobs with an App, and reports each result to the queue and the log. `client` as in `StepContext`."""

    def __init__(self, app: App, clock: Clock, stopping: threading.Event, client: CallingClient | None = None) -> None:
        self._app = app
        self._client = client
        self._clock = clock
        self._stopping = stopping
        self._registry = ExtensionRegistry.of(app.settings.home)

    def run(self, job: Job) -> None:
        """Run one job. Failures don't escape: they are recorded, and the step is retried after its back-off."""
        try:
            with _log.timed("job %s for %s, asked by %s", job.kind, job.worktree, job.cause):
                self._perform(job)
        except (NotARepository, NotInitialised) as error:
            self._app.queue.drop(job)
            log_in_home(job.worktree, self._project_folder(job), f"dropped: {error}", self._clock)
        except Stopped:
            self._app.queue.postpone(job)

    def _perform(self, job: Job) -> None:
        """Run the steps of a job in its worktree; one with a failed step is put off, to be tried again."""
        failing = self._app.queue.steps.of_job(job)
        at = self._opened(job, failing)
        if at is not None and job.kind == "ingest" and is_rebasing(at.repository.git_dir):
            self._app.queue.postpone(job, REBASE_S)
            return
        steps = steps_of(job.kind, self._registry)
        names = {OPENING, *(step.name for step in steps)}
        if at is not None:
            self._run_steps(job, at, failing, steps)
        again = self._app.queue.steps.retry_in(job, frozenset(names))
        if again is None:
            self._app.queue.complete(job)
        else:
            self._app.queue.postpone(job, again)

    def _opened(self, job: Job, failing: dict[str, FailingStep]) -> Workspace | None:
        """The worktree's services. Raises NotARepository, NotInitialised where the job is obsolete."""
        try:
            at = self._app.workspace(job.worktree)
        except (NotARepository, NotInitialised):
            raise
        except Exception as error:  # its configuration, or a database that can't be opened
            self._step_failed(job, OPENING, error)
            return None
        if at.project.id != job.project:
            raise NotInitialised(f"{job.worktree} belongs to another project now.")
        self._step_worked(job, OPENING, failing)
        return at

    def _run_steps(self, job: Job, at: Workspace, failing: dict[str, FailingStep], steps: Sequence[JobStep]) -> None:
        context = StepContext(
            job, at, self._app, self._client, self._stopping.is_set, lambda message: self._log(job, message)
        )
        for step in steps:
            if step.name in failing and self._app.queue.steps.is_backing_off(failing[step.name]):
                continue
            try:
                with _log.timed("step %s of %s", step.name, job.kind):
                    step.do(context)
            except (NotARepository, NotInitialised, Stopped):
                raise
            except Exception as error:  # including bugs: they must not stop the other steps
                self._step_failed(job, step.name, error)
            else:
                self._step_worked(job, step.name, failing)

    def _step_worked(self, job: Job, name: str, failing: dict[str, FailingStep]) -> None:
        """Note that a step works again, if it was failing."""
        if name in failing:
            self._app.queue.steps.succeeded(job, name)
            self._log(job, f"{name} works again, after {counted(failing[name].attempts, 'failure')}")

    def _step_failed(self, job: Job, name: str, error: Exception) -> None:
        said = str(error) if isinstance(error, ScrubjayError) else f"{type(error).__name__}: {error}"
        step = self._app.queue.steps.failed(job, name, said)
        _log.warning("step %s of %s failed: %s", name, job.kind, said)
        self._log(job, f"{name} failed{', given up' if step.given_up else ''} ({step.attempts}): {said}")

    def _log(self, job: Job, message: str) -> None:
        with self._app.registry.while_bound(job.worktree, job.project) as is_bound:
            (log if is_bound else log_in_home)(job.worktree, self._project_folder(job), message, self._clock)

    def _project_folder(self, job: Job) -> Path:
        return self._app.settings.home / "projects" / job.project
