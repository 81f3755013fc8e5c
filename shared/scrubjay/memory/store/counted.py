"""What is counted of a claim that was to be kept. Pure."""

from scrubjay.identity.insight.events import Event, remembered
from scrubjay.model.memory import Blocked, Held, Known, Outcome, Stored


def outcome_events(outcome: Outcome) -> tuple[Event, ...]:
    """How it ended; of what is stored its grade."""
    result = outcome.result
    grade = str(result.grade) if result is not None and result.grade is not None else ""
    match outcome:
        case Stored():
            return remembered("stored", grade)
        case Known():
            return remembered("known", grade)
        case Held():
            return remembered("held", grade)
        case Blocked():
            return remembered("blocked", grade)
