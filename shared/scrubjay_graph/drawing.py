"""A graph as a picture: SVG that stands alone, with its numbers as a table beside it, and DOT; pure."""

from html import escape
from typing import Final

from scrubjay.model.counted import counted
from scrubjay.model.visible import visible
from scrubjay_graph.answers import GraphAnswer
from scrubjay_graph.layout import HEIGHT, WIDTH, curve, fitted, laid_out
from scrubjay_graph.model import NodeKind
from scrubjay_graph.render import name_of

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
        short = fitted(name, LETTERS)
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
        lines.append(f'  {_quoted(node.key)} [label={_quoted(name_of(node))}, fillcolor="{FILLS[node.kind]}"];')
    for edge in answer.edges:
        label, place = _quoted(str(edge.link)), _quoted(str(edge.evidence))
        lines.append(f"  {_quoted(edge.source)} -> {_quoted(edge.target)} [label={label}, tooltip={place}];")
    return "\n".join([*lines, "}"]) + "\n"


def table_rows(answer: GraphAnswer) -> list[tuple[str, str, str, str]]:
    """The relations as a table: from, relation, to, evidence; the same as in the picture."""
    nodes = answer.title_of
    return [
        (name_of(nodes[edge.source]), str(edge.link), name_of(nodes[edge.target]), str(edge.evidence))
        for edge in answer.edges
    ]


def _text(text: str) -> str:
    return escape(visible(" ".join(text.split())))


def _quoted(text: str) -> str:
    written = visible(" ".join(text.split())).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{written}"'
