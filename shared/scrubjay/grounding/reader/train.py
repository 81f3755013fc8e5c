"""How are the weights made from the rows? Logistic regression: `python -m scrubjay.grounding.reader.train`."""

import json
from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from scrubjay.embedding.bundle import MODEL_SHA256
from scrubjay.embedding.onnx import OnnxEmbedder
from scrubjay.grounding.reader.probe import ROWS, WEIGHTS, alone, rows_digest

ASKS: Final = ("obey", "hide", "send", "drop")
"""Labels of the rows that instruct their reader; all others don't."""

PENALTY: Final = 0.2
STEPS: Final = 2_000
RATE: Final = 2.0
MOMENTUM: Final = 0.9

Array = NDArray[np.float64]


def read() -> list[tuple[str, str]]:
    """Label and sentence of each row."""
    lines = ROWS.read_text(encoding="utf-8").splitlines()
    return [(label, text) for label, _, text in (line.partition("\t") for line in lines) if text]


def fit(vectors: Array, asks: NDArray[np.bool_]) -> tuple[Array, float]:
    """Weights (d,) and bias for vectors (n, d) and which of them ask; the same for the same input."""
    share = asks.mean()
    heavy = np.where(asks, 0.5 / share, 0.5 / (1 - share)) / len(asks)
    weights, bias = np.zeros(vectors.shape[1]), 0.0
    pace, bias_pace = np.zeros_like(weights), 0.0
    for _ in range(STEPS):
        error = (1 / (1 + np.exp(-(vectors @ weights + bias))) - asks) * heavy
        pace = MOMENTUM * pace - RATE * (vectors.T @ error + PENALTY / len(asks) * weights)
        bias_pace = MOMENTUM * bias_pace - RATE * float(error.sum())
        weights, bias = weights + pace, bias + bias_pace
    return weights, bias


def embed(texts: Sequence[str]) -> Array:
    """The vectors (n, 384) of texts by the bundled model."""
    embedder = OnnxEmbedder(threads=1)
    return np.array([alone(embedder, text) for text in texts], dtype=np.float64)


def main() -> None:
    """Write the weights."""
    rows = read()
    weights, bias = fit(embed([text for _, text in rows]), np.array([label in ASKS for label, _ in rows]))
    made = {"rows": rows_digest(), "model": MODEL_SHA256, "bias": round(bias, 4)}
    WEIGHTS.write_text(json.dumps({**made, "weights": [round(one, 4) for one in weights.tolist()]}) + "\n", "utf-8")


if __name__ == "__main__":
    main()
