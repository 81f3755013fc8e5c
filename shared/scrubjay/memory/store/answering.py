"""What is answered to who wants a claim kept, beside what grounding found? Pure."""

from dataclasses import replace

from scrubjay.memory.store.request import RememberRequest
from scrubjay.model.evidence import ValidationResult
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


def still_held(memory: Memory, result: ValidationResult) -> ValidationResult:
    """What is known of a claim that waits: why it does."""
    if memory.status is not MemoryStatus.HELD:
        return result
    reason = f"known already as {memory.id[:12]}, which is held: {memory.belief.reason}"
    return replace(result, reason=reason, add="It waits for a person: `scrubjay review`.")
