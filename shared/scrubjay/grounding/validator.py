"""The validator of claims: every check is made, every failure is named, one table decides."""

from collections.abc import Callable, Collection, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from typing import Protocol, TypeVar

from scrubjay.grounding.account import add, checks
from scrubjay.grounding.citations import Citation, CitationDetector, named_places, sources_named, unsourced
from scrubjay.grounding.claim import Claim
from scrubjay.grounding.hedges import find_hedges, is_english
from scrubjay.grounding.injection import InjectionFlag, find_marks
from scrubjay.grounding.near import MOST as MOST_NEAR
from scrubjay.grounding.neighbours import Resembling, judge
from scrubjay.grounding.tiers import Findings, Likewise, TierDecision, determine_tier
from scrubjay.grounding.verification import MOST
from scrubjay.model.clock import Clock, iso
from scrubjay.model.evidence import CitationResult, CitationStatus, EvidenceObject, Near, Origin, ValidationResult
from scrubjay.model.grade import Grade
from scrubjay.model.memory import QUESTION
from scrubjay.model.view import View
from scrubjay.observed.observer import Observed
from scrubjay.secrets import find_secrets

T = TypeVar("T")

READ = "instructions to the reader"
"""The name of the check that a model makes; where it can't, phrases and marks decide alone."""


class Checks(Protocol):
    """The checks that need git, the model, a database or a transcript."""

    def verify(self, claim: Claim, named: Sequence[Citation], view: View, /) -> tuple[CitationResult, ...]:
        """Look up the citations of a claim."""
        ...

    def sentence(self, text: str, view: View, /) -> tuple[CitationResult, ...]:
        """The place at HEAD that states the very sentence; none where there is none."""
        ...

    def beside(self, text: str, view: View, /) -> tuple[Near, ...]:
        """The current decisions and told memories near a claim."""
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
    """What the checks of a claim gave; `failed`: the checks that broke, by name."""

    flags: tuple[InjectionFlag, ...]
    neighbours: Sequence[Resembling] = ()
    cited: tuple[CitationResult, ...] = ()
    near: tuple[Near, ...] = ()
    seen: Observed = field(default_factory=Observed)
    refused: str = ""
    failed: tuple[str, ...] = ()


class IngestionValidator:
    """Judges claims for one worktree. `allowed` are marks of values that are no secret to the user."""

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
        flags, failed = made.flags, list(made.failed)
        duplicate, contrary, similar = judge(claim, made.neighbours)
        grades = self._grades(claim, duplicate, contrary, view, failed)
        duplicate, contrary = _with_grade(duplicate, grades), _with_grade(contrary, grades)
        question = claim.kind == QUESTION
        cited, seen = ((), Observed(why=made.seen.why)) if question else (made.cited, made.seen)
        evidence = self._evidence(claim, cited, seen, secret=bool(secrets))
        findings = Findings(
            kind=claim.kind,
            origin=claim.origin,
            grade=evidence.grade,
            secrets=secrets,
            hedges=find_hedges(claim.content),
            language_assessed=is_english(claim.content),
            duplicate=duplicate,
            refused=made.refused,
            injection=flags,
            outranked=_outranked(claim, grades),
            failed=tuple(failed),
            similar=similar,
            contrary=contrary,
            citations=cited,
            quoted=any(citation.grade is Grade.QUOTED for citation in cited),
            unseen="" if seen.observation or seen.turn else seen.why,
        )
        named = {citation.path for citation in cited}
        against = contrary.id if contrary is not None and contrary.grade is Grade.TOLD else ""
        rivals = [one for one in made.neighbours if one.id == against]
        told = [Near(f"told {one.id[:12]}", one.content) for one in rivals]
        beside = {one.words: one for one in (*told, *made.near) if one.name not in named}
        return _result(findings, determine_tier(findings), evidence, tuple(beside.values())[:MOST_NEAR])

    def _checked(self, claim: Claim, view: View, marks: tuple[InjectionFlag, ...]) -> "_Checked":
        """Make the checks that need git, the model, a database or a transcript."""
        failed: list[str] = []
        unmade: list[str] = []
        with ThreadPoolExecutor(1) as beside:  # the model's time is not git's
            likeness = beside.submit(_guarded, "likeness in meaning", unmade, lambda: self._checks.alike(claim), {})
            reading = beside.submit(_guarded, READ, unmade, lambda: marks or self._read(claim), marks)
            cited = self._cited(claim, view, failed)
            near: tuple[Near, ...] = ()
            near = _guarded("what stands near", failed, lambda: self._near(claim, view), near)
            seen = _guarded("transcript", failed, lambda: self._checks.observe(claim), Observed())
            refused = _guarded("refused before", failed, lambda: self._checks.refused(claim), "")
            alike, flags = likeness.result(), reading.result()
        neighbours: Sequence[Resembling] = ()
        neighbours = _guarded("duplicates", unmade, lambda: self._checks.near(claim, alike), neighbours)
        return _Checked(
            flags=flags,
            neighbours=neighbours,
            cited=cited,
            near=near,
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
        """The places that a claim names; of an agent's that names none it states, the one whose sentence it is."""
        beside = sources_named([source for source in claim.cites if source not in claim.content])
        named = (*beside, *named_places(claim.content, self._citations.detect(claim.content)))
        nothing: tuple[CitationResult, ...] = ()
        results = _guarded("places", failed, lambda: self._checks.verify(claim, named, view), nothing)
        failed.extend(f"place {citation.text}" for citation in results if citation.status is CitationStatus.FAILED)
        told = claim.origin is Origin.PERSON or claim.kind == QUESTION
        if told or any(citation.potential_grade is Grade.QUOTED for citation in results):
            return results
        text = self._bare(claim)
        sentence = _guarded("its own sentence", failed, lambda: self._checks.sentence(text, view), nothing)
        return (*sentence, *results)[:MOST]

    def _near(self, claim: Claim, view: View) -> tuple[Near, ...]:
        return () if claim.kind == QUESTION else self._checks.beside(self._bare(claim), view)

    def _bare(self, claim: Claim) -> str:
        return unsourced(claim.content, self._citations.detect(claim.content))

    def _grades(
        self, claim: Claim, duplicate: Likewise | None, contrary: Likewise | None, view: View, failed: list[str]
    ) -> Mapping[str, Grade]:
        ids = {resembled.id for resembled in (duplicate, contrary) if resembled} | set(claim.replaces)
        nothing: Mapping[str, Grade] = {}
        if not ids:
            return nothing
        return _guarded("grades", failed, lambda: self._checks.grades(ids, view), nothing)


def _outranked(claim: Claim, grades: Mapping[str, Grade]) -> Likewise | None:
    """The first memory that the claim would end and that outranks its author; one that couldn't be graded does."""
    if claim.authority:
        return None
    for id in claim.replaces:
        grade = next((grades[other] for other in grades if other.startswith(id.lower())), Grade.TOLD)
        if grade is Grade.TOLD or (grade is Grade.QUOTED and not claim.ends_own):
            return Likewise(id, 1.0, grade=grade)
    return None


def _with_grade(resembled: Likewise | None, grades: Mapping[str, Grade]) -> Likewise | None:
    return resembled and replace(resembled, grade=grades.get(resembled.id, Grade.SAID))


def _result(
    findings: Findings, decision: TierDecision, evidence: EvidenceObject, near: tuple[Near, ...]
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
        replaces=findings.replaces,
        same=findings.repeats is not None and findings.repeats.same,
        near=near,
        add=add(decision, findings),
    )


def _guarded(name: str, failed: list[str], check: Callable[[], T], otherwise: T) -> T:
    try:
        return check()
    except Exception as error:  # whatever breaks a check must not approve, nor lose the claim
        failed.append(f"{name} ({type(error).__name__})")
        return otherwise
