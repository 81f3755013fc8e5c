"""Services of this extension, by name; the manifest has the maker of each."""

from typing import TYPE_CHECKING

from scrubjay.wiring.registry import Services, made

if TYPE_CHECKING:
    from scrubjay_graph.graph import Graph


class GraphServices(Services):
    """How things hang together."""

    graph: "Graph" = made()
