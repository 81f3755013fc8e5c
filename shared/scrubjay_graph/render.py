"""Rendering of a graph for a model or a person: entities, then relations with their evidence; the same as an object."""

from collections.abc import Mapping
from typing import Any, Final

from scrubjay.model.counted import counted
from scrubjay.model.visible import visible
from scrubjay.search.recall.render import first_line, one_line, shorten
from scrubjay_graph.model import PLACED, Edge, GraphAnswer, Node, NodeKind, symbol_of

MAX_NAME: Final = 160
BUDGET: Final = 1500
NOTHING: Final = "Nothing is stated"
BY_NAME: Final = "By its name alone, nothing tells which one is meant:"
FILE: Final = "file"
SHOWN_UNREAD: Final = 2
"""Lines of what isn't read below an answer."""


def graph_text(answer: GraphAnswer, budget: int = BUDGET) -> str:
    """An answer as text, at most so many tokens long (0: no bound), below a line on the view that it is of."""
    lines = [first_line(answer.view, answer.notes), visible(one_line(answer.asked))[:MAX_NAME]]
    nodes = answer.title_of
    if answer.found:
        counts = _counted(answer)
        lines += [f"- {node_line(nodes[key], answer.grades)}{counts.get(key, '')}" for key in answer.found]
    elif answer.unread and not answer.by_name:
        lines += [f"not read: {visible(one_line(line))}" for line in answer.unread]
        lines += [f"Of the {counted(answer.read, 'file')} that may state it and are read, none does."] * bool(
            answer.read
        )
    elif not answer.by_name:
        looked = f"{answer.looked}{f', {counted(answer.read, FILE)}' if answer.read else ''}"
        lines.append(f"{NOTHING} that fits; {f'{answer.why_none}; ' if answer.why_none else ''}looked at: {looked}.")
    if answer.by_name:
        lines += [BY_NAME, *(f"- {visible(one_line(line))}" for line in answer.by_name)]
    if answer.unread and (answer.found or answer.by_name):
        lines += [f"not read: {visible(one_line(line))}" for line in answer.unread[:SHOWN_UNREAD]]
    if answer.cut:
        lines.append(
            f"There is more than these {counted(len(answer.found), 'entity')}: ask for one relation, or fewer steps."
        )
    if answer.edges:
        lines += ["", "Stated by:"]
        lines += [f"- {edge_line(edge, nodes)}" for edge in answer.edges]
    text = "\n".join(lines)
    return shorten(text, budget) if budget else text


def path_text(answer: GraphAnswer) -> str:
    """A way from one entity to another as text, one relation a line."""
    lines = [first_line(answer.view, answer.notes), visible(one_line(answer.asked))[:MAX_NAME]]
    if not answer.edges:
        lines.append(f"No way is stated; looked at: {answer.looked}.")
        lines += [f"not read: {visible(one_line(line))}" for line in answer.unread]
        return "\n".join(lines)
    nodes = answer.title_of
    return "\n".join([*lines, *(f"{n}. {edge_line(edge, nodes)}" for n, edge in enumerate(answer.edges, 1))])


def node_line(node: Node, grades: Mapping[str, str]) -> str:
    """An entity as one line: kind, name, path, date, and a memory's grade."""
    name = name_of(node)
    path = node.key.removeprefix("file:") if node.kind in PLACED and node.kind is not NodeKind.FILE else ""
    if node.kind is NodeKind.SYMBOL:
        path = symbol_of(node.key)[0] or "not of this tree"
    parts = (f"{node.kind} {name}", path, node.at[:10], grades.get(node.key, ""))
    return visible(one_line(" · ".join(part for part in parts if part)))


def _counted(answer: GraphAnswer) -> dict[str, str]:
    """The counts of an answer in words, by key: of people and their files commits, of others relations."""
    nodes = answer.title_of
    told: dict[str, str] = {}
    for key, (many, day) in answer.counts.items():
        if key in nodes and many > bool(not day):
            people = nodes[key].kind is NodeKind.PERSON and day
            told[key] = f" · {counted(many, 'commit')}, last {day}" if people else f" · {counted(many, 'relation')}"
    return told


def edge_line(edge: Edge, nodes: Mapping[str, Node]) -> str:
    """A relation in a line, with its evidence."""
    source, target = (name_of(nodes[key]) for key in (edge.source, edge.target))
    return visible(one_line(f"{source} {edge.link} {target} · {edge.evidence}"))


def name_of(node: Node) -> str:
    """The name of an entity as a line shows it."""
    if node.kind is NodeKind.COMMIT:
        return f"{node.key.removeprefix('commit:')[:10]} {node.title[:80]}"
    if node.kind is NodeKind.MEMORY:
        return f"{node.key.removeprefix('memory:')[:12]} {node.title[:MAX_NAME]}"
    return node.title[:MAX_NAME]


def graph_object(answer: GraphAnswer) -> dict[str, Any]:
    """An answer as plain values."""
    found = set(answer.found)
    return {
        "asked": answer.asked,
        "commit": answer.view.commit,
        "as_of": answer.view.as_of,
        "looked": answer.looked,
        "notes": list(answer.notes),
        "cut": answer.cut,
        "by_name": list(answer.by_name),
        "not_read": list(answer.unread),
        "found": list(answer.found),
        "nodes": [
            {
                "key": node.key, "kind": str(node.kind), "title": node.title, "at": node.at, "steps": steps,
                "found": node.key in found, "grade": answer.grades.get(node.key, ""),
                "count": answer.counts.get(node.key, (0, ""))[0],
            }
            for node, steps in answer.nodes
        ],
        "edges": [
            {
                "source": edge.source, "link": str(edge.link), "target": edge.target, "path": edge.evidence.path,
                "start_line": edge.evidence.start, "end_line": edge.evidence.end, "commit": edge.evidence.commit,
            }
            for edge in answer.edges
        ],
    }  # fmt: skip
