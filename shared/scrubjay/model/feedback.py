"""Relevance feedback from the documents nearest to a question, for ranking memories that lack its words. Pure.

Feedback from ranked documents (Rocchio, 1971; Xu and Croft, SIGIR 1996), here from documents to memories.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Feedback:
    """Document passages nearest to a question: their cosines with it, best first, and their vectors, (n, dim)."""

    cosines: NDArray[np.float64]
    vectors: NDArray[np.float32]

    @property
    def best_cosine(self) -> float:
        """The highest cosine; 0.0 where there are none."""
        return max(self.cosines.tolist(), default=0.0)

    def similarity(self, vectors: NDArray[np.float32]) -> NDArray[np.float64]:
        """Similarity of vectors, (n, dim), to the question through a passage: the highest product of both cosines."""
        import numpy as np

        if not len(self.cosines):
            return np.zeros(len(vectors))
        similar = vectors.astype(np.float64) @ self.vectors.astype(np.float64).T
        return np.asarray((similar * self.cosines).max(axis=1).round(6), dtype=np.float64)
