"""How is a probe made from rows? Logistic regression by L-BFGS over vectors, words, and shapes or senses."""

import json
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from scrubjay.inference.embedding.model import MODEL_SHA256
from scrubjay.inference.embedding.onnx import OnnxEmbedder
from scrubjay.inference.embedding.probe import SENSED, Probe, shapes, words

COMMON: Final = 100
"""A word that one row in so many holds is common: it is its own shape."""

FEWEST: Final = 2
"""Rows that hold a gram which gets a weight."""

OF_SENSES: Final = 3
"""The same of a sense."""

STEPS: Final = 80
MEMORY: Final = 10
DIGITS: Final = 2
LIGHT: Final = 0.05
"""A gram's weight below which it is left out: half of them, with hardly any difference."""

Array = NDArray[np.float64]
Matrix = NDArray[np.float32]
Places = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Row:
    """A text, and whether it is what the probe looks for."""

    text: str
    wanted: bool


@dataclass(frozen=True, slots=True)
class Grams:
    """Which columns each of n rows has, and what one counts there: a matrix (n, d) of few values."""

    rows: Places
    columns: Places
    values: Array
    shape: tuple[int, int]

    def times(self, weights: Array) -> Array:
        """What the rows weigh (n,)."""
        return np.bincount(self.rows, self.values * weights[self.columns], self.shape[0]).astype(np.float64, copy=False)

    def back(self, wrong: Array) -> Array:
        """What the columns get of that (d,)."""
        return np.bincount(self.columns, self.values * wrong[self.rows], self.shape[1]).astype(np.float64, copy=False)


Reading = Callable[[str], frozenset[str]]


def train(
    rows: Sequence[Row], penalty: float, digest: str, vectors: Matrix | None = None, senses: Reading | None = None
) -> Probe:
    """The probe of some rows; both kinds weigh the same. `vectors` (n, 384): theirs, where they are known.

    `senses` reads those of a text, and takes the place of shapes. It is fitted twice, the second time without grams
    of hardly any weight.
    """
    texts = [row.text for row in rows]
    holding = Counter(word for text in texts for word in words(text) if " " not in word)
    common = (
        frozenset(word for word, times in holding.items() if COMMON * times >= len(rows)) if not senses else frozenset()
    )
    other = [senses(text) if senses else shapes(text, common) for text in texts]
    families = [words(text) for text in texts], other
    names = [_known(families[0], FEWEST), _known(other, OF_SENSES if senses else FEWEST)]
    vectors = embed(texts) if vectors is None else vectors
    wanted = np.array([row.wanted for row in rows])
    for _ in range(2):
        counts = (0.0, SENSED if senses else 0.0)
        grams = [_matrix(*one) for one in zip(families, names, counts, strict=True)]
        weights, bias = fit(vectors, grams, wanted, penalty)
        split = np.split(np.round(weights, DIGITS), np.cumsum([vectors.shape[1], len(names[0])]))
        weighed = [dict(zip(some, own.tolist(), strict=True)) for some, own in zip(names, split[1:], strict=True)]
        names = [[name for name, weight in one.items() if abs(weight) >= LIGHT] for one in weighed]
    return Probe(
        vector=tuple(split[0].tolist()),
        words=weighed[0],
        shapes={} if senses else weighed[1],
        senses=weighed[1] if senses else {},
        common=common,
        bias=round(bias, DIGITS),
        rows=digest,
        model=MODEL_SHA256,
    )


def write(probe: Probe, file: Path) -> None:
    """Keep a probe where `scrubjay.inference.embedding.probe.load` finds it."""
    said = {name: getattr(probe, name) for name in ("rows", "model", "bias", "vector", "words", "shapes", "senses")}
    said["common"] = sorted(probe.common)
    file.write_text(json.dumps(said, ensure_ascii=False, separators=(",", ":")) + "\n", encoding="utf-8")


def embed(texts: Sequence[str]) -> Matrix:
    """The vectors (n, 384) of texts by the bundled model."""
    return OnnxEmbedder(threads=1).embed_passages(texts).vectors


def fit(vectors: Matrix, grams: Sequence[Grams], wanted: NDArray[np.bool_], penalty: float) -> tuple[Array, float]:
    """Weights (d,) and bias for features, vectors (n, 384) and grams beside each other; the same for the same input."""
    share = wanted.mean()
    heavy = np.where(wanted, 0.5 / share, 0.5 / (1 - share))
    sign = np.where(wanted, 1.0, -1.0)
    ends = np.cumsum([vectors.shape[1], *(one.shape[1] for one in grams)])

    def loss(at: Array) -> tuple[float, Array]:
        weights, bias = at[:-1], at[-1]
        own, *others = np.split(weights, ends[:-1])
        summed: NDArray[np.floating[Any]] = vectors @ own.astype(np.float32)
        for one, part in zip(grams, others, strict=True):
            summed = summed + one.times(part)
        margin = sign * (summed + bias)
        wrong = -sign * heavy / (1 + np.exp(np.clip(margin, -50, 50)))
        value = float((heavy * np.logaddexp(0, -margin)).sum() + penalty / 2 * (weights @ weights))
        slopes = [vectors.T @ wrong.astype(np.float32), *(one.back(wrong) for one in grams)]
        return value, np.append(np.concatenate(slopes) + penalty * weights, wrong.sum())

    found = _least(loss, np.zeros(ends[-1] + 1))
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


def _known(family: Sequence[frozenset[str]], fewest: int) -> list[str]:
    return sorted(gram for gram, times in Counter(gram for one in family for gram in one).items() if times >= fewest)


def _matrix(family: Sequence[frozenset[str]], names: Sequence[str], counts: float) -> Grams:
    """Which of the named grams (d) each text (n) has; where one counts nothing by itself, in rows of length 1."""
    places = {name: place for place, name in enumerate(names)}
    known = [sorted(places[gram] for gram in grams if gram in places) for grams in family]
    sizes = np.array([len(row) for row in known])
    values = np.repeat(np.full(len(known), counts) if counts else np.maximum(sizes, 1) ** -0.5, sizes)
    columns = np.array([place for row in known for place in row], dtype=np.int64)
    return Grams(np.repeat(np.arange(len(known)), sizes), columns, values, (len(known), len(names)))
