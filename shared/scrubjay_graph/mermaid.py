"""A graph as a Mermaid flowchart that Mermaid draws with its own limits: cut below them, and said so; pure."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from scrubjay.model.counted import counted
from scrubjay.model.visible import visible
from scrubjay_graph.answers import GraphAnswer
from scrubjay_graph.drawing import FILLS
from scrubjay_graph.model import Edge, Node
from scrubjay_graph.render import name_of

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
    if _fits(whole, len(answer.edges)):
        return whole, ""
    ordered = _most_connected(answer)
    edges = list({(edge.source, edge.link, edge.target): edge for edge in reversed(answer.edges)}.values())[::-1]
    low, high = 0, len(ordered)
    while low < high:  # a chart of more nodes is never smaller
        middle = (low + high + 1) // 2
        part = _among(ordered[:middle], edges)
        fits = _fits(_chart(ordered[:middle], part, _said(answer, middle, len(part))), len(part))
        low, high = (middle, high) if fits else (low, middle - 1)
    part = _among(ordered[:low], edges)
    said = _said(answer, low, len(part))
    return _chart(ordered[:low], part, said), said


def _said(answer: GraphAnswer, nodes: int, edges: int) -> str:
    return (
        f"{nodes:,} of {counted(len(answer.nodes), 'entity')} and {edges:,} of {counted(len(answer.edges), 'relation')}"
        ", most connected first: Mermaid draws at most 500 edges and 50,000 characters"
    )


def _most_connected(answer: GraphAnswer) -> list[Node]:
    many = Counter(key for edge in answer.edges for key in {edge.source, edge.target})
    ordered = sorted(answer.nodes, key=lambda one: (bool(one[1]), -many[one[0].key]))
    return [node for node, _ in ordered]


def _among(nodes: Sequence[Node], edges: Sequence[Edge]) -> list[Edge]:
    keys = {node.key for node in nodes}
    return [edge for edge in edges if edge.source in keys and edge.target in keys]


def _fits(chart: str, edges: int) -> bool:
    return edges <= MOST_EDGES and len(chart.encode("utf-16-le", "replace")) // 2 <= MOST_TEXT


def _chart(nodes: Sequence[Node], edges: Sequence[Edge], said: str = "") -> str:
    lines = ["flowchart LR", *([f"  %% {said}"] if said else [])]
    ids = {node.key: f"n{number}" for number, node in enumerate(nodes)}
    lines += [f'  {ids[node.key]}["{_text(name_of(node))}"]:::{node.kind}' for node in nodes]
    lines += [f'  {ids[e.source]} -->|"{_text(str(e.link))}"| {ids[e.target]}' for e in edges]
    kinds = sorted({node.kind for node in nodes})
    lines += [f"  classDef {kind} fill:{FILLS[kind]},stroke:#444,color:#000" for kind in kinds]
    return "\n".join(lines) + "\n"


def _text(text: str) -> str:
    """A text within quotes: all but letters, digits and what means nothing there is written by its code."""
    shown = visible(" ".join(text.split()))
    return "".join(one if one.isalnum() or one in _PLAIN else f"#{ord(one)};" for one in shown)
