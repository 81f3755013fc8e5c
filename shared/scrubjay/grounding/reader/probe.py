"""How much does a sentence speak to its reader? A weighted sum of its vector by the bundled model."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from scrubjay.embedding.embedder import Embedder, Vector

HERE: Final = Path(__file__).parent
ROWS: Final = HERE / "rows.tsv"
WEIGHTS: Final = HERE / "weights.json"

THRESHOLD: Final = 0.7
"""Score from which on a sentence that directs somebody is an instruction to its reader; chosen in ADR 0047."""

CERTAIN: Final = 2.0
"""The same of a sentence that only states something."""


@dataclass(frozen=True, slots=True)
class Probe:
    """Weights (384,) and bias; `rows` and `model` are the SHA-256 of the rows and of the model they were made with."""

    weights: tuple[float, ...]
    bias: float
    rows: str
    model: str

    def score(self, vector: Vector) -> float:
        """The log-odds that the text of a vector (384,) is an instruction to its reader."""
        import numpy as np  # here, because a server that judges nothing must not pay for it

        return float(vector @ np.asarray(self.weights, dtype=np.float32)) + self.bias


@cache
def probe() -> Probe:
    """The committed one."""
    said = json.loads(WEIGHTS.read_text(encoding="utf-8"))
    return Probe(tuple(said["weights"]), said["bias"], said["rows"], said["model"])


def rows_digest() -> str:
    """The SHA-256 of the rows, the same however git writes line ends."""
    return hashlib.sha256(ROWS.read_text(encoding="utf-8").encode()).hexdigest()


def alone(embedder: Embedder, text: str) -> Vector:
    """The vector (384,) of a text in a batch of its own: an int8 model's vectors depend on what else is in the batch.

    Measured on 47 rows: up to 0.74 in the score. Raises ModelUnavailable.
    """
    vector: Vector = embedder.embed_passages([text]).vectors[0]
    return vector
