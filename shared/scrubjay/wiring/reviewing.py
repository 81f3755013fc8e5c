"""Maker of the queue of claims that wait for a person."""

from scrubjay.memories import Memories
from scrubjay.review import ReviewQueue
from scrubjay.review.context import claim_context
from scrubjay.sessions.points import SessionPoints
from scrubjay.sessions.reading import TaskReader
from scrubjay.settings import Settings


def reviews(
    memories: Memories, task_reader: TaskReader, session_points: SessionPoints, user_settings: Settings
) -> ReviewQueue:
    return ReviewQueue(
        memories, user_settings.user_id, lambda memory: claim_context(task_reader, session_points, memory)
    )
