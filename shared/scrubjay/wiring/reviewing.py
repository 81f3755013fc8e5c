"""Maker of the queue of claims that wait for a person."""

from scrubjay.memory.lifecycle.memories import Memories
from scrubjay.memory.review.context import claim_context
from scrubjay.memory.review.queue import ReviewQueue
from scrubjay.session.tasks.points import SessionPoints
from scrubjay.session.tasks.reading import TaskReader
from scrubjay.settings.schema import Settings


def reviews(
    memories: Memories, task_reader: TaskReader, session_points: SessionPoints, user_settings: Settings
) -> ReviewQueue:
    return ReviewQueue(
        memories, user_settings.user_id, lambda memory: claim_context(task_reader, session_points, memory)
    )
