"""How near is a claim to some passages in meaning? The embedder's cosines, where there is one."""

from collections.abc import Sequence

from scrubjay.embedding.embedder import Embedder
from scrubjay.grounding.speaks import Cosines


def cosines(embedder: Embedder | None) -> Cosines | None:
    """A function of a claim and texts that gives their cosines, -1 to 1; None without an embedder."""
    if embedder is None:
        return None

    def compare(claim: str, texts: Sequence[str]) -> Sequence[float]:
        vectors = embedder.embed_passages([claim, *texts]).vectors
        return [float(vectors[0] @ vector) for vector in vectors[1:]]

    return compare
