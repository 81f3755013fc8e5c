"""The result of one claim's review."""

from dataclasses import dataclass

from scrubjay.model.memory import Memory


@dataclass(frozen=True, slots=True)
class ReviewResult:
    """The result of one claim's review; `problem` says why nothing changed."""

    id: str
    memory: Memory | None = None
    problem: str = ""
