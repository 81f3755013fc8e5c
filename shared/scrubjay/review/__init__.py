"""What waits for a person? The queue of claims that are held, and what becomes of them."""

from scrubjay.review.held import Decided, HeldClaim, Running
from scrubjay.review.queue import Reviewed, ReviewQueue

__all__ = ["Decided", "HeldClaim", "ReviewQueue", "Reviewed", "Running"]
