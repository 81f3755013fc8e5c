"""What an embedder makes of texts: vectors, and token states where the model has them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

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
    states: Vector | None = None
    weights: Vector | None = None
