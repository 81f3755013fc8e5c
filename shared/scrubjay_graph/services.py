"""Services of this extension, by name; the manifest has the maker of each."""

from typing import TYPE_CHECKING

from scrubjay.wiring.registry import Services, made

if TYPE_CHECKING:
    from scrubjay_graph.build.building import GraphBuilder
    from scrubjay_graph.graph import Graph
    from scrubjay_graph.own import OwnGraph


class GraphServices(Services):
    """The services for the graph of what relates to what."""

    graph_builder: "GraphBuilder" = made()
    own_graph: "OwnGraph" = made()
    graph: "Graph" = made()
