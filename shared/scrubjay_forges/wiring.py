"""Makers of what keeps discussions and judges their texts."""

from collections.abc import Callable, Sequence

from scrubjay.extensions.kinds.embedder import Embedder
from scrubjay.inference.embedding.probe import load, reading_model
from scrubjay.knowledge.chunking import TokenCounter
from scrubjay.knowledge.index.kinds import Policy
from scrubjay.memory.grounding.injection import OUTSIDE, READER, find_instruction, find_marks, windows
from scrubjay.model.clock import Clock
from scrubjay.model.project import Project
from scrubjay.settings.schema import Settings
from scrubjay.storage.database import Database
from scrubjay_forges.discussions.judging import TextJudge
from scrubjay_forges.discussions.said import Keeping
from scrubjay_forges.discussions.store import DiscussionStore
from scrubjay_forges.forges.targets import ForgeTarget, targets_of

Targets = Callable[[], Sequence[ForgeTarget]]


def forge_targets(user_settings: Settings, project: Project, projects: Callable[[], Sequence[Project]]) -> "Targets":
    """The repositories that the user's file names for this project."""

    def targets() -> tuple[ForgeTarget, ...]:
        forges = user_settings.forges
        return targets_of(forges, project.id, project.name, [one.name for one in projects()]) if forges else ()

    return targets


def text_keeping(settings: Settings) -> Keeping:
    return Keeping(personal=settings.privacy.personal, allowed=settings.privacy.allow, suspect=_what_instructs)


def discussion_store(
    forge_database: Database, policy: Policy, counter: TokenCounter, clock: Clock, text_keeping: Keeping,
    forge_targets: Targets,
) -> DiscussionStore:  # fmt: skip
    return DiscussionStore(
        forge_database,
        chunker=policy.chunker,
        counter=counter,
        clock=clock,
        keeping=text_keeping,
        members={target.name: target.settings.members for target in forge_targets() if target.settings.members},
    )


def text_judge(embedder: Embedder | None) -> TextJudge:
    """The model that reads what outsiders wrote; it loads with the first text."""

    def instructs(text: str) -> str:
        model = reading_model(embedder)
        flags = (flag for part in windows(text) for flag in find_instruction(part, model, OUTSIDE))
        return next((f"{flag.technique}: {flag.words}" for flag in flags), "")

    return TextJudge(f"{load(READER).rows[:12]} {OUTSIDE}", instructs)


def _what_instructs(text: str) -> str:
    return next((f"{flag.technique}: {flag.words}" for part in windows(text) for flag in find_marks(part)), "")
