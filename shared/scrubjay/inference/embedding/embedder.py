"""The embedder Protocol and its values: text in, vectors and token states out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, TypeAlias

from scrubjay.inference.embedding.fingerprint import Fingerprint
from scrubjay.inference.embedding.states import States

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

# A string, because a server that starts without a search must not pay for importing numpy (80 ms of CPU).
Vector: TypeAlias = "NDArray[np.float32]"


@dataclass(frozen=True, slots=True)
class Encoded:
    """Embeddings of n passages from one forward pass: vectors (n, dim), float32, of length 1.

    `states` holds each passage's packed token states (see `states`), or nothing where the model has none.
    """

    vectors: Vector
    states: tuple[bytes, ...] = ()


@dataclass(frozen=True, slots=True)
class EncodedQuery:
    """A query's vector (dim,), float32, of length 1, and its reduced token states (n, 96).

    `weights` (n,) are the token weights for MaxSim. `states` and `weights` are None where the model has no states.
    """

    vector: Vector
    states: States | None = None
    weights: Vector | None = None


class Embedder(Protocol):
    """Computes vectors. The fingerprint needs no loaded model; embedding may raise ModelUnavailable."""

    @property
    def fingerprint(self) -> Fingerprint:
        """Identifies everything that the vectors depend on."""
        ...

    def holds(self, text: str) -> bool:
        """Whether the model's vocabulary holds a text's words, so that its vector says something."""
        ...

    def embed_query(self, text: str) -> EncodedQuery:
        """The vector of a query, with its token states where the model has them."""
        ...

    def embed_passages(self, texts: Sequence[str]) -> Encoded:
        """The vectors of passages, in input order, with their token states where the model has them.

        A text whose words the model doesn't hold has a vector of zeros, which is none.
        """
        ...


def normalised(vectors: Vector, dim: int) -> Vector:
    """Truncate to the first `dim` components (Matryoshka) and scale each row to length 1."""
    import numpy as np

    cut = vectors[:, :dim].astype(np.float32, copy=False)
    length = np.linalg.norm(cut, axis=1, keepdims=True)
    return np.asarray(cut / np.maximum(length, 1e-12), dtype=np.float32)
