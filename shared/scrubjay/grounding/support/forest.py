"""What does a forest of small trees say of named figures? The committed one, made from rows by boosting."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

TREES: Final = Path(__file__).parent / "trees.json"

Node = tuple[int, float, int, int]
"""Which feature decides, the most of "less", the nodes for less and more; a leaf has -1 and its score."""


@dataclass(frozen=True, slots=True)
class Forest:
    """Trees of nodes, the first of each its root, the names of the features, and the score before the first tree.

    `rows` and `model` are the SHA-256 of the rows and of the embedding model that they were made with.
    """

    features: tuple[str, ...]
    bias: float
    trees: tuple[tuple[Node, ...], ...]
    rows: str = ""
    model: str = ""

    def score(self, features: Mapping[str, float]) -> float:
        """The log-odds that a passage of which this was shown supports the claim."""
        values = [features[name] for name in self.features]
        return self.bias + sum(_leaf(tree, values) for tree in self.trees)


def _leaf(tree: tuple[Node, ...], values: list[float]) -> float:
    feature, bound, less, more = tree[0]
    while feature >= 0:
        feature, bound, less, more = tree[less if values[feature] <= bound else more]
    return bound


@cache
def forest() -> Forest:
    """The committed one."""
    data = json.loads(TREES.read_text(encoding="utf-8"))
    trees = tuple(tuple((a, b, c, d) for a, b, c, d in tree) for tree in data["trees"])
    return Forest(tuple(data["features"]), data["bias"], trees, data["rows"], data["model"])
