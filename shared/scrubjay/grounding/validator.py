"""What is a claim worth, and may it be stored? Every check is made, every failure is noted, one table decides."""

from collections.abc import Callable, Collection, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Protocol, TypeVar

from scrubjay.grounding.account import checks, raise_by
from scrubjay.grounding.citations import Citation, CitationDetector, beside, sources_beside
from scrubjay.grounding.claim import Claim
from scrubjay.grounding.hedges import find_hedges, is_english
from scrubjay.grounding.injection import InjectionFlag, find_marks
from scrubjay.grounding.neighbours import Resembling, judge
from scrubjay.grounding.search import SupportResult, doubted, unnamed
from scrubjay.grounding.tiers import Findings, Likewise, TierDecision, determine_tier
from scrubjay.model.clock import Clock, iso
from scrubjay.model.evidence import CitationResult, CitationStatus, EvidenceObject, Origin, Relation, ValidationResult
from scrubjay.model.grade import Grade
from scrubjay.model.memory import QUESTION
from scrubjay.model.view import View
from scrubjay.observed.observer import Observed
from scrubjay.secrets import find_secrets

T = TypeVar("T")

NOTHING_FOUND = SupportResult(None, (), ())

READ = "instructions to the reader"
"""The check without which nothing that an agent says earns anything: it might be told to every session."""


class Checks(Protocol):
    """The checks that need git, the model, a database or a transcript."""

    def verify(self, claim: Claim, named: Sequence[Citation], view: View, /) -> tuple[CitationResult, ...]:
        """Look up the citations of a claim."""
        ...

    def search(self, text: str, view: View, /) -> SupportResult:
        """Find what HEAD says without being named."""
        ...

    def alike(self, claim: Claim, /) -> Mapping[str, float]:
        """The memories that mean nearly the same, by id with their cosine."""
        ...

    def near(self, claim: Claim, alike: Mapping[str, float], /) -> Sequence[Resembling]:
        """Those alike in meaning with those that share its words."""
        ...

    def grades(self, ids: Collection[str], view: View, /) -> Mapping[str, Grade]:
        """How well some memories are grounded at a view, by id."""
        ...

    def refused(self, claim: Claim, /) -> str:
        """Who refused the claim before, in words; empty where nobody did."""
        ...

    def observe(self, claim: Claim, /) -> Observed:
        """What the session's transcript shows."""
        ...

    def instructs(self, claim: Claim, /) -> tuple[InjectionFlag, ...]:
        """What of the claim a model takes for an instruction to its reader."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class _Checked:
    """What the checks of a claim gave. `flags` None: nobody could tell; `failed`: the checks that broke, by name."""

    flags: tuple[InjectionFlag, ...] | None
    neighbours: Sequence[Resembling] = ()
    cited: tuple[CitationResult, ...] = ()
    support: SupportResult = NOTHING_FOUND
    seen: Observed = field(default_factory=Observed)
    refused: str = ""
    failed: tuple[str, ...] = ()


class IngestionValidator:
    """Grounds claims for one worktree. `allowed` are marks of values that are no secret to the user."""

    def __init__(self, checks: Checks, clock: Clock, allowed: Collection[str] = ()) -> None:
        self._checks = checks
        self._clock = clock
        self._allowed = allowed
        self._citations = CitationDetector()

    def validate(self, claim: Claim, view: View) -> ValidationResult:
        """Judge a claim. Never raises for a check that fails: it is named, and earns nothing."""
        secrets = tuple(sorted({finding.kind for finding in find_secrets(claim.content, allowed=self._allowed)}))
        marks = find_marks(claim.content)
        # a claim with a secret is asked about nowhere
        made = _Checked(flags=marks) if secrets else self._checked(claim, view, marks)
        flags, seen, failed = made.flags, made.seen, list(made.failed)
        unasked = unnamed(made.support, made.cited)
        citations = (*made.cited, unasked) if unasked else made.cited
        duplicate, similar, contrary = judge(claim, made.neighbours)
        instructs = claim.origin is not Origin.PERSON and (flags is None or (bool(flags) and duplicate is not None))
        if instructs or claim.kind == QUESTION:
            citations, seen = (), Observed(why=seen.why)
        evidence = self._evidence(claim, citations, seen, secret=bool(secrets))
        grades = self._grades(claim, duplicate, contrary, view, failed)
        quoted = any(citation.relation is Relation.SAME for citation in citations)
        findings = Findings(
            kind=claim.kind,
            origin=claim.origin,
            grade=evidence.grade,
            secrets=secrets,
            hedges=() if quoted else find_hedges(claim.content),
            language_assessed=is_english(claim.content),
            duplicate=duplicate,
            refused=made.refused,
            injection=flags or (),
            outranked=_outranked(claim, grades),
            failed=tuple(failed),
            similar=similar,
            contrary=_with_grade(contrary, grades),
            citations=citations,
            unseen="" if seen.observation or seen.turn else seen.why,
        )
        return _result(findings, determine_tier(findings), evidence, made.support.nearest)

    def _checked(self, claim: Claim, view: View, marks: tuple[InjectionFlag, ...]) -> "_Checked":
        """Make the checks that need git, the model, a database or a transcript."""
        failed: list[str] = []
        unmade: list[str] = []
        support = NOTHING_FOUND
        with ThreadPoolExecutor(1) as beside:  # the model's time is not git's
            likeness = beside.submit(_guarded, "likeness in meaning", unmade, lambda: self._checks.alike(claim), {})
            reading = beside.submit(_guarded, READ, unmade, lambda: marks or self._read(claim), None)
            cited = self._cited(claim, view, failed)
            if all(citation.grade in (Grade.UNCONFIRMED, Grade.VERIFIED) for citation in cited):
                support = _guarded("search for a source", failed, lambda: self._found(claim, view), support)
            cited = tuple(doubted(citation, support.against) for citation in cited)
            seen = _guarded("transcript", failed, lambda: self._checks.observe(claim), Observed())
            refused = _guarded("refused before", failed, lambda: self._checks.refused(claim), "")
            alike, flags = likeness.result(), reading.result()
        neighbours: Sequence[Resembling] = ()
        neighbours = _guarded("duplicates", unmade, lambda: self._checks.near(claim, alike), neighbours)
        return _Checked(
            flags=flags,
            neighbours=neighbours,
            cited=cited,
            support=support,
            seen=seen,
            refused=refused,
            failed=(*unmade, *failed),
        )

    def _evidence(
        self, claim: Claim, citations: tuple[CitationResult, ...], seen: Observed, *, secret: bool
    ) -> EvidenceObject:
        """What stands behind a claim, without its words where they hold a secret."""
        return EvidenceObject(
            claim="" if secret else claim.content,
            capture_time=iso(self._clock()),
            source=claim.origin,
            source_id=claim.author,
            act=claim.act,
            citations=citations,
            observation=seen.observation,
            turn=seen.turn,
            validity_horizon=claim.valid_until,
        )

    def _read(self, claim: Claim) -> tuple[InjectionFlag, ...]:
        return () if claim.origin is Origin.PERSON else self._checks.instructs(claim)

    def _cited(self, claim: Claim, view: View, failed: list[str]) -> tuple[CitationResult, ...]:
        named = self._citations.detect(claim.sourced)
        nothing: tuple[CitationResult, ...] = ()
        results = _guarded("citations", failed, lambda: self._checks.verify(claim, named, view), nothing)
        failed.extend(f"citation {citation.text}" for citation in results if citation.status is CitationStatus.FAILED)
        return results

    def _found(self, claim: Claim, view: View) -> SupportResult:
        named = self._citations.detect(claim.content)
        return self._checks.search(beside(claim.content, sources_beside(claim.content, named)), view)

    def _grades(
        self, claim: Claim, duplicate: Likewise | None, contrary: Likewise | None, view: View, failed: list[str]
    ) -> Mapping[str, Grade]:
        ids = {resembled.id for resembled in (duplicate, contrary) if resembled} | set(claim.replaces)
        nothing: Mapping[str, Grade] = {}
        if not ids:
            return nothing
        return _guarded("grades", failed, lambda: self._checks.grades(ids, view), nothing)


OUTRANKING = (Grade.TOLD, Grade.VERIFIED)
"""Grades that no agent may end."""


def _outranked(claim: Claim, grades: Mapping[str, Grade]) -> Likewise | None:
    """The first memory that the claim would end and that outranks its author; one that couldn't be graded does."""
    if claim.authority:
        return None
    for id in claim.replaces:
        grade = next((grades[grade] for grade in grades if grade.startswith(id.lower())), Grade.TOLD)
        if grade in OUTRANKING:
            return Likewise(id, 1.0, grade=grade)
    return None


def _with_grade(resembled: Likewise | None, grades: Mapping[str, Grade]) -> Likewise | None:
    return resembled and Likewise(
        resembled.id, resembled.score, resembled.why, resembled.held, grades.get(resembled.id, Grade.UNCONFIRMED)
    )


def _result(
    findings: Findings, decision: TierDecision, evidence: EvidenceObject, nearest: Sequence[str]
) -> ValidationResult:
    other = findings.duplicate or findings.contrary or findings.similar
    passed, failed = checks(findings)
    return ValidationResult(
        verdict=decision.verdict,
        grade=None if findings.kind == QUESTION else findings.grade,
        reason=decision.reason,
        checks_passed=passed,
        checks_failed=failed,
        evidence=evidence,
        similarity_score=other.score if other else 0.0,
        conflicting_memory_id=other.id if other else "",
        contradicts=findings.contradicts,
        contradicted=findings.contradicted,
        raise_by=raise_by(decision, findings, nearest),
    )


def _guarded(name: str, failed: list[str], check: Callable[[], T], otherwise: T) -> T:
    try:
        return check()
    except Exception as error:  # whatever breaks a check must not approve, nor lose the claim
        failed.append(f"{name} ({type(error).__name__})")
        return otherwise
