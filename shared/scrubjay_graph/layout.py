"""Where does each entity of a picture stand? Columns by distance, near what it hangs together with; pure."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final
from unicodedata import east_asian_width

from scrubjay.model.frozen import dataclass
from scrubjay_graph.answers import GraphAnswer
from scrubjay_graph.model import Edge, Node

WIDTH: Final = 260
HEIGHT: Final = 34
GAP: Final = 18
BETWEEN: Final = 130
EDGE: Final = 20
SWING: Final = 70
"""How far a line within a column swings out."""

ROWS: Final = 30
"""Entities of one column; more of the same distance stand in further columns."""

LAYERS: Final = 6
"""Columns behind the first one of a map; a circle of relations would need any number."""

DRAWN: Final = 150
RELATIONS: Final = 250
"""Entities and relations of a picture that somebody still reads."""


@dataclass(frozen=True, slots=True)
class Layout:
    """The upper left corner of each entity's box by key, and the size of the picture. Boxes never overlap."""

    places: Mapping[str, tuple[int, int]]
    width: int
    height: int


def laid_out(nodes: Sequence[tuple[Node, int]], edges: Sequence[Edge]) -> Layout:
    """Place entities, given with their distances: each column is sorted by where its neighbours before it stand."""
    neighbours: dict[str, list[str]] = {node.key: [] for node, _ in nodes}
    for edge in edges:
        neighbours[edge.source].append(edge.target)
        neighbours[edge.target].append(edge.source)
    by_distance: dict[int, list[str]] = {}
    for node, steps in nodes:
        by_distance.setdefault(steps, []).append(node.key)
    rank: dict[str, float] = {}
    columns: list[list[str]] = []
    for steps in sorted(by_distance):
        ordered = sorted(by_distance[steps], key=lambda key: _mean([rank[n] for n in neighbours[key] if n in rank]))
        rank |= {key: number / len(ordered) for number, key in enumerate(ordered)}
        parts = -(-len(ordered) // ROWS)
        size = -(-len(ordered) // parts)
        columns += [ordered[start : start + size] for start in range(0, len(ordered), size)]
    places = {
        key: (EDGE + column * (WIDTH + BETWEEN), EDGE + row * (HEIGHT + GAP))
        for column, keys in enumerate(columns)
        for row, key in enumerate(keys)
    }
    last = set(columns[-1]) if columns else set()
    swings = SWING if any({edge.source, edge.target} <= last for edge in edges) else 0
    width = 2 * EDGE + max(1, len(columns)) * (WIDTH + BETWEEN) - BETWEEN + swings
    height = 2 * EDGE + max((len(keys) for keys in columns), default=1) * (HEIGHT + GAP) - GAP
    return Layout(places, width, height)


def curve(start: tuple[int, int], end: tuple[int, int]) -> str:
    """A line from box to box as an SVG path; within a column it swings out to the right."""
    y1, y2 = start[1] + HEIGHT // 2, end[1] + HEIGHT // 2
    if start[0] == end[0]:
        x = start[0] + WIDTH
        return f"M{x} {y1}C{x + SWING} {y1} {x + SWING} {y2} {x} {y2}"
    x1, x2 = (start[0] + WIDTH, end[0]) if start[0] < end[0] else (start[0], end[0] + WIDTH)
    middle = (x1 + x2) // 2
    return f"M{x1} {y1}C{middle} {y1} {middle} {y2} {x2} {y2}"


def nearest(
    answer: GraphAnswer, most: int = DRAWN, relations: int = RELATIONS
) -> tuple[GraphAnswer, Mapping[str, int]]:
    """An answer with its nearest entities and relations, and how many of each kind are left out, relations too."""
    kept = {node.key: steps for node, steps in answer.nodes[:most]}
    left = Counter(str(node.kind) for node, _ in answer.nodes[most:])
    among = [edge for edge in answer.edges if edge.source in kept and edge.target in kept]
    among.sort(key=lambda edge: kept[edge.source] + kept[edge.target])
    left["relation"] = len(among[relations:])
    found = tuple(key for key in answer.found if key in kept)
    less = replace(answer, nodes=answer.nodes[:most], edges=tuple(among[:relations]), found=found)
    return replace(less, cut=answer.cut or bool(+left)), +left


def in_layers(answer: GraphAnswer) -> GraphAnswer:
    """An answer without what stands alone; its distances are such that relations lead ahead, as far as they can."""
    level = {key: 0 for edge in answer.edges for key in (edge.source, edge.target)}
    for _ in range(LAYERS):
        for edge in answer.edges:
            if edge.source != edge.target:
                level[edge.target] = max(level[edge.target], min(level[edge.source] + 1, LAYERS))
    nodes = tuple((node, level[node.key]) for node, _ in answer.nodes if node.key in level)
    ordered = tuple(sorted(nodes, key=lambda placed: placed[1]))
    return replace(answer, nodes=ordered, found=tuple(key for key in answer.found if key in level))


def fitted(text: str, letters: int) -> str:
    """A text cut to the room of so many Latin letters; wide characters, such as Chinese ones, take two."""
    room = letters
    for at, character in enumerate(text):
        room -= 2 if east_asian_width(character) in "WF" else 1
        if room < 0 or (room == 0 and at + 1 < len(text)):
            return f"{text[:at]}…"
    return text


def _mean(ranks: Sequence[float]) -> float:
    """Where neighbours stand in the middle; what has none stands last, in the order given."""
    return sum(ranks) / len(ranks) if ranks else 2.0
