"""Which question of the graph is a line of an agent: a way, a pattern, or what is near an entity?"""

from scrubjay.errors import NotFound, UsageError
from scrubjay.graph.graph import Graph
from scrubjay.graph.pattern import read_pattern
from scrubjay.graph.render import BUDGET, graph_text, path_text
from scrubjay.recall.render import shorten

ARROW = "->"


def explored(graph: Graph, question: str, hops: int, budget: int = BUDGET) -> str:
    """The answer to `A -> B`, to a typed pattern, or to a name, in at most so many tokens.

    Raises UsageError for an empty question, NotFound where nothing is called so.
    """
    first, arrow, last = (part.strip() for part in question.partition(ARROW))
    if not first or (arrow and not last):
        raise UsageError("The question is empty. Name an entity, `A -> B`, or a pattern such as `who owns docs/`.")
    if arrow:
        return shorten(path_text(graph.path(first, last)), budget)
    try:
        pattern = read_pattern(first)
    except UsageError:
        pattern = None
    if pattern is not None and pattern.steps:
        return graph_text(graph.find(first), budget)
    try:
        return graph_text(graph.around(first, hops), budget)
    except NotFound as error:
        if " " not in first:
            raise
        raise UsageError(
            f"{error} A question reads KINDS RELATION NAME, such as `files that import app.py`."
        ) from error
