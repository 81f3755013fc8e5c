"""Review queue: claims that are held for a person, and the decisions about them."""

from scrubjay.review.claims import ClaimContext, HeldClaim, PastDecision
from scrubjay.review.queue import ReviewQueue
from scrubjay.review.reviewed import ReviewResult

__all__ = ["ClaimContext", "HeldClaim", "PastDecision", "ReviewQueue", "ReviewResult"]
