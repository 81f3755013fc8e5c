"""What waits to be done in the background, and is there somebody who does it?"""

from scrubjay.queue.jobs import Job, JobQueue, Kind, QueueCounts
from scrubjay.queue.spawn import LOCK_NAME, start_worker

__all__ = ["LOCK_NAME", "Job", "JobQueue", "Kind", "QueueCounts", "start_worker"]
