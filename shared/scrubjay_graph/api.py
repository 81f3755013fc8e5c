"""Public API of the graph for other extensions: its values, their names and their drawing."""

from scrubjay_graph.drawing import HEIGHT, WIDTH, curve, fitted_text, in_layers, laid_out, nearest, svg
from scrubjay_graph.model import Edge, EdgeKind, GraphAnswer, Node, NodeKind, file_key, link_named
from scrubjay_graph.render import name_of

__all__ = [
    "HEIGHT", "WIDTH", "Edge", "EdgeKind", "GraphAnswer", "Node", "NodeKind", "curve", "file_key", "fitted_text",
    "in_layers", "laid_out", "link_named", "name_of", "nearest", "svg",
]  # fmt: skip
