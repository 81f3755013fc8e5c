"""Embedder: vectors of texts."""

from collections.abc import Sequence
from typing import Protocol

from scrubjay.model.encoded import Encoded, EncodedQuery
from scrubjay.model.fingerprint import Fingerprint


class Embedder(Protocol):
    """Computes vectors. The fingerprint needs no loaded model; embedding may raise ModelUnavailable."""

    @property
    def fingerprint(self) -> Fingerprint:
        """Identifies everything that the vectors depend on: vectors of different fingerprints are never mixed."""
        ...

    def holds(self, text: str) -> bool:
        """Whether the model's vocabulary holds a text's words, so that its vector says something."""
        ...

    def embed_query(self, text: str) -> EncodedQuery:
        """The vector of a query, (dim,), float32, of length 1, with its token states where the model has them."""
        ...

    def embed_passages(self, texts: Sequence[str]) -> Encoded:
        """The vectors of passages, in input order, with their token states where the model has them.

        They are (n, dim), float32, of length 1. A text whose words the model doesn't hold has a vector of zeros, which
        is none.
        """
        ...
