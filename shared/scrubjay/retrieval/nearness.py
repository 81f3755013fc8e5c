"""How near to a question is what was found, and what is too far to follow an answer? Raw values. Pure."""

from collections.abc import Iterable, Mapping

NEAR = 0.6
"""What isn't so near, as a part of what is nearest, is not shown; see `LEAST`."""

LEAST = 0.25
"""What isn't so near doesn't answer, whatever else was found. Chosen with `NEAR` on one repository's statements and
questions, reported on others (ADR 0045)."""


def nearness(scores: Mapping[str, float]) -> float | None:
    """The mean of what a hit's vector and the reranker say; None where neither does.

    Unlike blended scores these compare between documents and memories of all databases.
    """
    said = [scores[name] for name in ("vector", "reranker") if name in scores]
    return sum(said) / len(said) if said else None


def least(every: Iterable[float | None]) -> float:
    """How near a claim must be to follow an answer, by how near everything is that was found."""
    return max([LEAST, *(NEAR * near for near in every if near is not None)])
