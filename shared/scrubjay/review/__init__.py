"""What waits for a person? The queue of claims that grounding could not decide, and what becomes of them."""

from scrubjay.review.pending import Decided, PendingMemory
from scrubjay.review.queue import Reviewed, ReviewQueue

__all__ = ["Decided", "PendingMemory", "ReviewQueue", "Reviewed"]
