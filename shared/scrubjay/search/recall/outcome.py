"""Text and JSON forms of what became of a claim. Pure."""

from typing import Any

from scrubjay.memory.freshness.grounds import Ground
from scrubjay.memory.freshness.wording import ShownGround, ground_object, observation_ground, place_ground, turn_ground
from scrubjay.memory.grounding.tiers import NAME_A_PLACE
from scrubjay.model.evidence import EvidenceObject, Near
from scrubjay.model.far import FarOutcome
from scrubjay.model.memory import Blocked, Held, Known, Outcome, Stored

DIGITS = 8
"""Digits of an id that people are shown; commands take them."""

FAR_DIGITS = 12
"""Digits of an id on a server, as its answers have them."""

BY_KEY = "its key was used before: nothing new was stored"

NAME_BY_OPTION = "Name the place that says so (--source path:lines, ADR-003, commit), or the printed line by --quote."
"""What NAME_A_PLACE says, at a terminal."""


def outcome_object(outcome: Outcome) -> dict[str, Any]:
    """The outcome of a claim as plain values: outcome, grade, id, grounds, near, other, why, add."""
    result = outcome.result
    blocked = isinstance(outcome, Blocked)
    told: dict[str, Any] = {
        "outcome": word(outcome),
        "grade": "" if result is None or result.grade is None or blocked else str(result.grade),
        "id": "" if isinstance(outcome, Blocked) else outcome.id,
        "grounds": [ground_object(ground) for ground in grounds_found(result.evidence)] if result else [],
        "near": [near_line(one) for one in result.near] if result else [],
        "other": _other_memory(outcome),
        "why": result.reason if result else "",
        "add": result.add if result else "",
    }
    if isinstance(outcome, Blocked):
        told |= {"why": outcome.reason, "add": outcome.do}
    elif isinstance(outcome, Known) and outcome.by_key:
        told |= {"why": BY_KEY, "add": "", "grade": "", "grounds": [], "near": [], "other": {}}
    return told


def far_object(outcome: FarOutcome) -> dict[str, Any]:
    """The same of a claim or a change on a server, in whose words its grounds and reasons are."""
    return {
        "outcome": outcome.outcome,
        "grade": outcome.grade,
        "id": outcome.id,
        "grounds": [{"place": line} for line in outcome.grounds],
        "near": [],
        "other": {},
        "why": outcome.why,
        "add": outcome.add,
    }


def far_lines(outcome: FarOutcome) -> list[str]:
    """The same as lines for a terminal."""
    grade = f" as {outcome.grade}" if outcome.grade else ""
    head = f"{outcome.outcome}{grade}: {' '.join(filter(None, (outcome.id[:FAR_DIGITS], outcome.called)))}"
    return [head, *filter(None, (outcome.why, *outcome.grounds, outcome.add))]


def _other_memory(outcome: Outcome) -> dict[str, Any]:
    """The memory that the claim repeats, contradicts or resembles: its id and how alike both are, from 0 to 1."""
    result = outcome.result
    if result is None or not result.conflicting_memory_id:
        return {}
    relation = (
        "rival" if result.contradicts or result.contradicted else "repeated" if isinstance(outcome, Known) else "near"
    )
    return {"id": result.conflicting_memory_id, "relation": relation, "score": round(result.similarity_score, 3)}


def outcome_lines(outcome: Outcome) -> list[str]:
    """The outcome of a claim as lines for a terminal; advice names command-line options."""
    told = outcome_object(outcome)
    grade = f" as {told['grade']}" if told["grade"] else ""
    id = str(told["id"])[:DIGITS]
    kept = outcome.result.evidence.claim if outcome.result else ""
    head = f"{told['outcome']}{grade}: {f'{id} {kept}'.strip() or told['why']}"
    rest = [told["why"]] if told["id"] and told["why"] else []
    grounds = [ground.text for ground in grounds_found(outcome.result.evidence)] if outcome.result else []
    near = [f"near: {line}" for line in told["near"]]
    undo = [f"To undo: `scrubjay forget {id}`"] if told["outcome"] == "stored" else []
    return [head, *rest, *grounds, *near, *filter(None, [told["add"].replace(NAME_A_PLACE, NAME_BY_OPTION)]), *undo]


def word(outcome: Outcome) -> str:
    """The outcome in one word: stored, known, held or blocked."""
    match outcome:
        case Stored():
            return "stored"
        case Known():
            return "known"
        case Held():
            return "held"
        case Blocked():
            return "blocked"


def grounds_found(evidence: EvidenceObject) -> tuple[ShownGround, ...]:
    """The grounds of a claim as they were found when it was made."""
    places = [
        place_ground(Ground(text=cited.text, path=cited.path, status=cited.status, detail=cited.detail, citation=cited))
        for cited in evidence.citations
    ]
    line, turn = evidence.observation, evidence.turn
    shown = [observation_ground(line)] if line else [turn_ground(turn)] if turn and not turn.same else []
    return (*places, *shown)


def near_line(near: Near) -> str:
    """A passage near to a claim, with the numbers and names that differ in bold."""
    words = near.words
    for other in near.other:
        words = words.replace(other, f"**{other}**", 1)
    return f"{near.name}: “{words}”"
