"""Files that import a symbol by its name: from the file that defines it, and from files that re-export it."""

import json
import re
from collections.abc import Collection, Iterator
from typing import Any, Final

from scrubjay.storage.driver import Connection
from scrubjay_graph.build.defined import stated_name
from scrubjay_graph.following import path_of
from scrubjay_graph.mentions import Mention
from scrubjay_graph.model import Edge, EdgeEvidence, EdgeKind, Node, NodeKind, file_key, symbol_key, symbol_of
from scrubjay_graph.store import Q

MAX_HANDED: Final = 4
"""Files that hand a name on, one after the other."""

MOST: Final = 5_000
"""Imports that are looked at for one name."""


def importing(
    connection: Connection, number: int, visible: int, targets: Collection[Node], commit: str
) -> Iterator[Edge]:
    """The files that import symbols by their names, each at the first line that does."""
    for node in targets:
        if node.kind is NodeKind.SYMBOL:
            lines: dict[str, int] = {}
            owner, _, name = node.title.rpartition(".")
            path = path_of(node.key)
            found = (
                _naming(connection, number, visible, path, owner, name)
                if path
                else _of_others(connection, visible, node.title)
            )
            for by, line in found:
                lines.setdefault(by, line)
            for by, line in sorted(lines.items()):
                yield Edge(file_key(by), EdgeKind.IMPORTS, node.key, EdgeEvidence(by, line, line, commit))


def _naming(
    connection: Connection, number: int, visible: int, path: str, owner: str, name: str
) -> Iterator[tuple[str, int]]:
    """The files and lines that import a name from a file, directly or through re-exports under other names."""
    told, seen = {(path, name)}, {(path, name)}
    for _ in range(MAX_HANDED):
        handed: set[tuple[str, str]] = set()
        for one in sorted({called for _, called in told}):
            files = sorted(file_key(held) for held, called in told if called == one)
            params = {"number": number, "view": visible, "files": json.dumps(files), "name": one, "limit": MOST}
            for row in connection.execute(Q.imports_naming, params):
                if row["whole"]:
                    handed.add((row["path"], one))
                elif not owner or _last_part(row["target"]) == owner.rpartition(".")[2]:
                    yield row["path"], row["line"]
                    handed.add((row["path"], row["alias"] or one))
        told = handed - seen
        seen |= told
        if not told:
            return


def _of_others(connection: Connection, visible: int, whole: str) -> Iterator[tuple[str, int]]:
    """The files and lines that import the whole name of something that others wrote."""
    params = {"view": visible, "name": whole.rpartition(".")[2], "limit": MOST}
    for row in connection.execute(Q.imports_ending, params):
        if stated_name(Mention(row["line"], "import", row["target"], row["name"], row["alias"])) == whole:
            yield row["path"], row["line"]


def _last_part(target: str) -> str:
    """The last part of an import's target."""
    return target.replace("::", ".").replace("\\", ".").rpartition(".")[2]


def imported_as(connection: Connection, number: int, visible: int, name: str) -> set[str]:
    """The keys of what the string of an import means: symbols in their package, else files."""
    package, _, last = name.replace("::", ".").replace("\\", ".").rpartition(".")
    declared = {"view": visible, "package": package, "name": last, "limit": MOST}
    if keys := {symbol_key(row["path"], row["name"]) for row in connection.execute(Q.declared_as, declared)}:
        return keys
    params = {"number": number, "view": visible, "name": name, "limit": MOST}
    targets = {row["target"] for row in connection.execute(Q.imported_as, params)}
    ending = re.split(r"/|\\|::|\.", name)[-1]
    fitting = {key for key in targets if ending in re.split(r"[/.]", path_of(key))}
    files = {key for key in targets if path_of(key)}
    return fitting or (files if len(files) == 1 else set())


def importers(connection: Connection, number: int, targets: Collection[Node]) -> set[str]:
    """The paths of the files that import the file of a symbol, or anything in it."""
    files = json.dumps(sorted({file_key(path_of(node.key)) for node in targets if path_of(node.key)}))
    rows: Any = connection.execute(Q.importers, {"number": number, "files": files, "limit": MOST})
    return {path_of(row["source"]) for row in rows}


MOST_NAMED: Final = 200
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
    """The places that call or extend something with the last name of a symbol, as symbol, path and line.

    `known` are the places whose target is told already.
    """
    queries = {EdgeKind.CALLS: Q.calls_by_name, EdgeKind.EXTENDS: Q.bases_by_name}
    found: dict[tuple[str, int], str] = {}
    for name in sorted({node.title.rpartition(".")[2] for node in targets}):
        for query in (query for link, query in queries.items() if link in links):
            for row in connection.execute(query, {"view": visible, "name": name, "limit": MOST_NAMED}):
                found.setdefault((row["path"], row["line"]), row["around"])
    return [(around, path, line) for (path, line), around in sorted(found.items()) if (path, line) not in known]


def uses_by_name(
    connection: Connection, visible: int, targets: Collection[Node], known: Collection[tuple[str, int]]
) -> list[tuple[str, str, int]]:
    """The places in code that call or name something with the last name of a symbol, as symbol, path and line."""
    found: dict[tuple[str, int], str] = {}
    for name in sorted({node.title.rpartition(".")[2] for node in targets}):
        for row in connection.execute(Q.uses_by_name, {"view": visible, "name": name, "limit": MOST_NAMED}):
            found.setdefault((row["path"], row["line"]), row["around"])
    return [(around, path, line) for (path, line), around in sorted(found.items()) if (path, line) not in known]


def called_within(connection: Connection, visible: int, sources: Collection[Node]) -> list[str]:
    """The names of what some symbols call, known or not."""
    names: set[str] = set()
    for node in sources:
        path, name = symbol_of(node.key)
        rows = connection.execute(Q.called_within, {"view": visible, "path": path, "name": name, "limit": MOST_NAMED})
        names.update(row["name"] for row in rows)
    return sorted(names)


def texts_naming(connection: Connection, visible: int, name: str, target: Node, commit: str) -> Iterator[Edge]:
    """The edges from documents whose text holds a name as whole words, each at its first such line."""
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
    """A node for a word that names no entity but may be mentioned in texts."""
    return Node(f"term:{name.strip().lower()}", NodeKind.TERM, name.strip())


def symbol_line(around: str, path: str, line: int) -> str:
    """A place in a line of text: the symbol around it, or the file."""
    return f"{around or path} · {path}:{line}"


def source_key(around: str, path: str) -> str:
    """The key of the symbol around a place, or of its file."""
    return symbol_key(path, around) if around else file_key(path)
