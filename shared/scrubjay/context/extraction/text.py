"""How does it read what became of the candidates? One line each, the claim without secrets."""

from collections.abc import Iterator, Sequence

from scrubjay.context.extraction.judged import Judged
from scrubjay.model.memory import Blocked, Held, Stored
from scrubjay.privacy.secrets.masking import mask
from scrubjay.search.recall.outcome import word

SHOWN = 120
"""Characters of a claim in an answer."""

ID_DIGITS = 12


def judged_lines(judged: Sequence[Judged]) -> Iterator[str]:
    """A line for each candidate: stored, known, held or blocked, why, and what to do."""
    for result in judged:
        claim = " ".join(mask(result.candidate.content).text.split())
        yield f"- {_outcome(result)}: {claim[:SHOWN]}{'…' if len(claim) > SHOWN else ''}{_why(result)}"


def _outcome(judged: Judged) -> str:
    match judged.outcome:
        case None:
            return "not taken"
        case Blocked():
            return "blocked"
        case outcome:
            grade = f" as {outcome.result.grade}" if isinstance(outcome, Stored) and outcome.result.grade else ""
            return f"{word(outcome)}{grade} {outcome.id[:ID_DIGITS]}"


def _why(judged: Judged) -> str:
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
