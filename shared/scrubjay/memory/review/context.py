"""Context in which a claim was made: the task of its branch, and the files that its session had changed."""

from scrubjay.memory.review.claims import ClaimContext
from scrubjay.model.memory import Memory
from scrubjay.session.tasks.points import SessionPoints
from scrubjay.session.tasks.reading import TaskReader


def claim_context(tasks: TaskReader, points: SessionPoints, memory: Memory) -> ClaimContext:
    """The context as stored now; empty where no session reported one."""
    if not memory.branch:
        return ClaimContext()
    task = tasks.get(memory.branch)
    point = points.of(memory.session, memory.branch) if memory.session else None
    return ClaimContext(task.task if task else "", files=point.files if point else ())
