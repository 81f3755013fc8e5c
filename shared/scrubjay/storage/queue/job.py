"""A background job, and the retry limits of failing steps."""

from pathlib import Path
from typing import Literal

from scrubjay.model.frozen import dataclass

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
