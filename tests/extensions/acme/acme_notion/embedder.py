"""An embedder: which letters a text has. Small, and the same each time."""

from collections.abc import Sequence

import numpy as np

from scrubjay.model.encoded import Encoded, EncodedQuery, Fingerprint


class Letters:
    """A vector of 26 counts of letters."""

    fingerprint = Fingerprint(
        model="acme-letters", weights="1", dim=26, pooling="", query_prefix="", passage_prefix="", max_tokens=256
    )

    def holds(self, text: str) -> bool:
        """Whether it has a letter."""
        return any("a" <= letter <= "z" for letter in text.lower())

    def embed_query(self, text: str) -> EncodedQuery:
        """The vector of a query."""
        return EncodedQuery(self.embed_passages([text]).vectors[0])

    def embed_passages(self, texts: Sequence[str]) -> Encoded:
        """The vectors of passages."""
        rows = np.array([[text.lower().count(chr(97 + n)) for n in range(26)] for text in texts], dtype=np.float32)
        rows = rows.reshape(len(texts), 26)
        return Encoded(rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-12).astype(np.float32))
