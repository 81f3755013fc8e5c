"""The pages of the graph: a picture with its tables, the picture as a file, and the form that builds the graph."""

from typing import TYPE_CHECKING

from starlette.responses import Response

from scrubjay.errors import NotFound
from scrubjay.model.counted import counted
from scrubjay_graph.api import svg
from scrubjay_graph.services import GraphServices
from scrubjay_ui.endpoints import ViewRoute
from scrubjay_ui.views.graph.queries import RELATIONS, answer_of, query_of, shown_graph

if TYPE_CHECKING:
    from scrubjay_ui.visit import Visit


def graph(visit: "Visit") -> "Response":
    """What is around a thing, or the map; where the graph isn't built, how to build it."""

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


def export(visit: "Visit") -> "Response":
    """The picture as a file that stands alone; where the graph isn't built, its page, which says how to build it."""

    query = query_of(visit)
    if not GraphServices.of(visit.workspace).graph.is_built(as_of=query.as_of):
        return graph(visit)
    answer, _ = answer_of(visit, query)
    headers = {"Content-Disposition": 'attachment; filename="graph.svg"'}
    return Response(svg(answer), media_type="image/svg+xml", headers=headers)


def build(visit: "Visit") -> "Response":
    """Build the graph of the view that is asked about, then show it."""

    query = query_of(visit)
    counts = GraphServices.of(visit.workspace).graph.counts(as_of=query.as_of)
    address = visit.link("graph", about=query.about, hops=query.hops, relation=query.relation, as_of=query.as_of)
    return visit.redirect(address, f"The graph is built: {counted(counts.get('file', 0), 'file')} and more.")


ROUTES = (
    ViewRoute(path="/graph", show=graph),
    ViewRoute(path="/graph/export.svg", show=export),
    ViewRoute(path="/graph/build", show=build, writes=True),
)
