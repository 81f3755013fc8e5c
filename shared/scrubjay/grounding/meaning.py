"""How near is a claim to some passages in meaning? The embedder's cosines, where there is one."""

from collections.abc import Sequence
from functools import lru_cache

from scrubjay.embedding.embedder import Embedder, Vector
from scrubjay.grounding.speaks import Cosines

KEPT = 1_024
"""Vectors that are remembered, 1.5 KB each: claims of one session cite the same passages again and again."""


def cosines(embedder: Embedder | None) -> Cosines | None:
    """A function of a claim and texts that gives their cosines, -1 to 1; None without an embedder.

    Each text is embedded alone: an 8-bit model rounds by all texts of a batch, so that a cosine would depend on the
    others, and a batch is padded to its longest. Eight passages of pages: 66 ms of CPU instead of 99.
    """
    if embedder is None:
        return None

    @lru_cache(maxsize=KEPT)
    def vector_of(text: str) -> Vector:
        vector: Vector = embedder.embed_passages([text]).vectors[0]
        return vector

    def compare(claim: str, texts: Sequence[str]) -> Sequence[float]:
        return [float(vector_of(claim) @ vector_of(text)) for text in texts]

    return compare
