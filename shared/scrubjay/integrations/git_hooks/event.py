"""Entry point of the git hooks: queues the worktree's update, and sees that a worker runs.

Started by the hooks as `python -I -m MODULE EVENT ARGUMENTS`, detached, with nobody to listen. So it
imports little, prints nothing and always ends with 0; what fails here is found by the next search.
"""

import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from scrubjay.errors import ScrubjayError
from scrubjay.git.process import Git, GitEnvironment
from scrubjay.git.repository import Repository, open_repository
from scrubjay.identity.projects.file import opened_project
from scrubjay.integrations.launching.launcher import running_launcher, start, start_worker
from scrubjay.log import Log, home_log
from scrubjay.model.clock import Clock, system_clock
from scrubjay.storage.database import Database
from scrubjay.storage.queue.job import enqueue
from scrubjay.storage.queue.log import log

_log = Log("scrubjay.integrations.git_hooks.event")  # not __name__: this module is the process's __main__

SETTLE_S = 2.0
"""Delay of a checkout that starts a rebase: a fast-forward rebase is over by then and fires nothing else."""

IGNORED_IN_REBASE = ("post-commit", "post-applypatch")
NEW_WORKTREE = "new worktree"


def cause(event: str, arguments: Sequence[str]) -> str:
    """The cause to queue; empty when there is nothing to do: a checkout of files, not of a branch."""
    if event == "post-checkout":
        if arguments[2:3] == ["0"]:
            return ""
        if arguments and not arguments[0].strip("0"):
            return NEW_WORKTREE
    return event


def is_rebasing(git_dir: Path) -> bool:
    """Whether git keeps the state of a rebase. `git am` shares a folder with it, but isn't one."""
    return (git_dir / "rebase-merge").is_dir() or (git_dir / "rebase-apply" / "rebasing").exists()


def delay(event: str, in_rebase: bool) -> float | None:
    """Seconds until the work is due; None when a later event of the same rebase will queue it."""
    if not in_rebase or event == "post-rewrite":
        return 0.0
    return None if event in IGNORED_IN_REBASE else SETTLE_S


def handle_event(
    event: str, arguments: Sequence[str], environment: Mapping[str, str], folder: Path, clock: Clock
) -> bool:
    """Queue the worktree of an event; returns whether it was queued.

    Never makes a home: without one, or in a repository that isn't bound, there is nothing to do. Raises ScrubjayError
    and OSError.
    """
    home = Path(environment.get("SCRUBJAY_HOME", ""))
    why = cause(event, arguments)
    if not why or not home.is_absolute() or not (home / "home.db").is_file():
        return False
    git_environment = GitEnvironment.of(environment)
    repository = open_repository(folder, git_environment)
    wait = delay(event, is_rebasing(repository.git_dir))
    if wait is None:
        return False
    project = ""
    try:
        with Database(home / "home.db", "home") as database:
            project = opened_project(Git(repository.worktree, git_environment), repository, home, database)
            if not project:
                return False
            if why == NEW_WORKTREE:
                _equip(repository, git_environment, home, project, clock)
            queued = enqueue(database, clock, project, repository.worktree, "ingest", why, delay_s=wait)
        return queued and (start_worker(home, start(home, running_launcher()), environment) or True)
    except (ScrubjayError, OSError) as error:
        log(repository.worktree, home / "projects" / project if project else home, f"{event}: {error}", clock)
        raise


def _equip(repository: Repository, environment: GitEnvironment, home: Path, project: str, clock: Clock) -> None:
    """Give a new worktree the client's hooks at once: a session may start there before the worker has come to it."""
    from scrubjay.integrations.client_files.launch import Launch
    from scrubjay.integrations.clients.claude_code_hooks import copy_to_worktree
    from scrubjay.integrations.edits import Receipt

    folder, launch = home / "projects" / project, Launch(start(home, running_launcher()), str(home))
    try:
        git = Git(repository.worktree, environment)
        copy_to_worktree(git, repository, launch, Receipt.of(folder), new=True)
    except (ScrubjayError, OSError) as error:
        log(repository.worktree, folder, f"{NEW_WORKTREE}: {error}", clock)  # the worker tries again


def main() -> int:
    """The process's entry point: reads its arguments, environment and folder."""
    event, *arguments = sys.argv[1:] or [""]
    try:
        home_log(Path(os.environ.get("SCRUBJAY_HOME", "")), os.environ)
        with _log.timed("git hook %s", event) as details:
            queued = handle_event(event, arguments, os.environ, Path.cwd(), system_clock)
            details.append("queued" if queued else "nothing to do")
    except Exception:  # noqa: S110 - nobody listens, and a commit must never be disturbed
        pass
    return 0


if __name__ == "__main__":
    sys.exit(main())
