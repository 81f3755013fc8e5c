"""Nearness of a hit to a question, comparable between documents, memories and discussions of all databases. Pure."""

from collections.abc import Mapping


def nearness(scores: Mapping[str, float]) -> float | None:
    """The mean of what a hit's vector and the reranker say; None where neither does."""
    values = [scores[name] for name in ("vector", "reranker") if name in scores]
    return sum(values) / len(values) if values else None
