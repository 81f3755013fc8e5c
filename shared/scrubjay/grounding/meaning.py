"""How near is a claim to some passages in meaning? The embedder's cosines, where there is one."""

from collections.abc import Sequence
from functools import lru_cache

from scrubjay.embedding.embedder import Embedder, Vector
from scrubjay.grounding.speaks import Cosines


def cosines(embedder: Embedder | None) -> Cosines | None:
    """A function of a claim and texts that gives their cosines, -1 to 1; None without an embedder."""
    if embedder is None:
        return None

    @lru_cache(maxsize=4)
    def vector_of(claim: str) -> Vector:
        vector: Vector = embedder.embed_passages([claim]).vectors[0]
        return vector

    def compare(claim: str, texts: Sequence[str]) -> Sequence[float]:
        vectors = embedder.embed_passages(texts).vectors
        return [float(vector_of(claim) @ vector) for vector in vectors]

    return compare
