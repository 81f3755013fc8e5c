"""Wiring of the judge of claims."""

from collections.abc import Callable, Mapping
from contextlib import nullcontext

from scrubjay.errors import NotFound, UsageError
from scrubjay.freshness import Grades
from scrubjay.grounding.checks import WorktreeChecks
from scrubjay.grounding.neighbours import Alike
from scrubjay.grounding.validator import IngestionValidator
from scrubjay.grounding.verification import Check, CitationVerifier
from scrubjay.memories import MemoryReader, RememberRequest
from scrubjay.memories.memories import Validate
from scrubjay.model.evidence import CitationKind, ValidationResult
from scrubjay.recall.own import UserRetriever
from scrubjay.settings import Settings
from scrubjay.wiring.discussions import DiscussionServices
from scrubjay.wiring.inputs import WorktreeInputs
from scrubjay.wiring.knowledge import KnowledgeServices
from scrubjay_forges.grounding.discussed import DiscussionCheck


def wire_judge(
    inputs: WorktreeInputs, *, knowledge: KnowledgeServices, reader: MemoryReader, grades: Grades, own: UserRetriever,
    discussions: DiscussionServices, acted: Callable[[], str],
) -> Validate:  # fmt: skip
    """Wire the judge of what is to be remembered in a worktree; what it reads is as of one moment, and read once."""
    shared, git = inputs.shared, inputs.git

    def alike_in(scope: str) -> Alike:
        if scope != "user":
            return knowledge.retriever.alike
        return own.alike if reader.user_exists() else lambda *_: {}

    observer = shared.observer(git, inputs.repository) if shared.observer else None

    def owns(request: RememberRequest) -> bool:
        try:
            older = [reader.get(id) for id in request.replaces]
        except (NotFound, UsageError):
            return False
        agents = all(one.origin is request.origin and one.author == request.author for one in older)
        return bool(older) and agents and all(one.agent == request.agent for one in older)

    named = shared.settings.people == "on"
    checks = WorktreeChecks(
        verifier=CitationVerifier(
            git=git,
            base=knowledge.base,
            documents=knowledge.documents,
            commits=knowledge.commits,
            further=_afar(shared.settings),
            citations=(DiscussionCheck(discussions.named, named=named),),
            acted=acted,
            project=inputs.project.name,
            named=named,
        ),
        documents=knowledge.documents,
        retriever=knowledge.retriever,
        memories=reader,
        grades=grades.grades_only,
        owns=owns,
        alike_in=alike_in,
        observer=observer,
        embedder=shared.embedder,
    )
    validator = IngestionValidator(checks, shared.clock, shared.settings.privacy.allow)

    def judge(request: RememberRequest) -> ValidationResult:
        with knowledge.database.snapshot(), observer.moment() if observer else nullcontext():
            return validator.validate(request, knowledge.documents.view())

    return judge


def _afar(settings: Settings) -> Mapping[CitationKind, Check]:
    """The checks of links and issues, where the user's settings ask for them."""
    if settings.citations.urls == "off" and not settings.citations.tracker:
        return {}
    from scrubjay_forges.grounding.links import checks_afar  # here, so that only who wants it pays for HTTP

    return checks_afar(settings)
