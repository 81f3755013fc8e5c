"""Drawings of the graph: where each thing stands, as a picture and as Mermaid."""

from collections import Counter
from collections.abc import Mapping, Sequence
from html import escape
from typing import Final
from unicodedata import east_asian_width

from scrubjay.model.counted import counted
from scrubjay.model.frozen import dataclass, replace
from scrubjay.model.visible import visible
from scrubjay_graph.model import Edge, GraphAnswer, Node, NodeKind
from scrubjay_graph.render import name_of

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
    """An answer whose distances make relations lead ahead, where they can; entities without relations are left out."""
    level = {key: 0 for edge in answer.edges for key in (edge.source, edge.target)}
    for _ in range(LAYERS):
        for edge in answer.edges:
            if edge.source != edge.target:
                level[edge.target] = max(level[edge.target], min(level[edge.source] + 1, LAYERS))
    nodes = tuple((node, level[node.key]) for node, _ in answer.nodes if node.key in level)
    ordered = tuple(sorted(nodes, key=lambda placed: placed[1]))
    return replace(answer, nodes=ordered, found=tuple(key for key in answer.found if key in level))


def fitted_text(text: str, letters: int) -> str:
    """A text cut to the room of so many Latin letters; wide characters, such as Chinese ones, take two."""
    room = letters
    for at, character in enumerate(text):
        room -= 2 if east_asian_width(character) in "WF" else 1
        if room < 0 or (room == 0 and at + 1 < len(text)):
            return f"{text[:at]}…"
    return text


def _mean(ranks: Sequence[float]) -> float:
    """The mean place of neighbours; with none, a place behind all."""
    return sum(ranks) / len(ranks) if ranks else 2.0


LETTERS: Final = 34
FILLS: Final = {
    NodeKind.FILE: "#f2f2f2", NodeKind.DECISION: "#dbe9f6", NodeKind.INCIDENT: "#f8dcd7", NodeKind.SERVICE: "#dcefdc",
    NodeKind.SYMBOL: "#fff3cf", NodeKind.MODULE: "#eeeeee", NodeKind.REQUEST: "#e6ddf3", NodeKind.COMMIT: "#f4e6d4",
    NodeKind.PERSON: "#d7eeee", NodeKind.MEMORY: "#fce3ee",
    NodeKind.TERM: "#ffffff",
}  # fmt: skip


def svg(answer: GraphAnswer) -> str:
    """The graph as SVG: columns by distance. Title and description say what a reader can't see."""
    layout = laid_out(answer.nodes, answer.edges)
    places, width, height = layout.places, layout.width, layout.height
    said = f"{counted(len(answer.nodes), 'entity')}, {counted(len(answer.edges), 'relation')}, at {answer.view.short}"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        'role="img" aria-labelledby="title desc" font-family="sans-serif" font-size="12">',
        f'<title id="title">{_text(answer.asked)}</title>',
        f'<desc id="desc">{_text(said)}{"; there is more" if answer.cut else ""}</desc>',
        '<defs><marker id="end" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" orient="auto">'
        '<path d="M0 0L8 4L0 8z" fill="#555"/></marker></defs>',
    ]
    for edge in answer.edges:
        start, end = places[edge.source], places[edge.target]
        parts.append(
            f"<g><title>{_text(f'{edge.link}: {edge.evidence}')}</title>"
            f'<path d="{curve(start, end)}" fill="none" stroke="#555" marker-end="url(#end)"/></g>'
        )
    for node, _ in answer.nodes:
        left, top = places[node.key]
        name = name_of(node)
        short = fitted_text(name, LETTERS)
        parts.append(
            f'<g><title>{_text(f"{node.kind}: {name}")}</title><rect x="{left}" y="{top}" width="{WIDTH}" '
            f'height="{HEIGHT}" rx="5" fill="{FILLS[node.kind]}" stroke="#444"/>'
            f'<text x="{left + 8}" y="{top + 21}">{_text(short)}</text></g>'
        )
    return "\n".join([*parts, "</svg>"]) + "\n"


def dot(answer: GraphAnswer) -> str:
    """The graph in DOT, which Graphviz and others draw."""
    lines = ["digraph {", "  rankdir=LR; node [shape=box, style=filled];"]
    for node, _ in answer.nodes:
        lines.append(f'  {_label(node.key)} [label={_label(name_of(node))}, fillcolor="{FILLS[node.kind]}"];')
    for edge in answer.edges:
        label, place = _label(str(edge.link)), _label(str(edge.evidence))
        lines.append(f"  {_label(edge.source)} -> {_label(edge.target)} [label={label}, tooltip={place}];")
    return "\n".join([*lines, "}"]) + "\n"


def table_rows(answer: GraphAnswer) -> list[tuple[str, str, str, str]]:
    """The relations as a table: from, relation, to, evidence; the same as in the picture."""
    nodes = answer.title_of
    return [
        (name_of(nodes[edge.source]), str(edge.link), name_of(nodes[edge.target]), str(edge.evidence))
        for edge in answer.edges
    ]


def _text(text: str) -> str:
    """A text on one line, escaped for SVG."""
    return escape(visible(" ".join(text.split())))


def _label(text: str) -> str:
    """A text on one line, quoted for DOT."""
    written = visible(" ".join(text.split())).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{written}"'


MOST_EDGES: Final = 499
"""Mermaid draws none of a flowchart with more than 500 edges (its `maxEdges`)."""

MOST_TEXT: Final = 49_900
"""Mermaid draws none of more than 50,000 characters, as JavaScript counts them (its `maxTextSize`)."""

_PLAIN: Final = frozenset(" -_./,:@+='!")


def mermaid(answer: GraphAnswer) -> tuple[str, str]:
    """The graph as a flowchart, which forges draw in Markdown, and what was left out; empty where all is in it.

    Names are text in it, whatever they hold. Where Mermaid would draw nothing of the whole, what was asked for and
    the most connected entities stay, each relation once.
    """
    nodes = [node for node, _ in answer.nodes]
    whole = _chart(nodes, answer.edges)
    if _fits_limits(whole, len(answer.edges)):
        return whole, ""
    ordered = _most_connected(answer)
    edges = list({(edge.source, edge.link, edge.target): edge for edge in reversed(answer.edges)}.values())[::-1]
    low, high = 0, len(ordered)
    while low < high:  # a chart of more nodes is never smaller
        middle = (low + high + 1) // 2
        part = _edges_among(ordered[:middle], edges)
        fits = _fits_limits(_chart(ordered[:middle], part, _omitted_note(answer, middle, len(part))), len(part))
        low, high = (middle, high) if fits else (low, middle - 1)
    part = _edges_among(ordered[:low], edges)
    said = _omitted_note(answer, low, len(part))
    return _chart(ordered[:low], part, said), said


def _omitted_note(answer: GraphAnswer, nodes: int, edges: int) -> str:
    """A note on how much of an answer a Mermaid chart holds."""
    return (
        f"{nodes:,} of {counted(len(answer.nodes), 'entity')} and {edges:,} of {counted(len(answer.edges), 'relation')}"
        ", most connected first: Mermaid draws at most 500 edges and 50,000 characters"
    )


def _most_connected(answer: GraphAnswer) -> list[Node]:
    """The nodes of an answer, where it begins first, then those with most relations."""
    many = Counter(key for edge in answer.edges for key in {edge.source, edge.target})
    ordered = sorted(answer.nodes, key=lambda one: (bool(one[1]), -many[one[0].key]))
    return [node for node, _ in ordered]


def _edges_among(nodes: Sequence[Node], edges: Sequence[Edge]) -> list[Edge]:
    """The edges whose both ends are among some nodes."""
    keys = {node.key for node in nodes}
    return [edge for edge in edges if edge.source in keys and edge.target in keys]


def _fits_limits(chart: str, edges: int) -> bool:
    """Whether Mermaid draws a chart of this size."""
    return edges <= MOST_EDGES and len(chart.encode("utf-16-le", "replace")) // 2 <= MOST_TEXT


def _chart(nodes: Sequence[Node], edges: Sequence[Edge], said: str = "") -> str:
    """A Mermaid flowchart of some nodes and edges."""
    lines = ["flowchart LR", *([f"  %% {said}"] if said else [])]
    ids = {node.key: f"n{number}" for number, node in enumerate(nodes)}
    lines += [f'  {ids[node.key]}["{_mermaid_text(name_of(node))}"]:::{node.kind}' for node in nodes]
    lines += [f'  {ids[e.source]} -->|"{_mermaid_text(str(e.link))}"| {ids[e.target]}' for e in edges]
    kinds = sorted({node.kind for node in nodes})
    lines += [f"  classDef {kind} fill:{FILLS[kind]},stroke:#444,color:#000" for kind in kinds]
    return "\n".join(lines) + "\n"


def _mermaid_text(text: str) -> str:
    """A text for a quoted Mermaid label: any character that could mean something is written by its code."""
    shown = visible(" ".join(text.split()))
    return "".join(one if one.isalnum() or one in _PLAIN else f"#{ord(one)};" for one in shown)
