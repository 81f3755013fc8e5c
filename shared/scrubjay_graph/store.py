"""Store of the graph: the nodes and edges of a view, and questions about them within bounds."""

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Final

from scrubjay.storage.driver import Connection, load
from scrubjay_graph.model import Edge, EdgeEvidence, EdgeKind, Node, NodeKind

Q = load(__package__)

VIEWS_KEPT: Final = 3
"""Views whose graph is kept; of any other one only the linking is done again, no text is read."""

MAX_HOPS: Final = 4
MAX_NODES: Final = 500
SHORTEST_ID: Final = 7
"""Digits by which a commit or a memory may be called."""

MAX_ROWS: Final = 10_000
"""Rows of one recursion: a node comes once for each of its distances."""


def number_of(connection: Connection, key: str) -> int:
    """The number of a view's graph; 0 where it isn't built."""
    row = connection.execute(Q.view, {"key": key}).fetchone()
    return int(row["number"]) if row else 0


def newest_number(connection: Connection) -> int:
    """The number of the graph that was built last; 0 where nobody asked for one."""
    return int(connection.execute(Q.newest_view).fetchone()[0])


def add_view(connection: Connection, key: str, commit: str, nodes: Iterable[Node], edges: Iterable[Edge]) -> int:
    """Store the graph of a view, unless another process did meanwhile; returns its number."""
    if number := number_of(connection, key):
        return number
    number = int(connection.execute(Q.add_view, {"key": key, "commit": commit}).fetchone()["number"])
    connection.executemany(Q.add_node, (_node_row(number, node) for node in nodes))
    connection.executemany(Q.add_edge, (_edge_row(number, edge) for edge in edges))
    connection.execute(Q.trim_views, {"kept": VIEWS_KEPT})
    return number


def show_own(connection: Connection, number: int, items: Sequence[Node | Edge], key: str) -> None:
    """Show people and memories beside a view's graph, on this connection only; those of an earlier question go.

    `key` names the items: what is shown already stays.
    """
    made = (Q.create_own_node, Q.create_own_edge, Q.create_own_target, Q.create_own_shown)
    for statement in made:
        connection.execute(statement)
    row = connection.execute(Q.own_shown).fetchone()
    if row and row["key"] == key:
        return
    for statement in (Q.clear_own_nodes, Q.clear_own_edges, Q.forget_own_shown):
        connection.execute(statement)
    connection.executemany(Q.add_own_node, (_node_row(number, one) for one in items if isinstance(one, Node)))
    connection.executemany(Q.add_own_edge, (_edge_row(number, one) for one in items if isinstance(one, Edge)))
    connection.execute(Q.set_own_shown, {"key": key})


def reach(
    connection: Connection, number: int, starts: Collection[str], links: Collection[EdgeKind], hops: int, *,
    ahead: bool = True, back: bool = True, most: int = MAX_NODES,
) -> tuple[dict[str, int], bool]:  # fmt: skip
    """The nearest entities with their distances, at most `most`, and whether there are more."""
    params = {
        "view": number, "starts": json.dumps(sorted(starts)), "links": json.dumps(sorted(links)),
        "hops": max(0, min(hops, MAX_HOPS)), "ahead": ahead, "back": back, "rows": MAX_ROWS,
    }  # fmt: skip
    rows = connection.execute(Q.reach, params).fetchall()
    cut = len(rows) > most
    return {row["node"]: row["steps"] for row in rows[:most]}, cut


def relations_between(
    connection: Connection, number: int, nodes: Collection[str], links: Collection[EdgeKind]
) -> list[Edge]:
    """The relations among some nodes."""
    params = {"view": number, "nodes": json.dumps(sorted(nodes)), "links": json.dumps(sorted(links))}
    return [_edge(row) for row in connection.execute(Q.between, params)]


def step(
    connection: Connection, number: int, nodes: Collection[str], links: Collection[EdgeKind],
    kinds: Collection[NodeKind], *, ahead: bool,
) -> list[Edge]:  # fmt: skip
    """The relations from some nodes (`ahead`), else to them, whose other end is of some kinds; at most `MAX_ROWS`."""
    params = {
        "view": number, "nodes": json.dumps(sorted(nodes)), "links": json.dumps(sorted(links)),
        "kinds": json.dumps(sorted(kinds)), "limit": MAX_ROWS,
    }  # fmt: skip
    return [_edge(row) for row in connection.execute(Q.ahead if ahead else Q.back, params)]


def nodes_of(connection: Connection, number: int, keys: Collection[str]) -> dict[str, Node]:
    """Some entities by key."""
    rows = connection.execute(Q.nodes, {"view": number, "keys": json.dumps(sorted(keys))})
    return {row["key"]: _node(row) for row in rows}


def of_kinds(connection: Connection, number: int, kinds: Collection[NodeKind], limit: int) -> list[Node]:
    """The entities of some kinds, in the order of their keys."""
    rows = connection.execute(Q.of_kind, {"view": number, "kinds": json.dumps(sorted(kinds)), "limit": limit})
    return [_node(row) for row in rows]


def members(connection: Connection, number: int, symbols: Collection[str]) -> list[tuple[str, str]]:
    """Pairs of a symbol and a member of it, by key."""
    params = {"view": number, "keys": json.dumps(sorted(symbols)), "limit": MAX_ROWS}
    return [(row["owner"], row["key"]) for row in connection.execute(Q.members, params)]


def titles_like(connection: Connection, number: int, kinds: Collection[NodeKind], length: int) -> dict[str, str]:
    """The keys of entities by title in small letters, for titles about as long as a name."""
    params = {
        "view": number, "kinds": json.dumps(sorted(kinds)), "least": 3 * length // 7, "most": 7 * length // 3 + 1,
        "limit": 2 * MAX_ROWS,
    }  # fmt: skip
    return {row["title"]: row["key"] for row in connection.execute(Q.titles_like, params)}


def defined_in(connection: Connection, number: int, files: Collection[str]) -> set[str]:
    """The keys of what some files define."""
    params = {"view": number, "nodes": json.dumps(sorted(files)), "limit": MAX_ROWS}
    return {row["target"] for row in connection.execute(Q.defined_in, params)}


def changers(
    connection: Connection, number: int, files: Collection[str], commits: Collection[str] = ()
) -> list[tuple[str, int, str, str]]:
    """The people who changed some files, or wrote some commits: (person, number of commits, newest day, newest commit).

    Most commits first.
    """
    query, keys = (Q.writers, commits) if commits else (Q.changers, files)
    rows = connection.execute(query, {"view": number, "nodes": json.dumps(sorted(keys))})
    return [(row["person"], row["commits"], row["day"], row["newest"]) for row in rows]


def number_of_kind(connection: Connection, number: int, kind: NodeKind) -> int:
    """How many entities of a kind there are."""
    row = connection.execute(Q.number_of_kind, {"view": number, "kind": kind}).fetchone()
    return int(row["many"])


def paths_of(connection: Connection, number: int) -> list[str]:
    """The files of a view's graph."""
    return [row["path"] for row in connection.execute(Q.paths, {"view": number})]


def counts(connection: Connection, number: int) -> Mapping[str, int]:
    """How many entities of each kind and relations of each there are."""
    return {row["what"]: row["many"] for row in connection.execute(Q.counts, {"view": number})}


def _node_row(number: int, node: Node) -> dict[str, Any]:
    """The row of a node."""
    return {"view": number, "key": node.key, "kind": node.kind, "title": node.title, "at": node.at}


def _edge_row(number: int, edge: Edge) -> dict[str, Any]:
    """The row of an edge."""
    place = edge.evidence
    return {
        "view": number, "source": edge.source, "link": edge.link, "target": edge.target, "path": place.path,
        "start": place.start, "end": place.end, "commit": place.commit,
    }  # fmt: skip


def _node(row: Mapping[str, Any]) -> Node:
    """The node that a row holds."""
    return Node(row["key"], NodeKind(row["kind"]), row["title"], row["at"])


def _edge(row: Mapping[str, Any]) -> Edge:
    """The edge that a row holds."""
    place = EdgeEvidence(row["path"], row["start_line"], row["end_line"], row["commit_sha"])
    return Edge(row["source"], EdgeKind(row["link"]), row["target"], place)


def entities_named(connection: Connection, params: Mapping[str, Any], name: str) -> list[Node]:
    """The entities that a name may mean, of any kind."""
    rows = list(connection.execute(Q.named, params))
    if len(name) >= SHORTEST_ID and not set(name) - set("0123456789abcdef"):
        for kind in ("commit", "memory"):
            rows += connection.execute(Q.by_id, {"view": params["view"], "id": f"{kind}:{name}"})
    if looks_like_record(name):
        return [*map(_node, rows), *of_kinds(connection, params["view"], (NodeKind.DECISION,), MAX_ROWS)]
    return [_node(row) for row in rows]


def looks_like_record(name: str) -> bool:
    """Whether a name may be a decision's, such as ADR-3 or its number."""
    return len(name) <= 16 and name[-1:].isdigit()
