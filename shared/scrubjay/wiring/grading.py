"""Makers of what says how well memories are grounded at a commit."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from scrubjay.git.process import Git
from scrubjay.git.repository import Repository
from scrubjay.knowledge.documents.documents import Documents
from scrubjay.memory.freshness.freshness import Freshness
from scrubjay.memory.freshness.grades import Grades
from scrubjay.memory.lifecycle.figures import last_act as newest_act
from scrubjay.memory.store.reader import MemoryReader
from scrubjay.model.project import Project

if TYPE_CHECKING:
    from scrubjay.extensions.kinds.ground_text import GroundText
    from scrubjay.memory.freshness.model_reading import GroundReader


def freshness(
    git: Git, documents: Documents, memory_reader: MemoryReader, ground_texts: "Sequence[GroundText]",
    repository: Repository, last_act: Callable[[], str],
) -> Freshness:  # fmt: skip
    return Freshness(
        git, documents, memory_reader, ground_texts=ground_texts, shallow=repository.shallow, acted=last_act
    )


def grades(memory_reader: MemoryReader, freshness: Freshness, ground_reader: "GroundReader | None") -> Grades:
    return Grades(memory_reader, freshness, ground_reader.name if ground_reader else "")


def last_act(memory_reader: MemoryReader, project: Project) -> Callable[[], str]:
    """When a person last acted here, the set-up of the project included (ISO 8601, UTC)."""
    return lambda: max(newest_act(memory_reader), project.created_at)
