"""How does text become vectors? The seam that every embedder fills."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, TypeAlias

from scrubjay.embedding.fingerprint import Fingerprint
from scrubjay.embedding.states import States

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

# A string, because a server that starts without a search must not pay for importing numpy (80 ms of CPU).
Vector: TypeAlias = "NDArray[np.float32]"


@dataclass(frozen=True, slots=True)
class Encoded:
    """What one forward pass gives for n passages: vectors (n, dim), float32, of length 1.

    `states` holds each passage's packed token states (see `states`), or nothing where the model doesn't give them.
    """

    vectors: Vector
    states: tuple[bytes, ...] = ()


@dataclass(frozen=True, slots=True)
class EncodedQuery:
    """A query's vector (dim,), float32, of length 1, and its reduced token states (n, 96).

    `weights` (n,) says how much each token tells. `states` and `weights` are None where the model gives no states.
    """

    vector: Vector
    states: States | None = None
    weights: Vector | None = None


class Embedder(Protocol):
    """Makes vectors. Knowing the fingerprint loads no model; embedding may raise ModelUnavailable."""

    @property
    def fingerprint(self) -> Fingerprint:
        """What its vectors depend on."""
        ...

    def embed_query(self, text: str) -> EncodedQuery:
        """The vector of a query, and its token states where the model gives them."""
        ...

    def embed_passages(self, texts: Sequence[str]) -> Encoded:
        """The vectors of passages, in input order, and their token states where the model gives them."""
        ...


def normalised(vectors: Vector, dim: int) -> Vector:
    """Cut to the first `dim` components (Matryoshka) and scale each row to length 1."""
    import numpy as np

    cut = vectors[:, :dim].astype(np.float32, copy=False)
    length = np.linalg.norm(cut, axis=1, keepdims=True)
    return np.asarray(cut / np.maximum(length, 1e-12), dtype=np.float32)
