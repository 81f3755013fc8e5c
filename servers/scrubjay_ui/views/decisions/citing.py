"""What in the repository cites a decision? Documents, commits and requests, as the graph has them."""

from typing import TYPE_CHECKING

from scrubjay.errors import NotFound
from scrubjay.model.frozen import dataclass
from scrubjay_graph.api import EdgeKind, NodeKind, file_key, name_of
from scrubjay_graph.services import GraphServices

if TYPE_CHECKING:
    from scrubjay_ui.visit import Visit

CITING = (EdgeKind.CITES, EdgeKind.LINKS, EdgeKind.SUPERSEDES, EdgeKind.AMENDS, EdgeKind.CONCERNS)
MOST = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class CitingEntity:
    """Something that names the decision: its key in the graph, and where it says so."""

    key: str
    kind: str
    name: str
    relation: str
    evidence: str


def citing(visit: "Visit", path: str) -> tuple[CitingEntity, ...] | None:
    """What cites a record, memories apart; None where the graph of HEAD isn't built yet."""
    graph = GraphServices.of(visit.workspace).graph
    if not graph.is_built():
        return None
    try:
        answer = graph.around(file_key(path), 1, links=CITING)
    except NotFound:
        return ()
    nodes, key = answer.title_of, file_key(path)
    edges = [edge for edge in answer.edges if edge.target == key and edge.source != key]
    return tuple(
        CitingEntity(
            key=edge.source,
            kind=str(nodes[edge.source].kind),
            name=name_of(nodes[edge.source]),
            relation=str(edge.link),
            evidence=str(edge.evidence),
        )
        for edge in edges
        if nodes[edge.source].kind is not NodeKind.MEMORY
    )[:MOST]
