"""The cutting of vectors to their first components. The protocol of embedders is a kind of extensions."""

from __future__ import annotations

from scrubjay.extensions.kinds.content import Embedder
from scrubjay.model.encoded import Vector

__all__ = ["Embedder", "normalised"]


def normalised(vectors: Vector, dim: int) -> Vector:
    """Truncate to the first `dim` components (Matryoshka) and scale each row to length 1."""
    import numpy as np

    cut = vectors[:, :dim].astype(np.float32, copy=False)
    length = np.linalg.norm(cut, axis=1, keepdims=True)
    return np.asarray(cut / np.maximum(length, 1e-12), dtype=np.float32)
