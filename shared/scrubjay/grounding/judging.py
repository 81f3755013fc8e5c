"""What judges a request to remember? Every check over one worktree, put together for the validator."""

from collections.abc import Callable, Collection, Mapping

from scrubjay.documents.documents import Documents
from scrubjay.grounding.claim import Claim
from scrubjay.grounding.injection import find_instruction
from scrubjay.grounding.neighbours import Alike, alike_in_meaning, near_memories
from scrubjay.grounding.search import SupportSearch
from scrubjay.grounding.seen import seen
from scrubjay.grounding.speaks import Support
from scrubjay.grounding.validator import Checks, IngestionValidator
from scrubjay.grounding.verification import NOTHING, Check, CitationVerifier
from scrubjay.inference.embedding.embedder import Embedder
from scrubjay.inference.embedding.probe import reading_model
from scrubjay.memories import Memories, RememberRequest
from scrubjay.memories.memories import Validate
from scrubjay.model.clock import Clock
from scrubjay.model.evidence import CitationKind, ValidationResult
from scrubjay.model.grade import Grade
from scrubjay.model.view import View
from scrubjay.observed.observer import Observer
from scrubjay.settings import Settings


def afar(settings: Settings) -> Mapping[CitationKind, Check]:
    """The checks of links and issues, where the user's settings ask for them."""
    if settings.citations.urls == "off" and not settings.citations.tracker:
        return NOTHING
    from scrubjay.grounding.links import checks_afar  # here, so that only who wants it pays for HTTP

    return checks_afar(settings)


def judging(
    settings: Settings,
    clock: Clock,
    documents: Documents,
    verifier: CitationVerifier,
    supporting: SupportSearch,
    memories: Callable[[], Memories],
    grades: Callable[[Collection[str], View], Mapping[str, Grade]],
    alike: Callable[[str], Alike],
    observer: Observer | None,
    support: Support,
    embedder: Embedder | None,
) -> Validate:
    """What judges a claim. Memories are asked when the call comes.

    `alike` gives what finds the memories of a scope by meaning, `observer` looks into the session's transcript,
    `support` reads passages and lines, `embedder` is the user's.
    """

    def began() -> str:
        return observer.began() if observer else ""

    validator = IngestionValidator(
        Checks(
            verify=lambda claim, named, view: verifier.verify(claim.content, named, view, began()),
            search=lambda text, view: supporting.find(text, view, began()),
            alike=lambda claim: alike_in_meaning(alike(claim.scope), claim),
            near=lambda claim, similar: [
                near for near in near_memories(memories(), claim, similar) if near.id != claim.itself
            ],
            grades=grades,
            refused=lambda claim: memories().refused(claim.content, claim.scope),
            observe=lambda claim: seen(observer, claim, support),
            instructs=lambda claim: find_instruction(claim.content, reading_model(embedder)),
        ),
        clock,
        settings.privacy.allow,
    )

    def validate(request: RememberRequest) -> ValidationResult:
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
        )
        return validator.validate(claim, documents.view())

    return validate
