"""Enqueue: one row a worktree and kind of job, idempotent; light enough for a hook."""

from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from scrubjay.model.clock import Clock
from scrubjay.storage.database import Database
from scrubjay.storage.queries import load

if TYPE_CHECKING:
    from scrubjay.storage.queue.job import Kind

Q = load(__package__)


def enqueue(
    home: Database, clock: Clock, project: str, worktree: Path, kind: "Kind", cause: str, *, delay_s: float = 0
) -> bool:
    """Enqueue a job; False when the home doesn't know the project. Failure counts aren't reset.

    `delay_s`: seconds until it is due, LONGEST_WAIT_S at most.
    """
    now = clock()
    values = {
        "project": project, "worktree": str(worktree), "kind": kind, "cause": cause[:100],
        "at": now.isoformat(timespec="milliseconds"),
        "due": (now + timedelta(seconds=delay_s)).isoformat(timespec="milliseconds"),
    }  # fmt: skip
    return home.write(lambda c: c.execute(Q.enqueue, values).rowcount > 0)
