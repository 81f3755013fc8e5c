"""What a name alone tells: calls and bases whose receiver says nothing, and texts that hold the words of a name."""

import re
from collections.abc import Collection, Iterator
from typing import Final

from scrubjay.storage.driver import Connection
from scrubjay_graph.model import Edge, EdgeEvidence, EdgeKind, Node, NodeKind, file_key, symbol_key, symbol_of
from scrubjay_graph.store import Q

MOST: Final = 200
"""Places of one name that are looked at."""

MOST_TEXTS: Final = 500
LONGEST: Final = 100


def calls_by_name(
    connection: Connection,
    visible: int,
    targets: Collection[Node],
    known: Collection[tuple[str, int]],
    links: Collection[EdgeKind] = (EdgeKind.CALLS, EdgeKind.EXTENDS),
) -> list[tuple[str, str, int]]:
    """Where something of a symbol's last name is called or extended, by what is asked for, as symbol, path and line.

    `known` are the places whose target is told already.
    """
    queries = {EdgeKind.CALLS: Q.calls_by_name, EdgeKind.EXTENDS: Q.bases_by_name}
    found: dict[tuple[str, int], str] = {}
    for name in sorted({node.title.rpartition(".")[2] for node in targets}):
        for query in (query for link, query in queries.items() if link in links):
            for row in connection.execute(query, {"view": visible, "name": name, "limit": MOST}):
                found.setdefault((row["path"], row["line"]), row["around"])
    return [(around, path, line) for (path, line), around in sorted(found.items()) if (path, line) not in known]


def uses_by_name(
    connection: Connection, visible: int, targets: Collection[Node], known: Collection[tuple[str, int]]
) -> list[tuple[str, str, int]]:
    """Where code of other files calls or names something of a symbol's last name, as symbol, path and line."""
    found: dict[tuple[str, int], str] = {}
    for name in sorted({node.title.rpartition(".")[2] for node in targets}):
        for row in connection.execute(Q.uses_by_name, {"view": visible, "name": name, "limit": MOST}):
            found.setdefault((row["path"], row["line"]), row["around"])
    return [(around, path, line) for (path, line), around in sorted(found.items()) if (path, line) not in known]


def called_within(connection: Connection, visible: int, sources: Collection[Node]) -> list[str]:
    """The names that some symbols call, whatever they are."""
    names: set[str] = set()
    for node in sources:
        path, name = symbol_of(node.key)
        rows = connection.execute(Q.called_within, {"view": visible, "path": path, "name": name, "limit": MOST})
        names.update(row["name"] for row in rows)
    return sorted(names)


def texts_naming(connection: Connection, visible: int, name: str, target: Node, commit: str) -> Iterator[Edge]:
    """The documents whose text holds a name as whole words, each at its first line that does."""
    word = name.strip().strip("`\"'")
    if not 2 <= len(word) <= LONGEST:
        return
    pattern = re.compile(rf"(?<![\w]){re.escape(word)}(?![\w])", 0 if word != word.lower() else re.IGNORECASE)
    seen: set[str] = set()
    for row in connection.execute(Q.texts_holding, {"view": visible, "lower": word.lower(), "limit": 20 * MOST_TEXTS}):
        if row["path"] in seen or len(seen) >= MOST_TEXTS or file_key(row["path"]) == target.key:
            continue
        if match := pattern.search(row["text"]):
            seen.add(row["path"])
            line = row["start_line"] + row["text"].count("\n", 0, match.start())
            place = EdgeEvidence(row["path"], line, line, commit)
            yield Edge(file_key(row["path"]), EdgeKind.CITES, target.key, place)


def term(name: str) -> Node:
    """A word that names no entity, as something that texts may mention."""
    return Node(f"term:{name.strip().lower()}", NodeKind.TERM, name.strip())


def symbol_line(around: str, path: str, line: int) -> str:
    """A place in a line: the symbol around it, or the file."""
    return f"{around or path} · {path}:{line}"


def source_key(around: str, path: str) -> str:
    """The key of what holds a place."""
    return symbol_key(path, around) if around else file_key(path)
