"""Grade of a memory, derived from its evidence, and the evidence that decides it."""

from collections.abc import Mapping, Sequence

from scrubjay.memory.freshness.grounds import Ground, GroundsStanding
from scrubjay.model.evidence import Act, EvidenceObject
from scrubjay.model.frozen import dataclass, field
from scrubjay.model.grade import Grade
from scrubjay.model.reading import ModelReading


@dataclass(frozen=True, slots=True)
class GradeResult:
    """A grade, and the evidence that gives it.

    `evidence` is the record, `ground` the source in it, where it was one. `standing` is the current state of all the
    memory's places, `records` all its evidence. `readings` is what the user's model read, by the hash of the words
    (None: no answer could be read); it changes no grade.
    """

    grade: Grade
    evidence: EvidenceObject | None = None
    ground: Ground | None = None
    standing: GroundsStanding = field(default_factory=lambda: GroundsStanding(()))
    records: tuple[EvidenceObject, ...] = ()
    readings: Mapping[str, ModelReading | None] = field(default_factory=dict)


NOTHING = GradeResult(Grade.SAID)


def graded(evidence: Sequence[EvidenceObject], now: GroundsStanding) -> GradeResult:
    """The best grade that the evidence of one memory gives, with its sources' current state. Pure.

    Citations of older records count as well: evidence adds up, and is lost source by source.
    """
    best = GradeResult(Grade.SAID, evidence[-1] if evidence else None, None, now, tuple(evidence))
    for record in evidence:
        for grade, ground in _earned_grades(record, now):
            if grade > best.grade:
                best = GradeResult(grade, record, ground, now, tuple(evidence))
    return best


def _earned_grades(record: EvidenceObject, now: GroundsStanding) -> list[tuple[Grade, Ground | None]]:
    earned: list[tuple[Grade, Ground | None]] = [
        (ground.grade, ground) for ground in now.grounds if ground.citation in record.citations
    ]
    if record.act is not Act.NONE:
        earned.append((Grade.TOLD, None))
    earned += [(one.grade, None) for one in (record.observation, record.turn) if one is not None]
    return earned
