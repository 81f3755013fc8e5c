"""A background job, and the retry limits of failing steps."""

from datetime import timedelta
from pathlib import Path
from typing import Literal

from scrubjay.model.clock import Clock
from scrubjay.model.frozen import dataclass
from scrubjay.storage.database import Database
from scrubjay.storage.driver import load

Kind = Literal["ingest", "briefing", "transcripts", "capture", "extract", "embed", "forges"]

MOST_ATTEMPTS = 5
BACK_OFF_S = (1, 4, 16, 64)
"""Seconds until the next attempt after the first, second, … failure."""

REST_S = 3600
"""Seconds that a given-up step rests, whoever requests it."""

LONGEST_WAIT_S = BACK_OFF_S[-1]
"""Longest delay of a job in seconds: a later due date was written before the clock was set back, so it is due now."""

MAX_ERROR = 500
MAX_LISTED = 1000


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """A job for one worktree of a project: index its text ("ingest"), prepare its next briefing ("briefing"), import
    its sessions' transcripts ("transcripts"), keep what sessions showed ("capture"), extract memories from
    conversations ("extract"), read its forges ("forges"), then compute vectors ("embed").

    `running` is the request that a claim answers; 0 while the job waits. `attempts` counts those that never ended
    because their worker was killed.
    """

    id: int
    project: str
    worktree: Path
    kind: Kind
    cause: str
    running: int
    attempts: int
    enqueued_at: str


Q = load(__package__)


def enqueue(
    home: Database, clock: Clock, project: str, worktree: Path, kind: "Kind", cause: str, *, delay_s: float = 0
) -> bool:
    """Enqueue a job; False when the home doesn't know the project. Counts of failures stay as they are.

    `delay_s`: seconds until it is due, LONGEST_WAIT_S at most.
    """
    now = clock()
    values = {
        "project": project, "worktree": str(worktree), "kind": kind, "cause": cause[:100],
        "at": now.isoformat(timespec="milliseconds"),
        "due": (now + timedelta(seconds=delay_s)).isoformat(timespec="milliseconds"),
    }  # fmt: skip
    return home.write(lambda c: c.execute(Q.enqueue, values).rowcount > 0)
