"""How does it read what became of a claim? The same facts as lines and as an object. Pure."""

from typing import Any

from scrubjay.freshness.grounds import Ground
from scrubjay.freshness.wording import observation_quote, source_quote, turn_quote
from scrubjay.model.evidence import EvidenceObject, Relation, ValidationResult
from scrubjay.model.memory import Blocked, Held, Known, Outcome, Stored

BY_KEY = "its key was used before: nothing new was stored"


def outcome_object(outcome: Outcome) -> dict[str, Any]:
    """outcome, grade, id, why, checks, source_words, raise_by; empty where they don't apply."""
    result = outcome.result
    told: dict[str, Any] = {
        "outcome": word(outcome),
        "grade": "" if result is None or result.grade is None or isinstance(outcome, Blocked) else str(result.grade),
        "id": "" if isinstance(outcome, Blocked) else outcome.id,
        "why": result.reason if result else "",
        "checks": [*result.checks_passed, *result.checks_failed] if result else [],
        "source_words": source_lines(result) if result else [],
        "raise_by": result.raise_by if result else "",
    }
    if isinstance(outcome, Blocked):
        told |= {"why": outcome.reason, "raise_by": outcome.do}
    elif isinstance(outcome, Known) and outcome.by_key:
        told |= {"why": BY_KEY, "raise_by": "", "grade": "", "checks": [], "source_words": []}
    return told


def outcome_lines(outcome: Outcome) -> list[str]:
    """The same for people."""
    told = outcome_object(outcome)
    grade = f" as {told['grade']}" if told["grade"] else ""
    head = f"{told['outcome']}{grade}: {told['id'] or told['why']}"
    rest = [told["why"]] if told["id"] and told["why"] else []
    return [head, *rest, *told["source_words"], *([told["raise_by"]] if told["raise_by"] else [])]


def word(outcome: Outcome) -> str:
    """stored, known, held or blocked."""
    match outcome:
        case Stored():
            return "stored"
        case Known():
            return "known"
        case Held():
            return "held"
        case Blocked():
            return "blocked"


def source_lines(result: ValidationResult) -> list[str]:
    """The source's own words that the claim leans on or names, or that say otherwise, with where they stand."""
    return _lines(result.evidence)


def _lines(evidence: EvidenceObject) -> list[str]:
    telling = (Relation.SAME, Relation.SPEAKS, Relation.OTHERWISE)
    found = [
        source_quote(Ground(text=cited.text, path=cited.path, status=cited.status, citation=cited))
        for cited in evidence.citations
        if cited.relation in telling or (cited.relation is Relation.UNSTATED and not cited.attached)
    ]
    found += [observation_quote(evidence.observation)] if evidence.observation else []
    found += [turn_quote(evidence.turn)] if evidence.turn else []
    return [line for line in found if line]
