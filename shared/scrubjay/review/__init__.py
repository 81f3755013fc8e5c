"""Review queue: claims that are held for a person, and the decisions about them."""

from typing import TYPE_CHECKING

from scrubjay.exporting import exported

if TYPE_CHECKING:
    from scrubjay.review.claims import ClaimContext, HeldClaim, PastDecision
    from scrubjay.review.queue import ReviewQueue
    from scrubjay.review.reviewed import ReviewResult

__all__ = ["ClaimContext", "HeldClaim", "PastDecision", "ReviewQueue", "ReviewResult"]

__getattr__ = exported(
    __name__,
    {
        "ClaimContext": "scrubjay.review.claims",
        "HeldClaim": "scrubjay.review.claims",
        "PastDecision": "scrubjay.review.claims",
        "ReviewQueue": "scrubjay.review.queue",
        "ReviewResult": "scrubjay.review.reviewed",
    },
)
