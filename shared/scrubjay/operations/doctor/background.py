"""Checks of what starts us: git's hooks, the worker, clients. Others' text is compared with ours, never run."""

import os
import shlex
from collections.abc import Iterator, Mapping
from pathlib import Path

from scrubjay.errors import ScrubjayError
from scrubjay.git.process import Git
from scrubjay.git.repository import Repository
from scrubjay.identity.projects.file import home_id
from scrubjay.integrations.clients import claude_code_hooks as session_hooks
from scrubjay.integrations.clients import claude_code_servers as claude_code
from scrubjay.integrations.edits import Receipt, content
from scrubjay.integrations.git_hooks.install import status
from scrubjay.integrations.git_hooks.stub import (
    EVENTS,
    HookCommand,
    HookOwner,
    hook_file,
    hooks_folder,
    installed_block,
)
from scrubjay.integrations.launching import FOLDER
from scrubjay.integrations.launching.check import FINDINGS, FITS, run_guard
from scrubjay.integrations.launching.launcher import LOCK_NAME, SHELL, Launcher, start
from scrubjay.integrations.launching.record import receipt_entry
from scrubjay.model.check import Check
from scrubjay.model.counted import counted
from scrubjay.model.disk import disk_refused
from scrubjay.model.frozen import dataclass
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
        problems = ", ".join(
            f"{state.event} {_lost_hook(folder, state.event, caller) or state.state}" for state in wanting
        )
        return Check(
            "git hooks", False, problems, expected, "run `scrubjay hooks install`, which keeps the text of other hooks"
        )
    if foreign:
        return Check("git hooks", True, f"{len(foreign)} managed by another tool", expected, foreign[0].note)
    return Check("git hooks", True, f"{len(states)} installed", expected)


def _lost_hook(folder: Path, event: str, caller: HookCommand) -> str:
    """The hook manager that wrote over our hook of an event; empty where none did."""
    return overwritten(hook_file(folder, event, caller.owner), caller.owner)


def overwritten(hook: Path, owner: HookOwner) -> str:
    """The hook manager that wrote a hook which lacks our block; empty when there is none, or it has the block."""
    try:
        text = content(hook)
    except ScrubjayError:
        return ""
    if text is None or installed_block(text, owner):
        return ""
    manager = next((name for name in MANAGERS if name.encode() in text), "")
    return f"overwritten by {manager}" if manager else "without scrubjay's block"


def queue(jobs: JobQueue, home: Path, project: str) -> Check:
    """Check of the job queue: waiting and running jobs, and the worker; fails if a job of this project was given up."""
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


Words = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class KnownLaunchers:
    """What may start scrubjay: the words of this Python, and those that a project's receipt of this home names."""

    home: Path
    launcher: Launcher

    def __contains__(self, words: Words) -> bool:
        folders = (self.home / "projects").glob("*")
        return words == start(self.home, self.launcher) or any(
            receipt_entry(words) in Receipt.of(folder) for folder in folders
        )


def launchers(root: Path, git: Git, repository: Repository, owner: HookOwner) -> Mapping[Words, tuple[str, ...]]:
    """The command words before `-I` that start something of this home here, with what. Raises ScrubjayError."""
    starts: dict[Words, list[str]] = {}
    for name, words in claude_code.start_commands(root, repository, str(owner.home)).items():
        starts.setdefault(words, []).append(name)
    for event, words in (*_session_hooks(git, repository, owner), *_git_hooks(git, repository, owner)):
        starts.setdefault(words, []).append(event)
    return {words: tuple(names) for words, names in sorted(starts.items())}


def launcher(root: Path, git: Git, repository: Repository, recorded: KnownLaunchers) -> Check:
    """Whether all launchers in use were written by this home, are there, and fit what `init` saw."""
    expected = "set up by this home, and unchanged since `scrubjay init`"
    owner = HookOwner(home_id(recorded.home), recorded.home)
    used = launchers(root, git, repository, owner)
    troubles: list[str] = []
    fine: list[str] = []
    for words, names in used.items():
        program, finding = _finding(words, recorded, git.environment.variables)
        (fine if finding == FITS else troubles).append(
            f"{program} {FINDINGS.get(finding, finding)} ({', '.join(names)})"
        )
    if troubles:
        do = (
            "run `scrubjay init` with the installation that you want to keep, and after writing into its environment "
            "by hand; where git wrote files there, switch back or recreate it: until then it starts nothing"
        )
        return Check("launcher", False, "; ".join(troubles), expected, do)
    clone = recorded.launcher.own_clone
    code = f"; an editable install: the tracked code of {clone} runs" if clone else ""
    return Check("launcher", True, ("; ".join(fine) or "nothing here starts scrubjay") + code, expected)


def _finding(words: Words, recorded: KnownLaunchers, environment: Mapping[str, str]) -> tuple[str, str]:
    """The program that some words start, and one of FINDINGS on it, or what is wrong with the words."""
    if words not in recorded:
        return shlex.join(words), "was not written by this home, or for another Python"
    if words[0] == SHELL and len(words) == 2 and Path(words[1]).parent == recorded.home / FOLDER:
        guard = run_guard(Path(words[1]), environment)
        return guard.python, guard.finding
    return shlex.join(words), FITS if os.access(words[0], os.X_OK) else "doesn't exist"


def _session_hooks(git: Git, repository: Repository, owner: HookOwner) -> tuple[tuple[str, Words], ...]:
    """The session hooks of this home, each with its words; those of every home where somebody committed their file."""
    tracked = session_hooks.is_tracked(git)
    return session_hooks.start_commands(repository, "" if tracked else str(owner.home))


def _git_hooks(git: Git, repository: Repository, owner: HookOwner) -> Iterator[tuple[str, Words]]:
    """The git hooks with this home's block, each with its words."""
    folder = hooks_folder(git, repository)
    if folder.foreign:
        return
    for event in EVENTS:
        try:
            block = installed_block(content(hook_file(folder.path, event, owner)) or b"", owner)
        except ScrubjayError:
            continue
        lines = block.decode("utf-8", "surrogateescape").splitlines()
        line = next((line for line in lines if line.lstrip().startswith("exec ") and " -I -m " in line), "")
        words = _shell_words(line)[1:]
        if "-I" in words:
            yield event, tuple(words[: words.index("-I")])


def _shell_words(line: str) -> list[str]:
    try:
        return shlex.split(line)
    except ValueError:
        return [line]
