"""What became of the candidates that were extracted."""

from dataclasses import dataclass

from scrubjay.context.extraction.candidate import Candidate
from scrubjay.model.memory import Outcome


@dataclass(frozen=True, slots=True)
class Judged:
    """A candidate, and what became of it; `outcome` is None where it could not be taken, `error` says why."""

    candidate: Candidate
    outcome: Outcome | None
    error: str = ""


@dataclass(frozen=True, slots=True)
class Extracted:
    """How many turns were read, and what became of the candidates in them. `stopped` says why reading ended early."""

    turns: int = 0
    stored: int = 0
    known: int = 0
    held: int = 0
    blocked: int = 0
    stopped: str = ""
