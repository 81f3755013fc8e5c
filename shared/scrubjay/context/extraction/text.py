"""Report of an extraction: one line for each candidate, with what became of it."""

from collections.abc import Iterator, Sequence

from scrubjay.model.frozen import dataclass
from scrubjay.model.memory import Blocked, Held, Outcome, Stored
from scrubjay.privacy.secrets.masking import mask
from scrubjay.search.recall.outcome import word


@dataclass(frozen=True, slots=True)
class Candidate:
    """A claim that grounding has still to judge. `quote` is what was said, word by word; empty where nobody did."""

    content: str
    kind: str = "fact"
    scope: str = "project"
    quote: str = ""


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


SHOWN = 120
"""Characters of a claim in an answer."""

ID_DIGITS = 12


def judged_lines(judged: Sequence[Judged]) -> Iterator[str]:
    """A line for each candidate: stored, known, held or blocked, why, and what to do."""
    for result in judged:
        claim = " ".join(mask(result.candidate.content).text.split())
        yield f"- {_outcome_text(result)}: {claim[:SHOWN]}{'…' if len(claim) > SHOWN else ''}{_reason_text(result)}"


def _outcome_text(judged: Judged) -> str:
    match judged.outcome:
        case None:
            return "not taken"
        case Blocked():
            return "blocked"
        case outcome:
            grade = f" as {outcome.result.grade}" if isinstance(outcome, Stored) and outcome.result.grade else ""
            return f"{word(outcome)}{grade} {outcome.id[:ID_DIGITS]}"


def _reason_text(judged: Judged) -> str:
    match judged.outcome:
        case None:
            parts: tuple[str, ...] = (judged.error,)
        case Blocked(reason, do):
            parts = (reason, do)
        case Held(_, result):
            parts = (result.reason, result.add)
        case _:
            return ""
    return f" ({'. '.join(part.rstrip('.') for part in parts if part)})"
