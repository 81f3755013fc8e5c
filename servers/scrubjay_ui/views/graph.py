"""The pages of the graph: a picture with its tables, the picture as a file, and the form that builds the graph."""

from collections.abc import Mapping, Sequence

from starlette.responses import Response

from scrubjay.errors import NotFound
from scrubjay.model.counted import counted
from scrubjay.model.frozen import dataclass
from scrubjay_graph.api import (
    HEIGHT,
    WIDTH,
    Edge,
    EdgeKind,
    GraphAnswer,
    Node,
    NodeKind,
    curve,
    fitted_text,
    in_layers,
    laid_out,
    link_named,
    name_of,
    nearest,
    svg,
)
from scrubjay_graph.services import GraphServices
from scrubjay_ui.visit import Visit

RELATIONS = tuple(map(str, EdgeKind))
LETTERS = 34
NAME = 70
"""Letters of a name in a box, and in the table of relations; the table of entities has all of them."""


@dataclass(frozen=True, slots=True)
class GraphQuery:
    """A question to the graph, as an address holds it. `about` is empty for the map."""

    about: str
    hops: int
    relation: str
    as_of: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownEntity:
    """An entity with its box. `page` are the parts of the address of its own page, if it has one."""

    key: str
    kind: str
    name: str
    short: str
    at: str
    grade: str
    steps: int
    left: int
    top: int
    page: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownRelation:
    """A relation with its line in the picture."""

    source: str
    link: str
    target: str
    evidence: str
    path: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownGraph:
    """A picture and its tables. `left_out` counts by kind what isn't drawn; `more`: the service left out more."""

    answer: GraphAnswer
    entities: tuple[ShownEntity, ...]
    relations: tuple[ShownRelation, ...]
    left_out: tuple[tuple[str, int], ...]
    more: bool
    width: int
    height: int
    box: tuple[int, int] = (WIDTH, HEIGHT)


def query_of(visit: Visit) -> GraphQuery:
    """The question to the graph that the address holds. Raises UsageError."""
    return GraphQuery(
        about=visit.text("about")[:2000],
        hops=visit.number("hops", 2, 1, 3),
        relation=visit.choice("relation", ("", *RELATIONS), ""),
        as_of=visit.text("as_of"),
    )


def answer_of(visit: Visit, query: GraphQuery) -> tuple[GraphAnswer, Mapping[str, int]]:
    """The answer with as many entities as can be read, and how many of each kind are left out. Raises NotFound."""
    graph = GraphServices.of(visit.workspace).graph
    if not query.about:
        return nearest(in_layers(graph.whole(as_of=query.as_of)))
    links = (link_named(query.relation),) if query.relation else ()
    return nearest(graph.around(query.about, query.hops, links=links, as_of=query.as_of))


def shown_graph(answer: GraphAnswer, left_out: Mapping[str, int]) -> ShownGraph:
    """The picture of an answer."""
    layout, nodes = laid_out(answer.nodes, answer.edges), answer.title_of
    entities = [
        ShownEntity(
            key=node.key,
            kind=str(node.kind),
            name=name_of(node),
            short=fitted_text(name_of(node), LETTERS),
            at=node.at,
            grade=answer.grades.get(node.key, ""),
            steps=steps,
            left=layout.places[node.key][0],
            top=layout.places[node.key][1],
            page=_address_parts(node),
        )
        for node, steps in answer.nodes
    ]
    return ShownGraph(
        answer=answer,
        entities=tuple(entities),
        relations=tuple(_shown_relation(edge, nodes, layout.places) for edge in answer.edges),
        left_out=tuple(sorted(left_out.items())),
        more=answer.cut and not left_out,
        width=layout.width,
        height=layout.height,
    )


def _shown_relation(edge: Edge, nodes: Mapping[str, Node], places: Mapping[str, Sequence[int]]) -> ShownRelation:
    """An edge as the page shows it: a line in the picture, and a row of the table."""
    (left, top), (right, bottom) = places[edge.source], places[edge.target]
    return ShownRelation(
        source=fitted_text(name_of(nodes[edge.source]), NAME),
        link=str(edge.link),
        target=fitted_text(name_of(nodes[edge.target]), NAME),
        evidence=str(edge.evidence),
        path=curve((left, top), (right, bottom)),
    )


def _address_parts(node: Node) -> tuple[str, ...]:
    """The parts of the address of an entity's own page; empty where it has none."""
    kind, _, rest = node.key.partition(":")
    if node.kind is NodeKind.DECISION:
        return ("decisions", rest)
    return ("memories", rest) if kind == "memory" else ()


def graph(visit: Visit) -> Response:
    """The page of what is around a thing, or of the map; where the graph isn't built, how to build it."""
    query, questions = query_of(visit), GraphServices.of(visit.workspace).graph
    built, shown, missing = questions.is_built(as_of=query.as_of), None, ""
    if built:
        try:
            shown = shown_graph(*answer_of(visit, query))
        except NotFound as error:
            missing = str(error)
    return visit.page(
        "graph/page.html", title="Graph", status=404 if missing else 200, query=query, built=built, shown=shown,
        missing=missing, relations=RELATIONS,
    )  # fmt: skip


def export(visit: Visit) -> Response:
    """The graph's picture as an SVG download; the graph page instead if the graph isn't built."""
    query = query_of(visit)
    if not GraphServices.of(visit.workspace).graph.is_built(as_of=query.as_of):
        return graph(visit)
    answer, _ = answer_of(visit, query)
    headers = {"Content-Disposition": 'attachment; filename="graph.svg"'}
    return Response(svg(answer), media_type="image/svg+xml", headers=headers)


def build(visit: Visit) -> Response:
    """Build the graph of the view that is asked about, then show it."""
    query = query_of(visit)
    counts = GraphServices.of(visit.workspace).graph.counts(as_of=query.as_of)
    address = visit.link("graph", about=query.about, hops=query.hops, relation=query.relation, as_of=query.as_of)
    return visit.redirect(address, f"The graph is built: {counted(counts.get('file', 0), 'file')} and more.")
