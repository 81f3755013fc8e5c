"""The validator of claims: every check is made, every failure is named, and the caller is told one outcome."""

from collections.abc import Callable, Collection, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from typing import TypeVar

from scrubjay.memory.grounding.checks import ClaimChecks, Resembling, embedded, judge
from scrubjay.memory.grounding.citations import meant_citations, unsourced
from scrubjay.memory.grounding.injection import InjectionFlag, find_marks, without_end
from scrubjay.memory.grounding.near import MOST as MOST_NEAR
from scrubjay.memory.grounding.prose import find_hedges, is_english
from scrubjay.memory.grounding.tiers import Findings, Likewise, TierDecision, add, checks, determine_tier
from scrubjay.memory.grounding.verification import MOST
from scrubjay.memory.store.request import RememberRequest
from scrubjay.memory.transcript.observer import Observed
from scrubjay.model.clock import Clock, iso
from scrubjay.model.evidence import CitationResult, CitationStatus, EvidenceObject, Near, Origin, ValidationResult
from scrubjay.model.frozen import dataclass, field, replace
from scrubjay.model.grade import Grade
from scrubjay.model.memory import QUESTION
from scrubjay.model.view import View
from scrubjay.privacy.secrets.masking import find_secrets

T = TypeVar("T")
Otherwise = TypeVar("Otherwise")

READ = "instructions to the reader"
"""The name of the check that a model makes; where it can't, phrases and marks decide alone."""


@dataclass(frozen=True, slots=True)
class _Checked:
    """The results of a claim's checks."""

    flags: tuple[InjectionFlag, ...]
    neighbours: Sequence[Resembling] = ()
    cited: tuple[CitationResult, ...] = ()
    near: tuple[Near, ...] = ()
    seen: Observed = field(default_factory=Observed)
    refused: str = ""


@dataclass(frozen=True, slots=True)
class IngestionValidator:
    """Judges claims by the checks of one place: a worktree, or a team's server.

    `allowed` are marks of values that are no secret to the user.

    `cited` is told what a claim cites as soon as that is found, on a thread of its own: git is asked for more then.
    """

    checks: ClaimChecks
    clock: Clock
    allowed: Collection[str] = ()
    cited: Callable[[Sequence[CitationResult]], object] = len

    def validate(self, claim: RememberRequest, view: View) -> ValidationResult:
        """Judge a claim. Never raises for a check that fails: it is named, and earns nothing."""
        secrets = tuple(sorted({finding.kind for finding in find_secrets(claim.content, allowed=self.allowed)}))
        marks = find_marks(claim.content)
        # a claim with a secret is asked about nowhere
        failed: list[str] = []
        made = _Checked(flags=marks) if secrets else self._checked(claim, view, marks, failed)
        duplicate, contrary, similar = judge(claim, made.neighbours)
        ids = {one.id for one in (duplicate, contrary) if one} | set(claim.replaces)
        grades = _guarded("grades", failed, lambda: self.checks.grades(ids, view), {}) if ids else {}
        duplicate, contrary = _with_grade(duplicate, grades), _with_grade(contrary, grades)
        question = claim.kind == QUESTION
        cited, seen = ((), Observed(why=made.seen.why)) if question else (made.cited, made.seen)
        evidence = EvidenceObject(
            claim="" if secrets else claim.content,
            capture_time=iso(self.clock()),
            source=claim.origin,
            source_id=claim.author,
            act=claim.act,
            citations=cited,
            observation=seen.observation,
            turn=seen.turn,
            validity_horizon=claim.valid_until,
        )
        findings = Findings(
            kind=claim.kind,
            origin=claim.origin,
            grade=evidence.grade,
            secrets=secrets,
            hedges=find_hedges(claim.content),
            language_assessed=is_english(claim.content),
            duplicate=duplicate,
            refused=made.refused,
            injection=made.flags,
            outranked=self._outranked(claim, grades),
            failed=tuple(failed),
            similar=similar,
            contrary=contrary,
            citations=cited,
            unseen="" if seen.observation or seen.turn else seen.why,
        )
        named = {citation.path for citation in cited}
        told = contrary if contrary is not None and contrary.grade is Grade.TOLD else None
        rivals = [Near(f"told {told.id[:12]}", told.content)] if told else []
        beside = {one.words: one for one in (*rivals, *made.near) if one.name not in named}
        return _validation_result(findings, determine_tier(findings), evidence, tuple(beside.values())[:MOST_NEAR])

    def _checked(
        self, claim: RememberRequest, view: View, marks: tuple[InjectionFlag, ...], failed: list[str]
    ) -> _Checked:
        """Make the checks that need git, the model, a database or a transcript; `failed` gets those that broke."""
        unmade, unread, uncompared = list[str](), list[str](), list[str]()
        question, by_person = claim.kind == QUESTION, claim.origin is Origin.PERSON
        text = unsourced(claim.content)
        comparer = _guarded("likeness in meaning", unmade, lambda: self.checks.comparer(claim), None)

        def read() -> tuple[InjectionFlag, ...]:
            if without_end(claim.content) == claim.content:
                wait([meaning])  # the model reads the same words once
            return self.checks.instructs(claim)

        with ThreadPoolExecutor(3) as beside:  # the model's time is not git's
            meaning = beside.submit(
                _guarded, "likeness in meaning", unmade, lambda: embedded(comparer, claim.content), None
            )
            reading = beside.submit(_guarded, READ, unread, lambda: marks if marks or by_person else read(), marks)
            cited = self._cited(claim, text, view, failed)
            if cited and claim.scope == "project" and not question:
                beside.submit(self.cited, cited)
            near = _guarded("what stands near", failed, lambda: () if question else self.checks.beside(text, view), ())
            seen = _guarded("transcript", failed, lambda: self.checks.observe(claim), Observed())
            refused = _guarded("refused before", failed, lambda: self.checks.refused(claim), "")
            vector = meaning.result()
            neighbours = _guarded("duplicates", uncompared, lambda: self.checks.near(claim, vector), ())
            flags = reading.result()
        failed[:0] = [*unmade, *unread, *uncompared]
        return _Checked(flags, neighbours, cited, near, seen, refused)

    def _cited(self, claim: RememberRequest, text: str, view: View, failed: list[str]) -> tuple[CitationResult, ...]:
        """The results for the places that a claim names; if an agent's claim quotes none, also for its own sentence."""
        meant = [citation.text for citation in meant_citations(claim.content)]
        beside = [source for source in claim.cites if not any(source in text for text in meant)]
        named = self.checks.named(claim.content, beside)
        results = _guarded("places", failed, lambda: self.checks.verify(claim, named, view), ())
        failed.extend(f"place {citation.text}" for citation in results if citation.status is CitationStatus.FAILED)
        told = claim.origin is Origin.PERSON or claim.kind == QUESTION
        if told or any(citation.potential_grade is Grade.QUOTED for citation in results):
            return results
        sentence = _guarded("its own sentence", failed, lambda: self.checks.sentence(text, view), ())
        return (*sentence, *results)[:MOST]

    def _outranked(self, claim: RememberRequest, grades: Mapping[str, Grade]) -> Likewise | None:
        """The first memory that the claim would replace, but whose grade outranks its author; None for none."""
        for id in () if claim.authority else claim.replaces:
            grade = next((grades[other] for other in grades if other.startswith(id.lower())), Grade.TOLD)
            if grade is Grade.TOLD or (grade is Grade.QUOTED and not self.checks.owns(claim)):
                return Likewise(id, 1.0, grade=grade)
        return None


def _with_grade(resembled: Likewise | None, grades: Mapping[str, Grade]) -> Likewise | None:
    return resembled and replace(resembled, grade=grades.get(resembled.id, Grade.SAID))


def _validation_result(
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


def _guarded(name: str, failed: list[str], check: Callable[[], T], otherwise: Otherwise) -> T | Otherwise:
    """The result of a check; if it breaks, `otherwise`, and its name goes to `failed`."""
    try:
        return check()
    except Exception as error:  # whatever breaks a check must not approve, nor lose the claim
        failed.append(f"{name} ({type(error).__name__})")
        return otherwise
