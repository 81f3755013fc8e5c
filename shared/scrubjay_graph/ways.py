"""Ways from one entity to another: a class stands for its members, a symbol for its file; what isn't read of them."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence

from scrubjay.model.frozen import dataclass
from scrubjay_graph import store
from scrubjay_graph.asked import GraphQuestion
from scrubjay_graph.model import PLACED, Edge, EdgeKind, Node, NodeKind, file_key, symbol_key, symbol_of
from scrubjay_graph.unread import unread


def shortest(
    starts: Collection[str],
    ends: Collection[str],
    steps: Mapping[str, int],
    edges: Iterable[Edge],
    *,
    both_ways: bool,
    joined: Mapping[str, Collection[str]] = {},
) -> list[Edge]:
    """The relations of one shortest way, in order; of several ways the first by key. Empty where there is no way.

    `joined` says of a node which others of the same distance it stands for: a way goes on from it as from them.
    """
    reached = sorted((steps[key], key in joined, key) for key in ends if key in steps)
    if not reached:
        return []
    before: dict[str, list[tuple[str, Edge]]] = defaultdict(list)
    for edge in sorted(edges, key=lambda e: (e.source, e.link, e.target)):
        before[edge.target].append((edge.source, edge))
        if both_ways:
            before[edge.source].append((edge.target, edge))
    way: list[Edge] = []
    left, _, key = reached[0]
    while left:
        closer = _nearer_relations(key, left, steps, before, joined)
        if not closer:
            return []
        key, edge = min(closer, key=lambda pair: (pair[0] in joined, pair[0], pair[1].link, pair[1].source))
        way.append(edge)
        left -= 1
    return way[::-1] if key in starts or key in joined else []


def _nearer_relations(
    key: str,
    left: int,
    steps: Mapping[str, int],
    before: Mapping[str, list[tuple[str, Edge]]],
    joined: Mapping[str, Collection[str]],
) -> list[tuple[str, Edge]]:
    """Relations that lead to a node from a node one step nearer, directly or through equivalent nodes."""
    layer, seen = {key}, {key}
    while layer:
        closer = [pair for at in layer for pair in before.get(at, ()) if steps.get(pair[0], left) == left - 1]
        if closer:
            return closer
        layer = {other for at in layer for other in joined.get(at, ()) if steps.get(other) == left} - seen
        seen |= layer
    return []


MOST_UNREAD = 6
"""Lines of what isn't read below a way that isn't stated."""

OF_FILES = frozenset({EdgeKind.IMPORTS, EdgeKind.LINKS, EdgeKind.CITES})
"""Relations by which every reader is named once."""

CODE_KINDS = (*PLACED, NodeKind.SYMBOL, NodeKind.MODULE)


@dataclass(frozen=True, slots=True)
class Way:
    """The relations of a way, none where there is no way, and how many entities were looked at."""

    edges: tuple[Edge, ...]
    looked: int


def way(
    asked: GraphQuestion, starts: Sequence[Node], ends: Sequence[Node], links: Collection[EdgeKind], *, both_ways: bool
) -> Way:
    """The shortest way from some entities to others."""
    begin, goal = {node.key for node in starts}, {node.key for node in ends}
    steps: dict[str, int] = {}
    edges: list[Edge] = []
    joined: dict[str, list[str]] = defaultdict(list)
    front = set(begin)
    for hop in range(store.MAX_HOPS + 1):
        steps |= dict.fromkeys(front, hop)
        layer = set(front)
        for key, part in _parts(asked, front):
            if steps.setdefault(part, hop) == hop and part not in front:
                joined[part].append(key)
                layer.add(part)
        if goal & layer or hop == store.MAX_HOPS or len(steps) > store.MAX_ROWS:
            break
        inner = {key for key in layer if not hop or not is_outside(key)}
        new = store.step(asked.connection, asked.number, inner, links, tuple(NodeKind), ahead=True)
        if both_ways:
            new += store.step(asked.connection, asked.number, inner, links, tuple(NodeKind), ahead=False)
        # a file that stands for one of its symbols doesn't lead to the others
        new = [edge for edge in new if edge.link is not EdgeKind.DEFINES or edge.source not in joined]
        edges += new
        front = {key for edge in new for key in (edge.source, edge.target)} - steps.keys()
        if not front:
            break
    found = shortest(begin, goal, steps, edges, both_ways=both_ways, joined=joined)
    if not found and not begin & goal and any(steps.get(key) == 0 for key in goal):
        symbols = [key for key in (*sorted(begin), *sorted(goal)) if key.startswith("symbol:")]
        found = store.step(asked.connection, asked.number, symbols, (EdgeKind.DEFINES,), tuple(NodeKind), ahead=False)
    return Way(tuple(found), len(steps))


def is_outside(key: str) -> bool:
    """Whether an entity is of others, so that no way leads through it."""
    return key.startswith("module:") or (key.startswith("symbol:") and not symbol_of(key)[0])


def _parts(asked: GraphQuestion, keys: Collection[str]) -> list[tuple[str, str]]:
    """Pairs of equivalent nodes: a symbol with its members, with the symbols around it, and with its file."""
    symbols = [key for key in keys if key.startswith("symbol:")]
    if not symbols:
        return []
    above: list[tuple[str, str]] = []
    for key in symbols:
        path, name = symbol_of(key)
        above.append((key, file_key(path)))
        while name := name.rpartition(".")[0]:
            above.append((key, symbol_key(path, name)))
    known = store.nodes_of(asked.connection, asked.number, {part for _, part in above})
    members = store.members(asked.connection, asked.number, symbols)
    return sorted([*((key, part) for key, part in above if part in known), *members])


def unread_around(
    asked: GraphQuestion, nodes: Sequence[Node], links: Collection[EdgeKind], *, found: bool
) -> tuple[tuple[str, ...], int]:
    """Lines on unread files that may name some entities or be named by them; and how many files were read.

    What settings leave out by type or pattern is told where nothing is `found`.
    """
    held = [node for node in nodes if node.kind in CODE_KINDS]
    if not held:
        return (), 0
    facts = asked.facts()
    wanted = OF_FILES & set(links) or set(links)
    told = [unread(facts, wanted, held, ahead=ahead) for ahead in (True, False)]
    lines = [line for one in told for line in (*one.lines, *(() if found else one.chosen))]
    first = {line.partition(" (")[0]: line for line in reversed(lines)}  # both ways may name the same files
    return tuple(sorted(first.values(), key=lines.index))[:MOST_UNREAD], max(one.read for one in told)
