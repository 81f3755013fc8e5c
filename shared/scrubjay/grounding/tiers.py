"""Stored, known, held or blocked? One decision over everything the checks found; the first matching row wins."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from scrubjay.grounding.hedges import Hedge
from scrubjay.grounding.injection import InjectionFlag
from scrubjay.model.evidence import CitationResult, Origin, Relation, Verdict
from scrubjay.model.grade import Grade
from scrubjay.model.memory import QUESTION


class TierRule(StrEnum):
    """The rows of the table in their order; bounds are an error before any of them."""

    SECRET = "secret"  # noqa: S105
    HEDGE = "hedge"
    DUPLICATE = "duplicate"
    REFUSED = "refused before"
    INJECTION = "injection"
    OUTRANKED = "outranked"
    KEPT = "kept"


@dataclass(frozen=True, slots=True)
class Likewise:
    """A memory that a claim resembles: its id, how alike (0 to 1), why, and its grade; `held` where it waits."""

    id: str
    score: float
    why: str = ""
    held: bool = False
    grade: Grade = Grade.UNCONFIRMED


@dataclass(frozen=True, slots=True, kw_only=True)
class Findings:
    """What the checks found. `failed` names checks that could not be made: those earn nothing.

    `outranked` is a memory that the claim would end and may not; `refused` says who refused the claim before, and when.
    """

    kind: str
    origin: Origin
    grade: Grade = Grade.UNCONFIRMED
    secrets: tuple[str, ...] = ()
    hedges: tuple[Hedge, ...] = ()
    language_assessed: bool = True
    duplicate: Likewise | None = None
    refused: str = ""
    injection: tuple[InjectionFlag, ...] = ()
    outranked: Likewise | None = None
    failed: tuple[str, ...] = ()
    similar: Likewise | None = None
    contrary: Likewise | None = None
    citations: tuple[CitationResult, ...] = ()
    unseen: str = ""

    @property
    def by_person(self) -> bool:
        """Whether a person produced the words."""
        return self.origin is Origin.PERSON

    @property
    def against(self) -> tuple[CitationResult, ...]:
        """The sources that say otherwise."""
        return tuple(citation for citation in self.citations if citation.relation is Relation.OTHERWISE)

    @property
    def contradicts(self) -> tuple[str, ...]:
        """What the claim must not stand above or without: ids of told or verified memories, paths of sources."""
        memory = (self.contrary.id,) if self.contrary and self.contrary.grade >= Grade.VERIFIED else ()
        return (*memory, *dict.fromkeys(citation.path or citation.commit for citation in self.against))

    @property
    def contradicted(self) -> tuple[str, ...]:
        """Ids of memories that must not stand above the claim or without it."""
        outranked = self.contrary is not None and self.grade >= Grade.VERIFIED > self.contrary.grade
        return (self.contrary.id,) if outranked and self.contrary else ()


@dataclass(frozen=True, slots=True)
class TierDecision:
    """What becomes of the claim, the row that said so, and the reason in words."""

    verdict: Verdict
    rule: TierRule
    reason: str


def determine_tier(findings: Findings) -> TierDecision:
    """Apply the table. Pure: the same findings give the same decision."""
    if findings.secrets:
        return TierDecision(Verdict.BLOCKED, TierRule.SECRET, f"holds a secret ({', '.join(findings.secrets)})")
    if findings.hedges and not findings.by_person and findings.kind != QUESTION:
        return TierDecision(
            Verdict.BLOCKED, TierRule.HEDGE, f"{findings.hedges[0].category}: {_quoted(findings.hedges)}"
        )
    if findings.duplicate:
        return TierDecision(Verdict.KNOWN, TierRule.DUPLICATE, f"already known as {findings.duplicate.id[:12]}")
    if findings.refused and not findings.by_person:
        return TierDecision(Verdict.BLOCKED, TierRule.REFUSED, findings.refused)
    if findings.injection and not findings.by_person:
        flag = findings.injection[0]
        return TierDecision(
            Verdict.HELD, TierRule.INJECTION, f'speaks to the reader ({flag.technique}): "{flag.words}"'
        )
    if findings.outranked:
        old = findings.outranked
        return TierDecision(
            Verdict.HELD, TierRule.OUTRANKED, f"would end {old.id[:12]}, which is {old.grade}: a person decides"
        )
    return TierDecision(Verdict.STORED, TierRule.KEPT, _why(findings))


def _why(findings: Findings) -> str:
    """How the grade was earned."""
    best = max(findings.citations, key=lambda citation: citation.grade, default=None)
    if findings.kind == QUESTION:
        return "a question: it carries no grade, and stays open until what answers it supersedes it"
    match findings.grade:
        case Grade.TOLD:
            return "a person says so"
        case Grade.OBSERVED:
            return "this session's transcript shows it"
        case Grade.VERIFIED | Grade.CITED if best is not None and best.grade is findings.grade:
            relation = "says the same" if best.grade is Grade.VERIFIED else "speaks of it"
            return f"{best.path or best.text} {relation}"
        case Grade.CITED:
            return "what a person typed in this session speaks of it"
        case _:
            return "no source that could be checked says so"


def _quoted(hedges: Sequence[Hedge]) -> str:
    return ", ".join(f'"{hedge.words}" at {hedge.start}' for hedge in hedges[:3])
