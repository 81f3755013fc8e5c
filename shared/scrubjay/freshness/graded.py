"""The grade that a memory's evidence earns, and what earned it."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from scrubjay.freshness.grounds import Ground, GroundsStanding
from scrubjay.model.evidence import Act, EvidenceObject
from scrubjay.model.grade import Grade


@dataclass(frozen=True, slots=True)
class GradeResult:
    """A grade, and the evidence that earned it.

    `evidence` is the record, `ground` the source in it, where it was one. `standing` is the current state of all the
    memory's sources, `evidence_count` the number of evidence records.
    """

    grade: Grade
    evidence: EvidenceObject | None = None
    ground: Ground | None = None
    standing: GroundsStanding = field(default_factory=lambda: GroundsStanding(()))
    evidence_count: int = 0


NOTHING = GradeResult(Grade.UNCONFIRMED)


def graded(evidence: Sequence[EvidenceObject], now: GroundsStanding) -> GradeResult:
    """The best grade that the evidence of one memory earns, with its sources' current state. Pure.

    Citations of older records count as well: evidence adds up, and is lost source by source.
    """
    best = GradeResult(Grade.UNCONFIRMED, evidence[-1] if evidence else None, None, now, len(evidence))
    for record in evidence:
        for grade, ground in _earned(record, now):
            if grade > best.grade:
                best = GradeResult(grade, record, ground, now, len(evidence))
    return best


def _earned(record: EvidenceObject, now: GroundsStanding) -> list[tuple[Grade, Ground | None]]:
    earned: list[tuple[Grade, Ground | None]] = [
        (ground.grade, ground) for ground in now.grounds if ground.citation in record.citations
    ]
    if record.act is not Act.NONE or (record.turn is not None and record.turn.same):
        earned.append((Grade.TOLD, None))
    if record.observation is not None:
        earned.append((Grade.OBSERVED, None))
    if record.turn is not None:
        earned.append((Grade.CITED, None))
    return earned
