"""The shortest way between two sets of nodes, read from what a bounded search reached; pure."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping

from scrubjay.graph.model import Edge


def shortest(
    starts: Collection[str], ends: Collection[str], steps: Mapping[str, int], edges: Iterable[Edge], *, both_ways: bool
) -> list[Edge]:
    """The relations of one shortest way, in order; of several the first by key. Empty where none leads there."""
    reached = sorted((steps[key], key) for key in ends if key in steps)
    if not reached:
        return []
    before: dict[str, list[tuple[str, Edge]]] = defaultdict(list)
    for edge in sorted(edges, key=lambda e: (e.source, e.link, e.target)):
        before[edge.target].append((edge.source, edge))
        if both_ways:
            before[edge.source].append((edge.target, edge))
    way: list[Edge] = []
    left, key = reached[0]
    while left:
        closer = [(other, edge) for other, edge in before[key] if steps.get(other, left) == left - 1]
        if not closer:
            return []
        key, edge = min(closer, key=lambda pair: (pair[0], pair[1].link, pair[1].source))
        way.append(edge)
        left -= 1
    return way[::-1] if key in starts else []
