"""Checks of what happens by itself: the git hooks, the job queue and the worker's steps."""

from collections.abc import Iterator
from pathlib import Path

from scrubjay.errors import ScrubjayError, disk_refused
from scrubjay.git.process import Git
from scrubjay.git.repository import Repository
from scrubjay.integrations.edits import content
from scrubjay.integrations.git_hooks.install import status
from scrubjay.integrations.git_hooks.stub import HookCommand, HookOwner, hook_file, hooks_folder, installed_block
from scrubjay.integrations.launching.launcher import LOCK_NAME
from scrubjay.model.check import Check
from scrubjay.model.counted import counted
from scrubjay.storage.filesystem import is_locked
from scrubjay.storage.queue.job import MOST_ATTEMPTS
from scrubjay.storage.queue.jobs import JobQueue

MOST_OTHERS = 3
"""Steps of other projects that are named."""

MANAGERS = ("pre-commit", "husky", "lefthook", "overcommit", "simple-git-hooks")


def hooks(git: Git, repository: Repository, caller: HookCommand) -> Check:
    """Whether the git hooks are in place. Hooks that another tool owns are no problem: search reconciles."""
    states = status(git, repository, caller)
    wanting = [state for state in states if state.state in ("absent", "outdated")]
    foreign = [state for state in states if state.state == "foreign"]
    expected = f"{len(states)} installed"
    if wanting:
        folder = hooks_folder(git, repository).path
        problems = ", ".join(f"{state.event} {_lost(folder, state.event, caller) or state.state}" for state in wanting)
        return Check(
            "git hooks", False, problems, expected, "run `scrubjay hooks install`, which keeps the text of other hooks"
        )
    if foreign:
        return Check("git hooks", True, f"{len(foreign)} managed by another tool", expected, foreign[0].note)
    return Check("git hooks", True, f"{len(states)} installed", expected)


def _lost(folder: Path, event: str, caller: HookCommand) -> str:
    return overwritten(hook_file(folder, event, caller.owner), caller.owner)


def overwritten(hook: Path, owner: HookOwner) -> str:
    """By which hook manager a hook was written that lacks our block; empty when there is none, or it has the block."""
    try:
        text = content(hook)
    except ScrubjayError:
        return ""
    if text is None or installed_block(text, owner):
        return ""
    manager = next((name for name in MANAGERS if name.encode() in text), "")
    return f"overwritten by {manager}" if manager else "without scrubjay's block"


def queue(jobs: JobQueue, home: Path, project: str) -> Check:
    """What waits for the worker, whether one runs, and what was given up; not ok where that is this project's."""
    counts = jobs.counts()
    runs = "worker runs" if worker_runs(home) else "no worker runs"
    summary = f"{counts.waiting} waiting, {counts.running} running, {counts.given_up} given up; {runs}"
    killed = [job for job in jobs.jobs() if job.attempts >= MOST_ATTEMPTS] if counts.given_up else []
    failed = "; ".join(f"{job.worktree}: {job.kind}" for job in killed if job.project == project)
    if not failed:
        return Check("queue", True, f"{summary}{' for other projects' if counts.given_up else ''}", "none given up")
    do = f"`scrubjay doctor --repair` queues it again. The worker was killed {MOST_ATTEMPTS} times or more at: {failed}"
    return Check("queue", False, summary, "none given up", do)


def steps(jobs: JobQueue, project: str) -> Iterator[Check]:
    """Each step of the worker that fails for a project, with its error; not ok once it was given up.

    What fails for other projects of the home is no problem of this one, and is named in one line.
    """
    failing = jobs.steps.failing()
    for step in failing:
        if step.project == project:
            times = "once" if step.attempts == 1 else counted(step.attempts, "time")
            finding = f"failed {times} since {step.since[:16]}{', given up' if step.given_up else ''}: {step.error}"
            again = "`scrubjay doctor --repair` retries it" + ("" if step.given_up else " at once, the worker later")
            room = disk_refused(step.error)
            do = "the worker retries it by itself" if room else f"correct the error in {step.worktree}; {again}"
            yield Check(f"worker: {step.name}", not step.given_up, finding, "no failure", do)
    others = [step for step in failing if step.project != project]
    if others:
        finding = "; ".join(f"{step.name} fails in {step.worktree}" for step in others[:MOST_OTHERS])
        more = f" and {len(others) - MOST_OTHERS} more" if len(others) > MOST_OTHERS else ""
        yield Check("worker elsewhere", True, finding + more, "", "run `scrubjay doctor` there")


def worker_runs(home: Path) -> bool:
    """Whether a process holds the worker's lock."""
    return (home / LOCK_NAME).exists() and is_locked(home / LOCK_NAME)
