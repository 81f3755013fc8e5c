"""Make the trees of support from the rows, and say how well they do on rows left out.

`python -m tests.benchmarks.support`; with `--sets FOLDER…` the features of the sets' rows are made anew first.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from itertools import chain
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from scrubjay.grounding.support.forest import TREES

from scrubjay.inference.embedding.bundle import MODEL_SHA256
from scrubjay.inference.embedding.onnx import OnnxEmbedder
from tests.benchmarks.support.boosting import Growth, grow, scores
from tests.benchmarks.support.rows import FILES, Shown, digest, of_set, pairs, read_sets, table, write_sets

OF_SET: Final = 8.0
"""How much a row of a set weighs beside a pair: people met those claims in real documents."""

Array = NDArray[Any]


def columns(rows: Sequence[Shown]) -> tuple[Array, Array, Array]:
    """Features (n, d), which are supported (n,), and weights (n,)."""
    weights = [OF_SET if one.file in FILES else 1.0 for one in rows]
    return np.array([x.values for x in rows]), np.array([x.supported for x in rows], dtype=float), np.array(weights)


def left_out(rows: Sequence[Shown]) -> Array:
    """The score of each row by trees that saw no row of its set, or of its third of the passages."""
    sets = {one.group for one in rows if one.file in FILES}
    folds = [one.group if one.group in sets else str(int(one.group, 16) % 3) for one in rows]
    found = np.zeros(len(rows))
    for fold in sorted(set(folds)):
        learnt = [one for one, name in zip(rows, folds, strict=True) if name != fold]
        apart = np.array([name == fold for name in folds])
        found[apart] = scores(*grow(*columns(learnt), Growth()), columns(rows)[0][apart])
    return found


def main(arguments: Sequence[str]) -> None:
    """Write the trees."""
    embedder = OnnxEmbedder(threads=1)
    if arguments[:1] == ["--sets"]:
        write_sets(*table(chain.from_iterable(of_set(Path(one)) for one in arguments[1:]), embedder))
    names, of_sets = read_sets()
    same, by_hand = table(pairs(), embedder)
    if same != names:
        raise SystemExit("the features have changed: make those of the sets anew (--sets FOLDER…)")
    rows = [*by_hand, *of_sets]
    bias, trees = grow(*columns(rows), Growth())
    made = {"rows": digest(), "model": MODEL_SHA256, "features": names, "bias": round(bias, 5), "trees": trees}
    TREES.write_text(json.dumps(made, separators=(",", ":")) + "\n", encoding="utf-8")
    found = left_out(rows)
    for file in dict.fromkeys(one.file for one in rows):
        for right in (True, False):
            some = [score for score, one in zip(found, rows, strict=True) if (one.file, one.supported) == (file, right)]
            if some:
                told = ", ".join(
                    f"{bound}: {np.mean(np.array(some) >= bound):.3f}" for bound in (-1.5, -1, -0.5, 0, 0.5)
                )
                print(f"{file}, {'supported' if right else 'not'} ({len(some)}), from score on: {told}")


if __name__ == "__main__":
    main(sys.argv[1:])
