"""May this claim be stored? Every check is made, every failure is noted, and one table decides."""

from collections.abc import Callable, Collection, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from scrubjay.grounding.account import advice, checks, confidence, score
from scrubjay.grounding.citations import Citation, CitationDetector, without
from scrubjay.grounding.claim import Claim
from scrubjay.grounding.hedges import HedgeDetector
from scrubjay.grounding.injection import find_injection
from scrubjay.grounding.neighbours import Resembling, judge
from scrubjay.grounding.search import Found
from scrubjay.grounding.sources import established
from scrubjay.grounding.tiers import Decision, Findings, Rule, determine_tier
from scrubjay.model.clock import Clock, iso
from scrubjay.model.evidence import CitationResult, CitationStatus, EvidenceObject, ValidationResult
from scrubjay.model.view import View
from scrubjay.secrets import find_secrets

T = TypeVar("T")


class IngestionValidator:
    """Grounds claims for one worktree.

    `verify`, `search`, `alike` and `near` are the checks that need git, the model or a database: the citations, what
    HEAD says, which memories mean nearly the same, and those with those that share the claim's words.
    `allowed` are marks of values that are no secret to the user.
    """

    def __init__(
        self,
        verify: Callable[[str, Sequence[Citation], View], tuple[CitationResult, ...]],
        search: Callable[[str, View, str], Found],
        alike: Callable[[Claim], Mapping[str, float]],
        near: Callable[[Claim, Mapping[str, float]], Sequence[Resembling]],
        clock: Clock,
        allowed: Collection[str] = (),
    ) -> None:
        self._verify = verify
        self._search = search
        self._alike = alike
        self._near = near
        self._clock = clock
        self._allowed = allowed
        self._hedges = HedgeDetector()
        self._citations = CitationDetector()

    def validate(self, claim: Claim, view: View) -> ValidationResult:
        """Judge a claim. Never raises for a check that fails: it is named, and nothing is approved then."""
        failed: list[str] = []
        unasked: list[str] = []
        secrets = tuple(sorted({one.kind for one in find_secrets(claim.content, allowed=self._allowed)}))
        report = self._hedges.detect(claim.content)
        near: Sequence[Resembling] = ()
        alike: Mapping[str, float] = {}
        cited: tuple[CitationResult, ...] = ()
        found = Found(None, ())
        if not secrets:
            with ThreadPoolExecutor(1) as beside:  # the model's time is not git's
                asked = beside.submit(_guarded, "likeness in meaning", unasked, lambda: self._alike(claim), alike)
                cited = self._cited(claim, view, failed)
                if not any(one.carries for one in cited):
                    found = _guarded("search for support", failed, lambda: self._found(claim, view), found)
                alike = asked.result()
            near = _guarded("duplicates", unasked, lambda: self._near(claim, alike), near)
            failed = [*unasked, *failed]
        citations = (*cited, found.citation) if found.citation else cited
        source, note = established(claim.source, claim.channel, citations)
        duplicate, similar, contrary = judge(claim, near)
        findings = Findings(
            claim.kind, claim.scope, source, secrets, report.hedges, report.assessed, duplicate,
            find_injection(claim.content), tuple(failed), similar, contrary, citations,
        )  # fmt: skip
        decision = determine_tier(findings)
        return self._result(claim, findings, decision, found.nearest, note)

    def _cited(self, claim: Claim, view: View, failed: list[str]) -> tuple[CitationResult, ...]:
        named = self._citations.detect(claim.content)
        nothing: tuple[CitationResult, ...] = ()
        results = _guarded("citations", failed, lambda: self._verify(claim.content, named, view), nothing)
        failed.extend(f"citation {one.text}" for one in results if one.status is CitationStatus.FAILED)
        return results

    def _found(self, claim: Claim, view: View) -> Found:
        named = self._citations.detect(claim.content)
        return self._search(claim.content, view, without(claim.content, named) if named else "")

    def _result(
        self, claim: Claim, found: Findings, decision: Decision, nearest: Sequence[str], note: str
    ) -> ValidationResult:
        sure = score(found, decision)
        evidence = EvidenceObject(
            claim="" if found.secrets else claim.content,
            capture_time=iso(self._clock()),
            confidence=confidence(sure),
            score=sure,
            source=found.source,
            source_id=claim.author,
            citations=found.citations,
            validity_horizon=claim.valid_until,
        )
        other = found.duplicate or found.contrary or found.similar
        return ValidationResult(
            decision.tier,
            "; ".join(filter(None, (decision.reason, note))),
            *checks(found),
            evidence,
            other.score if other else 0.0,
            other.id if other else "",
            decision.rule is Rule.PREFERENCE,
            advice(decision, found, nearest),
        )


def _guarded(name: str, failed: list[str], check: Callable[[], T], otherwise: T) -> T:
    try:
        return check()
    except Exception as error:  # whatever breaks a check must not approve, nor lose the claim
        failed.append(f"{name} ({type(error).__name__})")
        return otherwise
