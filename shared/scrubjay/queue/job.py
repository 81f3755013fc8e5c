"""What is asked of the worker, and how often is what fails tried again?"""

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

Kind = Literal["ingest", "transcripts", "capture", "extract", "embed"]

MOST_ATTEMPTS = 5
BACK_OFF_S = (1, 4, 16, 64)
"""Seconds until the next attempt after the first, second, … failure."""

REST_S = 3600
"""Seconds that what was given up rests, whoever asks for it."""

LONGEST_WAIT_S = BACK_OFF_S[-1]
"""Seconds that a job may be put off: what is due later was written before the clock was set back, and is due now."""

MAX_ERROR = 500
MAX_LISTED = 1000


@dataclass(frozen=True, slots=True)
class Job:
    """Work for one worktree of a project: make its text searchable ("ingest"), take what was said in its sessions
    ("transcripts"), keep what sessions showed ("capture"), read what was said for memories ("extract"), then make the
    vectors ("embed").

    `running` is the request that a claim answers; 0 while the job waits. `attempts` counts those that never came to an
    end, since their worker was killed.
    """

    id: int
    project: str
    worktree: Path
    kind: Kind
    cause: str
    running: int
    attempts: int
    enqueued_at: str
