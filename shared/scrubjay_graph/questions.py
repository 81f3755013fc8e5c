"""Parser of an agent's line into a question of the graph: a way, a place, a pattern, or an entity's neighbours."""

import re
from collections.abc import Sequence
from typing import Final

from scrubjay.errors import NotFound, UsageError
from scrubjay.model.frozen import replace
from scrubjay.model.pattern import pattern
from scrubjay.search.recall.render import shorten
from scrubjay.wiring.tool_calls import CallTarget
from scrubjay_graph.build.reading import Progress
from scrubjay_graph.graph import Graph
from scrubjay_graph.model import PLACED, GraphAnswer, Node, NodeKind
from scrubjay_graph.pattern import read_pattern
from scrubjay_graph.phrases import asked_place, asked_way
from scrubjay_graph.render import BUDGET, graph_text, path_text
from scrubjay_graph.services import GraphServices

_OF_FILES: Final = (
    "files that import {}", "what does {} import", "who changed {}", "who owns {}", "documents that link to {}",
    "what mentions {}", "tests of {}", "symbols in {}", "commits that touch {}", "{} -> OTHER",
)  # fmt: skip
_OF_SYMBOLS: Final = (
    "where is {} defined", "what calls {}", "what does {} call", "what extends {}", "what does {} extend",
    "what mentions {}", "tests of {}", "{} -> OTHER",
)  # fmt: skip
_OF_RECORDS: Final = (
    "decisions that supersede {}", "what mentions {}", "documents that link to {}", "memories that cite {}",
    "who changed {}", "commits that cite {}", "{} -> OTHER",
)  # fmt: skip
_OF_SERVICES: Final = (
    "services that depend on {}", "what does {} depend on", "incidents of {}", "who owns {}", "what mentions {}",
    "{} -> OTHER",
)  # fmt: skip
_OF_PEOPLE: Final = ("files that {} changed", "commits by {}", "what does {} own")
_OF_OTHERS: Final = ("what is linked from {}", "what mentions {}", "files of {}", "{} -> OTHER")
_GENERAL: Final = (
    "files that import PATH", "what does PATH import", "what calls SYMBOL", "what does SYMBOL call",
    "what extends TYPE", "where is SYMBOL defined", "tests of PATH", "documents that link to PATH",
    "decisions that mention NAME",
    "decisions that supersede ADR-3", "incidents of services that depend on SERVICE", "who owns FOLDER/",
    "who changed PATH", "commits that touch PATH", "A -> B", "NAME",
)  # fmt: skip
_QUOTED: Final = pattern(r"`([^`]{1,200})`")
_EDGES: Final = ".,;:?!\"'`()[]{}<>"
_WORDS: Final = frozenset(
    [
        "a",
        "about",
        "all",
        "an",
        "and",
        "any",
        "are",
        "at",
        "by",
        "can",
        "change",
        "changed",
        "code",
        "could",
        "did",
        "do",
        "does",
        "document",
        "file",
        "files",
        "find",
        "for",
        "from",
        "function",
        "has",
        "have",
        "how",
        "i",
        "if",
        "in",
        "is",
        "it",
        "its",
        "list",
        "me",
        "of",
        "on",
        "or",
        "please",
        "show",
        "tell",
        "that",
        "the",
        "their",
        "them",
        "there",
        "these",
        "this",
        "those",
        "to",
        "us",
        "was",
        "we",
        "were",
        "what",
        "when",
        "where",
        "which",
        "who",
        "whom",
        "whose",
        "why",
        "will",
        "with",
        "would",
        "you",
        "your",
    ]
)


def question_forms(node: Node | None = None, name: str = "") -> tuple[str, ...]:
    """Forms of questions; for an entity, those that fit its kind, with its name filled in."""
    if node is None:
        return _GENERAL
    called = name or node.title
    fitting = {
        NodeKind.SYMBOL: _OF_SYMBOLS, NodeKind.SERVICE: _OF_SERVICES, NodeKind.PERSON: _OF_PEOPLE,
        NodeKind.DECISION: _OF_RECORDS, NodeKind.INCIDENT: _OF_RECORDS,
    }.get(node.kind) or (_OF_FILES if node.kind in PLACED else _OF_OTHERS)  # fmt: skip
    return tuple(form.format(called) for form in fitting)


def likely_names(question: str) -> tuple[str, ...]:
    """The words of a question that may name something, the likeliest first: quoted, then paths and identifiers."""
    asked = question[:400]
    quoted = [match[1].strip() for match in _QUOTED.finditer(asked)]
    words = [bare for word in _QUOTED.sub(" ", asked).split() if (bare := word.strip(_EDGES)).lower() not in _WORDS]
    formed = [word for word in words if re.search(r"[./_#:-]|\d|[a-z][A-Z]|\A[A-Z]", word)]
    return tuple(dict.fromkeys(word for word in (*quoted, *formed, *words) if word))


def told_forms(question: str, listed: Sequence[str]) -> str:
    """The message for a question that has none of the known forms, with these forms."""
    lines = "\n".join(f"- {form}" for form in listed)
    return (
        f"{question[:80]!r} has none of the forms that the graph can read, KINDS RELATION NAME among them. "
        f"Ask one of these:\n{lines}"
    )


ARROW = "->"

_REMARK = pattern(r"\s+\([^()]*\)\Z")
"""What a question's end says besides in parentheses."""


def explore_graph(target: CallTarget, *, question: str, hops: int) -> str:
    """Answer a question about the graph."""
    return explored(GraphServices.of(target.workspace).graph, question, hops)


def explored(graph: Graph, question: str, hops: int, budget: int = BUDGET) -> str:
    """The answer to a question, as text of at most `budget` tokens: `A -> B`, a typed question, or a name.

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
    """The answer to a question. Raises NotFound where nothing has its name, UsageError with the forms that can be read.

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
    raise UsageError(told_forms(question, question_forms(node, name)))
