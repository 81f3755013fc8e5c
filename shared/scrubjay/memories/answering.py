"""What is answered to who wants a claim kept, beside what grounding found? Pure."""

from dataclasses import replace

from scrubjay.memories.request import RememberRequest
from scrubjay.model.evidence import Act, ValidationResult
from scrubjay.model.grade import Grade
from scrubjay.model.memory import Known, Memory, MemoryStatus


def as_known(outcome: Known, grade: Grade) -> Known:
    """What was known already, with the grade that the memory has by now: the better one of what it rests on."""
    return replace(outcome, result=replace(outcome.result, grade=grade))


def with_notes(
    result: ValidationResult, request: RememberRequest, stored: RememberRequest, flagged: str
) -> ValidationResult:
    """The result with what the caller should know besides: the kind that was inferred, and personal data."""
    inferred = "" if request.kind else f" (kind: {stored.kind}, by its wording)"
    add = " ".join(filter(None, (result.add, flagged)))
    return replace(result, reason=f"{result.reason}{inferred}", add=add)


def ungraded(result: ValidationResult) -> ValidationResult:
    """A validation of other words: its grounds stay, the grade that they give to the very words doesn't."""
    evidence = result.evidence
    line, turn = evidence.observation, evidence.turn
    evidence = replace(
        evidence,
        act=Act.NONE,
        citations=tuple(replace(citation, whole=False) for citation in evidence.citations),
        observation=line and replace(line, whole=False),
        turn=turn and replace(turn, same=False),
    )
    return replace(result, evidence=evidence, grade=result.grade and evidence.grade)


def still_held(memory: Memory, result: ValidationResult) -> ValidationResult:
    """What is known of a claim that waits: why it does."""
    if memory.status is not MemoryStatus.HELD:
        return result
    reason = f"known already as {memory.id[:12]}, which is held: {memory.belief.reason}"
    return replace(result, reason=reason, add="It waits for a person: `scrubjay review`.")
