"""Which reranker did the user choose? Nothing is loaded before the first pool."""

from scrubjay.retrieval.cross_encoder import CrossEncoderReranker
from scrubjay.retrieval.reranker import LateInteraction, NoReranker, Reranker

CROSS_ENCODER = "cross_encoder:"


def make_reranker(chosen: str) -> Reranker:
    """The reranker of `retrieval.reranker`: "late", "none", or "cross_encoder:" with a model's name or folder."""
    if chosen.startswith(CROSS_ENCODER):
        return CrossEncoderReranker(chosen.removeprefix(CROSS_ENCODER))
    return NoReranker() if chosen == "none" else LateInteraction()
