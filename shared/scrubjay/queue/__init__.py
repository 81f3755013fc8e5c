"""What waits to be done in the background, and is there somebody who does it?"""

from scrubjay.queue.job import Job, Kind
from scrubjay.queue.jobs import JobQueue, QueueCounts
from scrubjay.queue.spawn import LOCK_NAME, start_worker
from scrubjay.queue.steps import FailingStep, Steps

__all__ = ["LOCK_NAME", "FailingStep", "Job", "JobQueue", "Kind", "QueueCounts", "Steps", "start_worker"]
