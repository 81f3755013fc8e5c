"""The shortest way between two sets of nodes, read from what a bounded search reached; pure."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping

from scrubjay_graph.model import Edge


def shortest(
    starts: Collection[str],
    ends: Collection[str],
    steps: Mapping[str, int],
    edges: Iterable[Edge],
    *,
    both_ways: bool,
    joined: Mapping[str, Collection[str]] = {},
) -> list[Edge]:
    """The relations of one shortest way, in order; of several the first by key. Empty where none leads there.

    `joined` says of a node which others of the same distance it stands for: a way goes on from it as from them.
    """
    reached = sorted((steps[key], key in joined, key) for key in ends if key in steps)
    if not reached:
        return []
    before: dict[str, list[tuple[str, Edge]]] = defaultdict(list)
    for edge in sorted(edges, key=lambda e: (e.source, e.link, e.target)):
        before[edge.target].append((edge.source, edge))
        if both_ways:
            before[edge.source].append((edge.target, edge))
    way: list[Edge] = []
    left, _, key = reached[0]
    while left:
        closer = _closer(key, left, steps, before, joined)
        if not closer:
            return []
        key, edge = min(closer, key=lambda pair: (pair[0] in joined, pair[0], pair[1].link, pair[1].source))
        way.append(edge)
        left -= 1
    return way[::-1] if key in starts or key in joined else []


def _closer(
    key: str,
    left: int,
    steps: Mapping[str, int],
    before: Mapping[str, list[tuple[str, Edge]]],
    joined: Mapping[str, Collection[str]],
) -> list[tuple[str, Edge]]:
    """The relations that lead to a node from one that is a step nearer; else to what stands for it."""
    layer, seen = {key}, {key}
    while layer:
        closer = [pair for at in layer for pair in before.get(at, ()) if steps.get(pair[0], left) == left - 1]
        if closer:
            return closer
        layer = {other for at in layer for other in joined.get(at, ()) if steps.get(other) == left} - seen
        seen |= layer
    return []
