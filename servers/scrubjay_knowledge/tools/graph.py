"""Tool explore_graph: how things hang together, each relation with where it is stated."""

from typing import Annotated

from pydantic import Field

from scrubjay_graph.services import GraphServices
from scrubjay_serving import ScrubjayServer, Target
from scrubjay_serving.fields import Repo

EXPLORE = "How things hang together, each relation with its source."

ASKED = "NAME, A -> B, or `who calls F`, `incidents of services that depend on X`"

Question = Annotated[str, Field(description=ASKED)]
Hops = Annotated[int, Field(ge=1, le=4, description="around NAME")]


def explore_graph(*, question: Question, hops: Hops = 1, repo: Repo = "", target: Target) -> str:
    """Answer a question about the graph."""
    from scrubjay_graph.questions import explored

    return explored(GraphServices.of(target.workspace).graph, question, hops)


def register(server: ScrubjayServer) -> None:
    """Register the tool on a server."""
    server.offer(explore_graph, title="Explore relations", description=EXPLORE, toolset="graph")
