"""What is counted of a claim that was to be kept. Pure."""

from scrubjay.insight.events import Event, remembered
from scrubjay.model.memory import Blocked, Held, Known, Outcome, Stored


def outcome_events(outcome: Outcome, kind: str) -> tuple[Event, ...]:
    """How it ended; of what is stored its kind and grade."""
    result = outcome.result
    grade = str(result.grade) if result is not None and result.grade is not None else ""
    match outcome:
        case Stored():
            return remembered("stored", kind, grade)
        case Known():
            return remembered("known", kind, grade)
        case Held():
            return remembered("held", kind, grade)
        case Blocked():
            return remembered("blocked", kind, grade)
