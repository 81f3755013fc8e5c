"""Makers of what waits for the person: the queue of claims, and what needs a look."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from scrubjay.memory.freshness.freshness import Freshness
from scrubjay.memory.freshness.grades import Grades
from scrubjay.memory.listing.needs import Need, Needs
from scrubjay.memory.review.queue import ReviewQueue
from scrubjay.memory.store.reader import MemoryReader
from scrubjay.model.view import View

if TYPE_CHECKING:
    from scrubjay.wiring.workspace import Workspace

from scrubjay.memory.lifecycle.memories import Memories
from scrubjay.memory.review.round import claim_context
from scrubjay.session.tasks.points import SessionPoints
from scrubjay.session.tasks.reading import TaskReader
from scrubjay.settings.schema import Settings


def reviews(
    memories: Memories, task_reader: TaskReader, session_points: SessionPoints, user_settings: Settings
) -> ReviewQueue:
    return ReviewQueue(
        memories, user_settings.user_id, lambda memory: claim_context(task_reader, session_points, memory)
    )


def needs(
    memories: MemoryReader, reviews: ReviewQueue, freshness: Freshness, grades: Grades, services: "Workspace"
) -> Callable[[View], tuple[Need, ...]]:
    """What of the project needs its person at a view, extensions asked too."""

    def further() -> Sequence[Need]:
        return [need for needs in services.provided("need") for need in needs(services)]

    return Needs(memories, reviews, freshness, grades, further).of
