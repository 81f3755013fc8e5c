"""Which question of the graph is a line of an agent: a way, a place, a pattern, or what is near an entity?"""

import re
from dataclasses import replace

from scrubjay.errors import NotFound, UsageError
from scrubjay.search.recall.render import shorten
from scrubjay_graph.answers import GraphAnswer
from scrubjay_graph.forms import forms, likely_names, told_forms
from scrubjay_graph.graph import Graph
from scrubjay_graph.pattern import read_pattern
from scrubjay_graph.phrases import asked_place, asked_way
from scrubjay_graph.reading import Progress
from scrubjay_graph.render import BUDGET, graph_text, path_text

ARROW = "->"

_REMARK = re.compile(r"\s+\([^()]*\)\Z")
"""What a question's end says besides in parentheses."""


def explored(graph: Graph, question: str, hops: int, budget: int = BUDGET) -> str:
    """The answer to `A -> B`, to a typed question, or to a name, in at most so many tokens.

    What can't be read is answered with the forms that can, and a name that nothing has with the nearest. Raises
    UsageError for an empty question.
    """
    first, arrow, last = (part.strip() for part in question.partition(ARROW))
    if not first or (arrow and not last):
        raise UsageError("The question is empty. Name an entity, `A -> B`, or a pattern such as `who owns docs/`.")
    try:
        answer = answered(graph, question, hops)
    except (NotFound, UsageError) as error:
        return shorten(str(error), budget)
    return shorten(path_text(answer), budget) if answer.is_way else graph_text(answer, budget)


def answered(
    graph: Graph, question: str, hops: int = 0, *, as_of: str = "", progress: Progress | None = None
) -> GraphAnswer:
    """The answer to a line. Raises NotFound where nothing is called so, UsageError with the forms that can be read.

    Without `hops` a name alone is no question.
    """
    text = _REMARK.sub("", " ".join(question.split()).rstrip("?. "))
    first, arrow, last = (part.strip() for part in text.partition(ARROW))
    if not arrow:
        first, last = asked_way(text)
    if first and last:
        return replace(graph.path(first, last, as_of=as_of, progress=progress), is_way=True)
    if asked_place(text):
        return graph.find(text, as_of=as_of, progress=progress)
    try:
        pattern = read_pattern(text)
    except UsageError:
        pattern = None
    if pattern is not None and (pattern.steps or not hops):
        return graph.find(text, as_of=as_of, progress=progress)
    if hops:
        try:
            return graph.around(text, hops, as_of=as_of, progress=progress, explained=" " not in text)
        except NotFound:
            if " " not in text:
                raise
        if pattern is not None:
            return graph.find(text, as_of=as_of, progress=progress)
    names = likely_names(text)
    node = graph.asked_about(names, as_of=as_of)
    name = next((one for one in names if node and one.lower() in (node.title.lower(), node.key.lower())), "")
    raise UsageError(told_forms(question, forms(node, name)))
