"""Named stand-ins that any test may use."""

import hashlib
import re
from collections.abc import Sequence

import numpy as np

from scrubjay.embedding.embedder import Encoded, EncodedQuery, Vector, normalised
from scrubjay.embedding.fingerprint import Fingerprint


class HashingEmbedder:
    """An Embedder without a model: each word adds to the places that its hash names. Deterministic."""

    def __init__(self, dim: int = 384) -> None:
        self.fingerprint = Fingerprint("hashing", "test", dim, "sum", "", "", 256)

    def embed_query(self, text: str) -> EncodedQuery:
        """The vector of a query."""
        return EncodedQuery(self._vectors([text])[0])

    def embed_passages(self, texts: Sequence[str]) -> Encoded:
        """The vectors of passages, in input order."""
        return Encoded(self._vectors(texts))

    def _vectors(self, texts: Sequence[str]) -> Vector:
        vectors = np.zeros((len(texts), self.fingerprint.dim), dtype=np.float32)
        for row, text in enumerate(texts):
            for word in re.findall(r"\w+", text.lower()):
                digest = hashlib.sha256(word.encode()).digest()
                vectors[row, int.from_bytes(digest[:4], "big") % self.fingerprint.dim] += 1
        return normalised(vectors, self.fingerprint.dim)
