"""How does it read what became of the candidates? One line each, the claim without secrets."""

from collections.abc import Iterator, Sequence

from scrubjay.extraction.service import Judged
from scrubjay.model.memory import AutoApproved, Blocked, FlaggedForReview
from scrubjay.secrets import mask

SHOWN = 120
"""Characters of a claim in an answer."""

ID_DIGITS = 12


def judged_lines(judged: Sequence[Judged]) -> Iterator[str]:
    """A line for each candidate: stored, pending or blocked, why, and what to do."""
    for one in judged:
        claim = " ".join(mask(one.candidate.content).text.split())
        yield f"- {_outcome(one)}: {claim[:SHOWN]}{'…' if len(claim) > SHOWN else ''}{_why(one)}"


def _outcome(one: Judged) -> str:
    match one.outcome:
        case AutoApproved(id, _, again):
            return f"{'already stored' if again else 'stored'} {id[:ID_DIGITS]}"
        case FlaggedForReview(id, _, again):
            return f"{'still pending' if again else 'pending'} {id[:ID_DIGITS]}"
        case Blocked():
            return "blocked"
        case None:
            return "not taken"


def _why(one: Judged) -> str:
    match one.outcome:
        case AutoApproved():
            return ""
        case FlaggedForReview(_, result, _):
            reason, do = result.reason, result.do
        case Blocked(reason, do):
            pass
        case None:
            reason, do = one.error, ""
    return f" ({'. '.join(part.rstrip('.') for part in (reason, do) if part)})"
