"""How does text become vectors? The seam that every embedder fills."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from scrubjay.embedding.fingerprint import Fingerprint

Vector = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Encoded:
    """What one forward pass gives for n passages: vectors (n, dim), float32, of length 1."""

    vectors: Vector


class Embedder(Protocol):
    """Makes vectors. Knowing the fingerprint loads no model; embedding may raise ModelUnavailable."""

    @property
    def fingerprint(self) -> Fingerprint:
        """What its vectors depend on."""
        ...

    def embed_query(self, text: str) -> Vector:
        """The vector of a query: (dim,), float32, of length 1."""
        ...

    def embed_passages(self, texts: Sequence[str]) -> Encoded:
        """The vectors of passages, in input order."""
        ...


def normalised(vectors: Vector, dim: int) -> Vector:
    """Cut to the first `dim` components (Matryoshka) and scale each row to length 1."""
    cut = vectors[:, :dim].astype(np.float32, copy=False)
    length = np.linalg.norm(cut, axis=1, keepdims=True)
    return np.asarray(cut / np.maximum(length, 1e-12), dtype=np.float32)
