"""How is a probe made from rows? Logistic regression by L-BFGS over vectors, words and shapes."""

import json
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from scrubjay.inference.embedding.bundle import MODEL_SHA256
from scrubjay.inference.embedding.onnx import OnnxEmbedder
from scrubjay.inference.embedding.probe import Probe, alone, shapes, words

COMMON: Final = 100
"""A word that one row in so many holds is common: it is its own shape."""

FEWEST: Final = 2
"""Rows that hold a gram which gets a weight."""

STEPS: Final = 80
MEMORY: Final = 10
DIGITS: Final = 2
LIGHT: Final = 0.05
"""A gram's weight below which it is left out: half of them, with hardly any difference."""

Array = NDArray[np.float64]
Matrix = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Row:
    """A text, and whether it is what the probe looks for."""

    text: str
    wanted: bool


def train(rows: Sequence[Row], penalty: float, digest: str, vectors: Matrix | None = None) -> Probe:
    """The probe of some rows; both kinds weigh the same. `vectors` (n, 384): theirs, where they are known.

    It is fitted twice, the second time without grams of hardly any weight.
    """
    texts = [row.text for row in rows]
    holding = Counter(word for text in texts for word in words(text) if " " not in word)
    common = frozenset(word for word, times in holding.items() if COMMON * times >= len(rows))
    families = [words(text) for text in texts], [shapes(text, common) for text in texts]
    names = [_known(family) for family in families]
    vectors = embed(texts) if vectors is None else vectors
    wanted = np.array([row.wanted for row in rows])
    for _ in range(2):
        parts = [vectors, *map(_normal, families, names)]
        weights, bias = fit(np.hstack(parts), wanted, penalty)
        split = np.split(np.round(weights, DIGITS), np.cumsum([part.shape[1] for part in parts])[:-1])
        grams = [dict(zip(some, own.tolist(), strict=True)) for some, own in zip(names, split[1:], strict=True)]
        names = [[name for name, weight in one.items() if abs(weight) >= LIGHT] for one in grams]
    return Probe(
        vector=tuple(split[0].tolist()),
        words=grams[0],
        shapes=grams[1],
        common=common,
        bias=round(bias, DIGITS),
        rows=digest,
        model=MODEL_SHA256,
    )


def write(probe: Probe, file: Path) -> None:
    """Keep a probe where `scrubjay.inference.embedding.probe.load` finds it."""
    said = {name: getattr(probe, name) for name in ("rows", "model", "bias", "vector", "words", "shapes")}
    said["common"] = sorted(probe.common)
    file.write_text(json.dumps(said, ensure_ascii=False, separators=(",", ":")) + "\n", encoding="utf-8")


def embed(texts: Sequence[str]) -> Matrix:
    """The vectors (n, 384) of texts by the bundled model."""
    embedder = OnnxEmbedder(threads=1)
    return np.array([alone(embedder, text) for text in texts], dtype=np.float32)


def fit(given: Matrix, wanted: NDArray[np.bool_], penalty: float) -> tuple[Array, float]:
    """Weights (d,) and bias for features (n, d); the same for the same input."""
    share = wanted.mean()
    heavy = np.where(wanted, 0.5 / share, 0.5 / (1 - share))
    sign = np.where(wanted, 1.0, -1.0)

    def loss(at: Array) -> tuple[float, Array]:
        weights, bias = at[:-1], at[-1]
        margin = sign * (given @ weights.astype(np.float32) + bias)
        wrong = (-sign * heavy / (1 + np.exp(np.clip(margin, -50, 50)))).astype(np.float32)
        value = float((heavy * np.logaddexp(0, -margin)).sum() + penalty / 2 * (weights @ weights))
        return value, np.append(given.T @ wrong + penalty * weights, wrong.sum())

    found = _least(loss, np.zeros(given.shape[1] + 1))
    return found[:-1], float(found[-1])


def _least(loss: Callable[[Array], tuple[float, Array]], at: Array) -> Array:
    """Where a convex loss is least, by L-BFGS with a halving line search (Nocedal and Wright, algorithm 7.4)."""
    value, slope = loss(at)
    moves: list[tuple[Array, Array]] = []
    for _ in range(STEPS):
        way, steps = slope.copy(), []
        for move, turn in reversed(moves):
            steps.append(move @ way / (turn @ move))
            way -= steps[-1] * turn
        way *= moves[-1][0] @ moves[-1][1] / (moves[-1][1] @ moves[-1][1]) if moves else 1 / max(1, np.abs(slope).sum())
        for (move, turn), step in zip(moves, reversed(steps), strict=True):
            way += (step - turn @ way / (turn @ move)) * move
        far = 1.0
        while (new := loss(at - far * way))[0] > value - 1e-4 * far * (slope @ way) and far > 1e-6:
            far /= 2
        move, turn = -far * way, new[1] - slope
        at, value, slope = at + move, *new
        if move @ turn > 1e-10:
            moves = [*moves, (move, turn)][-MEMORY:]
    return at


def _known(family: Sequence[frozenset[str]]) -> list[str]:
    return sorted(gram for gram, times in Counter(gram for one in family for gram in one).items() if times >= FEWEST)


def _normal(family: Sequence[frozenset[str]], names: Sequence[str]) -> Matrix:
    """Which of the named grams (d) each text (n) has, in rows of length 1."""
    places = {name: place for place, name in enumerate(names)}
    given = np.zeros((len(family), len(names)), dtype=np.float32)
    for row, grams in zip(given, family, strict=True):
        if known := [places[gram] for gram in grams if gram in places]:
            row[known] = len(known) ** -0.5
    return given
