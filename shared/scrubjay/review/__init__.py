"""Review queue: claims that are held for a person, and the decisions about them."""

from scrubjay.review.held import Decided, HeldClaim, Running
from scrubjay.review.queue import ReviewQueue
from scrubjay.review.reviewed import Reviewed

__all__ = ["Decided", "HeldClaim", "ReviewQueue", "Reviewed", "Running"]
