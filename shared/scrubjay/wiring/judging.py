"""Wiring of the judge of claims."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext

from scrubjay.errors import NotFound, UsageError
from scrubjay.freshness import Grades
from scrubjay.grounding.discussed import DiscussionCheck
from scrubjay.grounding.judging import Judge, WorktreeChecks, afar
from scrubjay.grounding.neighbours import Alike
from scrubjay.grounding.validator import IngestionValidator
from scrubjay.grounding.verification import CitationVerifier
from scrubjay.memories import MemoryReader, RememberRequest
from scrubjay.recall.own import UserRetriever
from scrubjay.wiring.discussions import DiscussionServices
from scrubjay.wiring.inputs import WorktreeInputs
from scrubjay.wiring.knowledge import KnowledgeServices


def wire_judge(
    inputs: WorktreeInputs, *, knowledge: KnowledgeServices, reader: MemoryReader, grades: Grades, own: UserRetriever,
    discussions: DiscussionServices, acted: Callable[[], str],
) -> Judge:  # fmt: skip
    """Wire the judge of what is to be remembered in a worktree."""
    shared, git = inputs.shared, inputs.git

    def alike_in(scope: str) -> Alike:
        if scope != "user":
            return knowledge.retriever.alike
        return own.alike if reader.user_exists() else lambda *_: {}

    observer = shared.observer(git, inputs.repository) if shared.observer else None

    @contextmanager
    def moment() -> Iterator[None]:
        with knowledge.database.snapshot(), observer.moment() if observer else nullcontext():
            yield

    named = shared.settings.people == "on"
    checks = WorktreeChecks(
        verifier=CitationVerifier(
            git,
            knowledge.base,
            knowledge.documents,
            knowledge.commits,
            further=afar(shared.settings),
            discussions=DiscussionCheck(discussions.named, named=named),
            acted=acted,
            project=inputs.project.name,
            named=named,
        ),
        documents=knowledge.documents,
        retriever=knowledge.retriever,
        memories=reader,
        grading=grades.grades_only,
        alike_in=alike_in,
        observer=observer,
        embedder=shared.embedder,
    )

    def owns(request: RememberRequest) -> bool:
        try:
            older = [reader.get(id) for id in request.replaces]
        except (NotFound, UsageError):
            return False
        agents = all(one.origin is request.origin and one.author == request.author for one in older)
        return bool(older) and agents and all(one.agent == request.agent for one in older)

    validator = IngestionValidator(checks, shared.clock, shared.settings.privacy.allow)
    return Judge(knowledge.documents, validator, owns, moment)
