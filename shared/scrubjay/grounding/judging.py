"""The judge of what is to be remembered: every check over one worktree, put together for the validator."""

from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass

from scrubjay.documents.documents import Documents
from scrubjay.grounding.citations import Citation, CitationDetector
from scrubjay.grounding.claim import Claim
from scrubjay.grounding.injection import InjectionFlag, find_instruction
from scrubjay.grounding.neighbours import Alike, Resembling, alike_in_meaning, near_memories
from scrubjay.grounding.repeated import RepeatedWords
from scrubjay.grounding.search import SupportResult, SupportSearch
from scrubjay.grounding.seen import observe
from scrubjay.grounding.speaks import Support
from scrubjay.grounding.validator import IngestionValidator
from scrubjay.grounding.verification import NOTHING, Check, CitationVerifier
from scrubjay.inference.embedding.embedder import Embedder
from scrubjay.inference.embedding.probe import reading_model
from scrubjay.memories import MemoryReader, RememberRequest
from scrubjay.model.evidence import CitationKind, CitationResult, ObservationKind, Origin, ValidationResult
from scrubjay.model.grade import Grade
from scrubjay.model.view import View
from scrubjay.observed import Observed
from scrubjay.observed.observer import Observer
from scrubjay.settings import Settings


def afar(settings: Settings) -> Mapping[CitationKind, Check]:
    """The checks of links and issues, where the user's settings ask for them."""
    if settings.citations.urls == "off" and not settings.citations.tracker:
        return NOTHING
    from scrubjay.grounding.links import checks_afar  # here, so that only who wants it pays for HTTP

    return checks_afar(settings)


@dataclass(frozen=True, slots=True, kw_only=True)
class WorktreeChecks:
    """The validator's checks, over one worktree and the memories that it sees.

    `grading` tells how well some memories are grounded at a view, `alike_in` finds the memories of a scope by meaning,
    `observer` looks into the session's transcript, `support` reads passages and lines, `embedder` is the user's.
    `repeated` finds what was said at the forge.
    """

    verifier: CitationVerifier
    supporting: SupportSearch
    memories: MemoryReader
    grading: Callable[[Collection[str], View], Mapping[str, Grade]]
    alike_in: Callable[[str], Alike]
    observer: Observer | None
    support: Support
    embedder: Embedder | None
    repeated: RepeatedWords

    def verify(self, claim: Claim, named: Sequence[Citation], view: View) -> tuple[CitationResult, ...]:
        """Look up each citation, and the discussion that a quote is of.

        What was written since the session began counts for nothing.
        """
        since = self.observer.began_at() if self.observer else ""
        sourced = claim.sourced
        if claim.origin is not Origin.PERSON and (label := self.repeated.label(claim.quote)) and label not in sourced:
            sourced = f"{sourced} ({label})"
            named = CitationDetector().detect(sourced)
        decides = claim.kind == "decision"
        return self.verifier.verify(sourced, named, view, self._began(), since, decides=decides)

    def search(self, text: str, view: View) -> SupportResult:
        """Find a source that the text doesn't name."""
        return self.supporting.find(text, view, self._began())

    def alike(self, claim: Claim) -> Mapping[str, float]:
        """The cosine of each memory that means nearly the same, by id. Raises ModelUnavailable."""
        return alike_in_meaning(self.alike_in(claim.scope), claim)

    def near(self, claim: Claim, alike: Mapping[str, float]) -> Sequence[Resembling]:
        """The memories near a claim in words or meaning, without the claim's own."""
        return [neighbour for neighbour in near_memories(self.memories, claim, alike) if neighbour.id != claim.itself]

    def grades(self, ids: Collection[str], view: View) -> Mapping[str, Grade]:
        """How well some memories are grounded, by id."""
        return self.grading(ids, view)

    def refused(self, claim: Claim) -> str:
        """Who refused the claim before, in words."""
        return self.memories.refused(claim.content, claim.scope)

    def observe(self, claim: Claim) -> Observed:
        """What the session's transcript shows of it; what it shows of a discussion is no machine's word."""
        seen = observe(self.observer, claim, self.support)
        if seen.observation is None or seen.observation.how is ObservationKind.RAN:
            return seen
        why = self.repeated.why_not(claim.quote) or self.repeated.why_not(seen.observation.words)
        return Observed(turn=seen.turn, why="" if seen.turn else why) if why else seen

    def instructs(self, claim: Claim) -> tuple[InjectionFlag, ...]:
        """What a model takes for an instruction to the reader."""
        return find_instruction(claim.content, reading_model(self.embedder))

    def _began(self) -> str:
        return self.observer.began() if self.observer else ""


@dataclass(frozen=True, slots=True)
class Judge:
    """Judges requests to remember by the state of one worktree's HEAD.

    `moment()` is entered for each: what its checks read is as of one moment, and read once.
    """

    documents: Documents
    validator: IngestionValidator
    moment: Callable[[], AbstractContextManager[object]] = nullcontext

    def __call__(self, request: RememberRequest) -> ValidationResult:
        """What a request is worth, and whether it may be stored. Never raises for a check that fails."""
        claim = Claim(
            content=request.content,
            kind=request.kind,
            scope=request.scope,
            origin=request.origin,
            act=request.act,
            authority=request.authority,
            author=request.author,
            session=request.session,
            quote=request.quote,
            replaces=request.replaces,
            valid_until=request.valid_until,
            itself=request.itself,
            observation=request.observation,
            turn=request.turn,
            applies=request.applies,
            cites=request.cites,
        )
        with self.moment():
            return self.validator.validate(claim, self.documents.view())
