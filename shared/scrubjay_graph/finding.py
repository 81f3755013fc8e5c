"""Answers to a typed question: step by step from its last name, with what a name alone tells and what isn't read."""

from collections.abc import Collection, Sequence

from scrubjay.errors import NotFound
from scrubjay.knowledge.chunking.languages import language_of
from scrubjay.model.counted import counted
from scrubjay.model.frozen import replace
from scrubjay_graph import store
from scrubjay_graph.asked import GraphQuestion
from scrubjay_graph.following import Reached, changes_below, follow_step, is_part, path_of, relation_counts
from scrubjay_graph.model import PLACED, Edge, EdgeKind, GraphAnswer, Node, NodeKind, file_key
from scrubjay_graph.names import split_kind
from scrubjay_graph.naming import (
    called_within,
    calls_by_name,
    importers,
    importing,
    source_key,
    symbol_line,
    term,
    texts_naming,
    uses_by_name,
)
from scrubjay_graph.pattern import Pattern, PatternStep
from scrubjay_graph.unread import family, unread

SHOWN_NAMES = 25
"""Places and names that only a name tells, of which an answer shows as many."""

_WORDED = frozenset({NodeKind.FILE, NodeKind.SYMBOL, NodeKind.SERVICE, NodeKind.MODULE, NodeKind.TERM})
"""Kinds whose names texts write as plain words."""


def found_by(asked: GraphQuestion, question: str, pattern: Pattern) -> GraphAnswer:
    """The answer to a question. Raises NotFound."""
    starts, extra = _start_nodes(asked, pattern)
    first = set.union(*starts)
    now = first
    taken: list[tuple[PatternStep, list[Edge]]] = []
    counts: dict[str, tuple[int, str]] = {}
    cut, looked = False, len(now)
    for place, step in enumerate(reversed(pattern.steps)):
        ways = [
            follow_step(asked.connection, asked.number, begin, step, _imports(asked, begin, step)) for begin in starts
        ]
        if not place and _asks_history(step) and (path := _one_place(asked, pattern, first)):
            commits = asked.builder.commits_below(asked.view, path)
            ways = [changes_below(asked.connection, asked.number, first, commits, step, path)]
        if not place and len(ways) == 1:
            ways = [_with_texts(asked, pattern.name, step, ways[0], extra)]
        reached = set.intersection(*(way.keys for way in ways))
        edges = [edge for way in ways for edge in way.edges]
        taken.append((step, edges))
        looked += len(reached)
        counts = ways[0].counts if len(ways) == 1 else {}
        now = _highest_counts(reached, counts)
        starts = [now]
        cut = cut or len(reached) > len(now)
    kept = leading_relations(taken, now)
    keys = {key: 1 for edge in kept for key in (edge.source, edge.target)} | dict.fromkeys(now, 0)
    counts = counts or relation_counts(kept, now)
    named = {edge.source for edge in kept if edge.link is EdgeKind.TESTS}
    said = counted(looked, "entity")
    answer = asked.answer(
        question, keys, kept, sorted(now), cut=cut, looked=said, counts=counts, extra=extra, front=named
    )
    return _completed(asked, pattern, first, extra, answer)


def _imports(asked: GraphQuestion, begin: Collection[str], step: PatternStep) -> list[Edge]:
    """The imports that name the symbols where a step begins, if it asks who imports them."""
    symbols = [key for key in begin if key.startswith("symbol:")]
    if EdgeKind.IMPORTS not in step.links or not step.ahead or not symbols or len(symbols) > store.MAX_NODES:
        return []
    if not set(PLACED) & set(step.kinds):
        return []
    nodes = store.nodes_of(asked.connection, asked.number, symbols).values()
    return list(importing(asked.connection, asked.number, asked.visible(), nodes, asked.view.commit))


def _highest_counts(reached: Collection[str], counts: dict[str, tuple[int, str]]) -> set[str]:
    """The entities with the highest counts, as many as an answer may have."""
    ordered = sorted(sorted(reached), key=lambda key: counts.get(key, (0, "")), reverse=True)
    return set(ordered[: store.MAX_NODES])


def _start_nodes(asked: GraphQuestion, pattern: Pattern) -> tuple[list[set[str]], list[Node]]:
    """The entities that a question begins with, and its terms: words that name no entity, looked for in texts."""
    if not pattern.name:
        if pattern.word and (folder := asked.below(pattern.word)) and _asks_who(pattern):
            return [folder], []
        if pattern.word and _asks_history(pattern.steps[-1]):  # a file such as AUTHORS may be called as a kind is
            if key := next(iter(store.nodes_of(asked.connection, asked.number, [file_key(pattern.word)])), ""):
                return [{key}], []
            if gone := _deleted_path(asked, pattern.word):
                return [{gone.key}], [gone]
        return [{n.key for n in store.of_kinds(asked.connection, asked.number, pattern.last, store.MAX_ROWS)}], []
    try:
        return asked.several(pattern.name), []
    except NotFound:
        if _asks_history(pattern.steps[-1]) and (gone := _deleted_path(asked, pattern.name)):
            return [{gone.key}], [gone]
        if EdgeKind.OWNS in pattern.steps[-1].links and not asked.facts().owners:
            return [set()], []
        if not _asks_texts(pattern.steps[-1]):
            raise
        word = term(pattern.name)
        return [{word.key}], [word]


def _deleted_path(asked: GraphQuestion, name: str) -> Node | None:
    """A file or folder that the tree no longer has, as git's history names it; None where there was none."""
    kinds, bare = split_kind(name)
    path = asked.builder.was_at(asked.view, bare) if not kinds or NodeKind.FILE in kinds else ""
    return Node(file_key(path), NodeKind.FILE, path) if path else None


def _asks_history(step: PatternStep) -> bool:
    """Whether a step asks who changed something, or which commits did."""
    history = {EdgeKind.TOUCHES, EdgeKind.WROTE}
    return (
        bool(step.links)
        and step.ahead
        and set(step.links) <= history
        and step.kinds in ((NodeKind.PERSON,), (NodeKind.COMMIT,))
    )


def _one_place(asked: GraphQuestion, pattern: Pattern, starts: Collection[str]) -> str:
    """The one file or folder that a question begins with; empty for several."""
    paths = {path_of(key) for key in starts}
    folder = asked.folder(pattern.name or pattern.word)
    if folder and all(path.startswith(f"{folder}/") for path in paths):
        return folder
    return paths.pop() if len(paths) == 1 else ""


def _asks_who(pattern: Pattern) -> bool:
    """Whether a question asks for owners, authors or people who changed something."""
    return any(link in pattern.steps[-1].links for link in (EdgeKind.OWNS, EdgeKind.TOUCHES, EdgeKind.WROTE))


def _asks_texts(step: PatternStep) -> bool:
    """Whether a step asks which documents mention something."""
    return EdgeKind.CITES in step.links and step.ahead and bool({NodeKind.FILE, NodeKind.DECISION} & set(step.kinds))


def _with_texts(asked: GraphQuestion, name: str, step: PatternStep, way: Reached, extra: Sequence[Node]) -> Reached:
    """A step's result with the documents whose text holds the name, if the step asks for mentions."""
    if not _asks_texts(step) or not way.starts:
        return way
    nodes = store.nodes_of(asked.connection, asked.number, way.starts) | {node.key: node for node in extra}
    target = next((nodes[key] for key in sorted(nodes) if nodes[key].kind in _WORDED), None)
    if target is None or (len(nodes) > 1 and any(node.kind is not NodeKind.SYMBOL for node in nodes.values())):
        return way
    told = texts_naming(asked.connection, asked.visible(), name, target, asked.view.commit)
    edges = [edge for edge in told if edge.source not in way.keys and is_part(edge.source, step.only)]
    kinds = {
        key: n.kind for key, n in store.nodes_of(asked.connection, asked.number, [e.source for e in edges]).items()
    }
    edges = [edge for edge in edges if kinds.get(edge.source) in step.kinds]
    return replace(way, keys=way.keys | {edge.source for edge in edges}, edges=[*way.edges, *edges])


def _completed(
    asked: GraphQuestion, pattern: Pattern, first: Collection[str], extra: Sequence[Node], answer: GraphAnswer
) -> GraphAnswer:
    """An answer with what is only known by name, and notes on unread files that may state more."""
    if not pattern.steps:
        return answer
    step = pattern.steps[-1]
    nodes = [*store.nodes_of(asked.connection, asked.number, first).values(), *extra] if pattern.name else []
    lines: list[str] = []
    told: list[str] = []
    read, why_none = 0, ""
    for one in pattern.steps:
        begin = nodes if one is step else []
        missing = unread(asked.facts(), one.links or (), begin, ahead=one.ahead, kinds=one.kinds)
        told += [*missing.lines, *(() if answer.found else missing.chosen)]
        read += missing.read
        why_none = why_none or missing.why_none
    if not answer.found:
        of_people = any(NodeKind.PERSON in one.kinds and len(one.kinds) == 1 for one in pattern.steps)
        told += [*filter(None, (asked.late, asked.off if of_people else ""))]
    symbols = [node for node in nodes if node.kind is NodeKind.SYMBOL]
    by_name = {EdgeKind.CALLS, EdgeKind.EXTENDS, *((EdgeKind.IMPORTS,) if step.ahead else ())}
    if symbols and len(pattern.steps) == 1 and by_name & set(step.links) and not step.deep:
        lines = _lines_by_name(asked, step, symbols, answer)
    return replace(answer, by_name=tuple(lines), unread=tuple(dict.fromkeys(told)), read=read, why_none=why_none)


def _lines_by_name(asked: GraphQuestion, step: PatternStep, symbols: Sequence[Node], answer: GraphAnswer) -> list[str]:
    """Lines on places that use, or are called by, something of the same last name, so that they may be meant."""
    visible = asked.visible()
    if step.ahead:
        if not {NodeKind.SYMBOL, NodeKind.FILE} & set(step.kinds):
            return []
        known = {edge.source for edge in answer.edges} | {node.key for node in symbols}
        members = [node for node in symbols if "." in node.title]
        told = any(edge.link in (EdgeKind.CALLS, EdgeKind.EXTENDS) for edge in answer.edges)
        aimed = members if told else symbols  # what is no member is called with nothing before it, or as imported
        uses = EdgeKind.IMPORTS in step.links
        families = [family(language_of(path_of(node.key))) for node in (symbols if uses else aimed)]
        known_places = {(edge.evidence.path, edge.evidence.start) for edge in answer.edges}
        held = uses_by_name(asked.connection, visible, symbols, known_places) if uses else []
        if EdgeKind.CALLS in step.links or EdgeKind.EXTENDS in step.links:
            held = sorted(
                {*held, *calls_by_name(asked.connection, visible, aimed, known_places, step.links)}, key=_place_key
            )
        else:  # only what imports the file may import what it defines
            files = importers(asked.connection, asked.number, symbols)
            held = [place for place in held if place[1] in files]
        places = [
            (around, path, line)
            for around, path, line in held
            if source_key(around, path) not in known and f"file:{path}" not in known
            and is_part(f"file:{path}", step.only) and any(language_of(path) in one for one in families)
        ]  # fmt: skip
        return _shortened([symbol_line(*place) for place in places])
    if EdgeKind.CALLS not in step.links:
        return []
    known_names = {node.title.rpartition(".")[2] for node, _ in answer.nodes}
    names = [name for name in called_within(asked.connection, visible, symbols) if name not in known_names]
    return [", ".join(names[:SHOWN_NAMES])] if names else []


def _place_key(place: tuple[str, str, int]) -> tuple[str, int]:
    """The path and line of a place, to sort by."""
    return place[1], place[2]


def _shortened(lines: list[str]) -> list[str]:
    """The first of some lines, and how many more there are."""
    more = len(lines) - SHOWN_NAMES
    return [*lines[:SHOWN_NAMES], f"and {more:,} more"] if more > 0 else lines


def place_of(asked: GraphQuestion, question: str, name: str) -> GraphAnswer:
    """The answer to where something is: what defines a symbol, else the entity itself. Raises NotFound."""
    nodes = asked.meant(name if ":" in name else f"symbol:{name}") or asked.named(name)
    keys = {node.key: 0 for node in nodes}
    step = PatternStep((NodeKind.FILE, NodeKind.DECISION, NodeKind.INCIDENT), (EdgeKind.DEFINES,), ahead=True)
    edges: list[Edge] = []
    if any(node.kind is NodeKind.SYMBOL for node in nodes):
        edges = follow_step(asked.connection, asked.number, keys, step).edges
    elif not any(node.kind in PLACED for node in nodes):
        every = tuple(EdgeKind)
        edges = store.step(asked.connection, asked.number, keys, every, tuple(NodeKind), ahead=False)
    steps = {key: 1 for edge in edges for key in (edge.source, edge.target)} | keys
    return asked.answer(question, steps, edges, list(keys))


def leading_relations(taken: Sequence[tuple[PatternStep, list[Edge]]], now: Collection[str]) -> list[Edge]:
    """The relations that lead to what was found, nearest first; those to entities that fell out are left out."""
    kept: list[Edge] = []
    reached = set(now)
    for step, edges in reversed(taken):
        inner, layer = set(reached), set(reached)
        while inner:
            ahead = [edge for edge in edges if edge.source in inner] if step.ahead or not step.links else []
            back = [edge for edge in edges if edge.target in inner] if not step.ahead or not step.links else []
            kept += [*ahead, *back]
            inner = ({edge.target for edge in ahead} | {edge.source for edge in back}) - layer
            layer |= inner
        reached = layer
    return list(dict.fromkeys(kept))
