"""How near to a question is a memory, and which is near enough to be shown unasked? Raw values. Pure."""

from collections.abc import Mapping

from scrubjay.model.feedback import Feedback

ENOUGH = 1.06
"""What is unconfirmed must be worth so much, as a part of the cosine of the nearest passage of a document, which itself
would be worth about twice that; see `LEAST`."""

LEAST = 0.25
"""What is worth less doesn't answer, whatever else was found. Chosen with `ENOUGH` and `SAYS` on one half of the
questions of four repositories, reported on the others (ADR 0049)."""

BESIDE = 0.65
"""So much, as a part of what the worthiest unconfirmed memory is worth, must the others be worth that follow with it.
Chosen on three repositories, reported on four others (ADR 0049)."""

SAYS = 0.6
"""A memory that is told, verified, observed or cited is seen if feedback brings it so much, with a share of its own
nearness, as a part of the same cosine: it says what the nearest documents say."""

NEAR = 0.3
"""That share. Feedback alone takes many for one that only stand in the same field."""


def nearness(scores: Mapping[str, float]) -> float | None:
    """The mean of what a hit's vector and the reranker say; None where neither does.

    Unlike blended scores these compare between documents and memories of all databases.
    """
    values = [scores[name] for name in ("vector", "reranker") if name in scores]
    return sum(values) / len(values) if values else None


def worth(scores: Mapping[str, float], brought: float) -> float | None:
    """What a memory is worth to a question: its nearness, and how near the nearest documents bring it."""
    mean = nearness(scores)
    return None if mean is None else mean + brought


def least(feedback: Feedback | None, worthiest: float = 0.0) -> float:
    """What an unconfirmed memory must be worth to follow an answer with one that is worth most."""
    return max(LEAST, ENOUGH * feedback.best_cosine if feedback else 0.0, BESIDE * worthiest)


def says_the_same(scores: Mapping[str, float], brought: float, feedback: Feedback | None) -> bool:
    """Whether a memory, brought so near, says what the documents nearest to the question say."""
    score = brought + NEAR * (nearness(scores) or 0.0)
    return feedback is not None and brought > 0 and score >= SAYS * feedback.best_cosine
