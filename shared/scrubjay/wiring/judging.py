"""Wiring of the judge of claims."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager, nullcontext
from functools import lru_cache

from scrubjay.freshness import Grades
from scrubjay.grounding.discussed import DiscussionCheck
from scrubjay.grounding.judging import Judge, WorktreeChecks, afar
from scrubjay.grounding.neighbours import Alike
from scrubjay.grounding.repeated import RepeatedWords
from scrubjay.grounding.support.supporting import supporter
from scrubjay.grounding.validator import IngestionValidator
from scrubjay.grounding.verification import CitationVerifier
from scrubjay.history.logins import names_of_logins
from scrubjay.memories import MemoryReader
from scrubjay.recall.own import UserRetriever
from scrubjay.wiring.discussions import DiscussionServices
from scrubjay.wiring.inputs import WorktreeInputs
from scrubjay.wiring.knowledge import KnowledgeServices


def wire_judge(
    inputs: WorktreeInputs, *, knowledge: KnowledgeServices, reader: MemoryReader, grades: Grades, own: UserRetriever,
    discussions: DiscussionServices,
) -> Judge:  # fmt: skip
    """Wire the judge of what is to be remembered in a worktree."""
    shared, git = inputs.shared, inputs.git

    def alike_in(scope: str) -> Alike:
        if scope != "user":
            return knowledge.retriever.alike
        return own.alike if reader.user_exists() else lambda *_: {}

    @lru_cache(4)
    def persons(commit: str, host: str) -> Mapping[str, str]:
        return names_of_logins(git, commit, host)

    observer = shared.observer(git, inputs.repository) if shared.observer else None

    @contextmanager
    def moment() -> Iterator[None]:
        with knowledge.database.snapshot(), observer.moment() if observer else nullcontext():
            yield

    support = supporter(shared.embedder)
    checks = WorktreeChecks(
        verifier=CitationVerifier(
            git,
            knowledge.base,
            knowledge.documents,
            knowledge.commits,
            further=afar(shared.settings),
            support=support,
            discussions=DiscussionCheck(discussions.named, named=shared.settings.people == "on", persons=persons),
        ),
        supporting=knowledge.supporting,
        memories=reader,
        grading=grades.grades_only,
        alike_in=alike_in,
        observer=observer,
        support=support,
        embedder=shared.embedder,
        repeated=RepeatedWords(discussions.named, named=shared.settings.people == "on"),
    )
    validator = IngestionValidator(checks, shared.clock, shared.settings.privacy.allow)
    return Judge(knowledge.documents, validator, moment)
