"""What am I doing now? The task of each branch, what each session left behind, and the commits around it."""

from scrubjay.sessions.task import Archived, Conflict, Note, PastSave, Saved, SessionSave, Task, TaskChange
from scrubjay.sessions.tasks import Tasks

__all__ = ["Archived", "Conflict", "Note", "PastSave", "Saved", "SessionSave", "Task", "TaskChange", "Tasks"]
