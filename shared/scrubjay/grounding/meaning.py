"""How near is a claim to some passages in meaning? The embedder's cosines, where there is one."""

from functools import cache, lru_cache

from scrubjay.embedding.embedder import Embedder, Vector
from scrubjay.embedding.onnx import OnnxEmbedder
from scrubjay.grounding.speaks import Cosines
from scrubjay.grounding.terms import held, terms

KEPT = 1_024
"""Vectors that are remembered, 1.5 KB each: claims of one session cite the same passages again and again."""


def cosines(embedder: Embedder | None) -> Cosines | None:
    """A function of a claim and texts that gives their cosines, -1 to 1; None without an embedder.

    Each text is embedded alone: an 8-bit model rounds by all texts of a batch, so that a cosine would depend on the
    others, and a batch is padded to its longest. Eight passages of pages: 66 ms of CPU instead of 99.

    The bundled model reads English, where a text without one content word of a claim doesn't mean it: it is 0 without
    being embedded. Of 1,500 pairs of STS-B, MRPC and QQP 1,050 have COSINE or more and 105 no such word, none both; the
    same of 2,365 passages near claims of five repositories, whose highest is .56.
    """
    if embedder is None:
        return None

    @lru_cache(maxsize=KEPT)
    def vector_of(text: str) -> Vector:
        vector: Vector = embedder.embed_passages([text]).vectors[0]
        return vector

    @cache
    def is_bundled() -> bool:
        return embedder.fingerprint == OnnxEmbedder().fingerprint

    def cosine(claim: str, text: str) -> float:
        if is_bundled() and not held(terms(claim).content, text):
            return 0.0
        return float(vector_of(claim) @ vector_of(text))

    return lambda claim, texts: [cosine(claim, text) for text in texts]
