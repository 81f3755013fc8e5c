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
        return tuple(one for one in self.citations if one.relation is Relation.OTHERWISE)

    @property
    def contradicts(self) -> tuple[str, ...]:
        """What the claim must not stand above or without: ids of told or verified memories, paths of sources."""
        memory = (self.contrary.id,) if self.contrary and self.contrary.grade >= Grade.VERIFIED else ()
        return (*memory, *dict.fromkeys(one.path or one.commit for one in self.against))

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


def determine_tier(found: Findings) -> TierDecision:
    """Apply the table. Pure: the same findings give the same decision."""
    if found.secrets:
        return TierDecision(Verdict.BLOCKED, TierRule.SECRET, f"holds a secret ({', '.join(found.secrets)})")
    if found.hedges and not found.by_person and found.kind != QUESTION:
        return TierDecision(Verdict.BLOCKED, TierRule.HEDGE, f"{found.hedges[0].category}: {_quoted(found.hedges)}")
    if found.duplicate:
        return TierDecision(Verdict.KNOWN, TierRule.DUPLICATE, f"already known as {found.duplicate.id[:12]}")
    if found.refused and not found.by_person:
        return TierDecision(Verdict.BLOCKED, TierRule.REFUSED, found.refused)
    if found.injection and not found.by_person:
        flag = found.injection[0]
        return TierDecision(
            Verdict.HELD, TierRule.INJECTION, f'speaks to the reader ({flag.technique}): "{flag.words}"'
        )
    if found.outranked:
        old = found.outranked
        return TierDecision(
            Verdict.HELD, TierRule.OUTRANKED, f"would end {old.id[:12]}, which is {old.grade}: a person decides"
        )
    return TierDecision(Verdict.STORED, TierRule.KEPT, _why(found))


def _why(found: Findings) -> str:
    """How the grade was earned."""
    best = max(found.citations, key=lambda one: one.grade, default=None)
    if found.kind == QUESTION:
        return "a question: it carries no grade, and stays open until what answers it supersedes it"
    match found.grade:
        case Grade.TOLD:
            return "a person says so"
        case Grade.OBSERVED:
            return "this session's transcript shows it"
        case Grade.VERIFIED | Grade.CITED if best is not None and best.grade is found.grade:
            said = "says the same" if best.grade is Grade.VERIFIED else "speaks of it"
            return f"{best.path or best.text} {said}"
        case Grade.CITED:
            return "what a person typed in this session speaks of it"
        case _:
            return "no source that could be checked says so"


def _quoted(hedges: Sequence[Hedge]) -> str:
    return ", ".join(f'"{hedge.words}" at {hedge.start}' for hedge in hedges[:3])
