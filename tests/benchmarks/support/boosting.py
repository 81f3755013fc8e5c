"""How is a forest grown? Gradient boosting of small regression trees on the log-odds, the same each time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from scrubjay.grounding.support.forest import Node

Array = NDArray[Any]

SEED: Final = 14
BINS: Final = 24


@dataclass(frozen=True, kw_only=True)
class Growth:
    """How many trees, how deep, how fast; the fewest rows of a leaf; of rows and features the share each tree sees."""

    trees: int = 150
    depth: int = 3
    rate: float = 0.06
    fewest: int = 12
    damping: float = 3.0
    rows: float = 0.7
    features: float = 0.5


def grow(shown: Array, right: Array, weights: Array, growth: Growth) -> tuple[float, list[list[Node]]]:
    """The score before the first tree, and the trees, for features (n, d), which rows are right, and their weights."""
    source = np.random.default_rng(SEED)
    edges = [np.unique(np.quantile(column, np.linspace(0, 1, BINS + 1)[1:-1])) for column in shown.T]
    bins = np.stack([np.searchsorted(edge, column) for edge, column in zip(edges, shown.T, strict=True)], axis=1)
    bias = float(np.log((weights * right).sum() / (weights * (1 - right)).sum()))
    scores = np.full(len(right), bias)
    trees: list[list[Node]] = []
    for _ in range(growth.trees):
        chance = 1 / (1 + np.exp(-scores))
        slope, bend = weights * (right - chance), weights * chance * (1 - chance)
        rows = np.nonzero(source.random(len(right)) < growth.rows)[0]
        columns = source.permutation(shown.shape[1])[: max(1, int(shown.shape[1] * growth.features))]
        tree: list[Node] = []
        _branch(
            tree=tree,
            rows=rows,
            depth=0,
            columns=columns,
            bins=bins,
            edges=edges,
            slope=slope,
            bend=bend,
            growth=growth,
        )
        trees.append(tree)
        scores = scores + leaves(tree, shown)
    return bias, trees


def _branch(
    tree: list[Node], rows: Array, depth: int, columns: Array, bins: Array, edges: list[Array], slope: Array,
    bend: Array, growth: Growth,
) -> int:  # fmt: skip
    """Append the node of some rows, and those below it; its place."""
    place, (total, width) = len(tree), (slope[rows].sum(), bend[rows].sum() + growth.damping)
    tree.append((-1, round(float(growth.rate * total / width), 5), 0, 0))
    best, chosen = 1e-3, None
    for column in columns if depth < growth.depth and len(rows) >= 2 * growth.fewest else ():
        count = len(edges[column]) + 1
        own = bins[rows, column]
        left, wide = (np.cumsum(np.bincount(own, some[rows], count))[:-1] for some in (slope, bend))
        many = np.cumsum(np.bincount(own, minlength=count))[:-1]
        gain = left**2 / (wide + growth.damping) - total**2 / width
        gain += (total - left) ** 2 / (width - wide)
        gain[(many < growth.fewest) | (len(rows) - many < growth.fewest)] = -1
        if len(gain) and gain.max() > best:
            best, chosen = float(gain.max()), (int(column), int(gain.argmax()))
    if chosen is None:
        return place
    column, cut = chosen
    low = bins[rows, column] <= cut
    less = _branch(
        tree=tree,
        rows=rows[low],
        depth=depth + 1,
        columns=columns,
        bins=bins,
        edges=edges,
        slope=slope,
        bend=bend,
        growth=growth,
    )
    more = _branch(
        tree=tree,
        rows=rows[~low],
        depth=depth + 1,
        columns=columns,
        bins=bins,
        edges=edges,
        slope=slope,
        bend=bend,
        growth=growth,
    )
    tree[place] = (column, float(edges[column][cut]), less, more)
    return place


def leaves(tree: list[Node], shown: Array) -> Array:
    """What a tree says of rows of features (n, d)."""
    said = np.zeros(len(shown))
    open_ = [(0, np.arange(len(shown)))]
    while open_:
        place, rows = open_.pop()
        feature, bound, less, more = tree[place]
        if feature < 0:
            said[rows] = bound
            continue
        low = shown[rows, feature] <= bound
        open_ += [(less, rows[low]), (more, rows[~low])]
    return said


def scores(bias: float, trees: list[list[Node]], shown: Array) -> Array:
    """The log-odds of rows of features (n, d)."""
    return bias + sum((leaves(tree, shown) for tree in trees), np.zeros(len(shown)))
