"""Context in which a claim was made: the task of its branch, and the files that its session had changed."""

from scrubjay.model.memory import Memory
from scrubjay.review.held import Running
from scrubjay.sessions.points import Points
from scrubjay.sessions.reading import TaskReader


def running(tasks: TaskReader, points: Points, memory: Memory) -> Running:
    """The context as stored now; empty where no session reported one."""
    if not memory.branch:
        return Running()
    task = tasks.get(memory.branch)
    point = points.of(memory.session, memory.branch) if memory.session else None
    return Running(task.task if task else "", files=point.files if point else ())
