"""What may this search return? The view, narrowed by path and kind, while candidates are made."""

import json
from dataclasses import dataclass

from scrubjay.documents.selection import Glob
from scrubjay.storage import Connection, load

Q = load(__package__)

MAX_PATH = 4096
"""Characters of a path or glob that are looked at, as in PATH_MAX."""

_WILD = frozenset("*?[")


@dataclass(frozen=True, slots=True)
class Filters:
    """Narrow a search: to decisions, and to a file, a folder, or a glob as in the settings (`docs/**/*.md`)."""

    path: str = ""
    decisions_only: bool = False


def set_scope(connection: Connection, view: int, filters: Filters) -> None:
    """Fill `temp.scope` for one search in this read transaction."""
    # Arguments of a process may hold lone surrogates, which SQLite can't take.
    path = filters.path[:MAX_PATH].encode("utf-8", "replace").decode("utf-8").strip("/")
    wild = bool(_WILD & set(path))
    connection.execute(Q.create_scope)
    connection.execute(Q.clear_scope)
    connection.execute(
        Q.fill_scope,
        {"view": view, "prefix": "" if wild else path, "decisions": int(filters.decisions_only)},
    )
    if wild:
        glob = Glob.of(path)
        shown = [row[0] for row in connection.execute(Q.paths_of_scope)]
        kept = [one for one in shown if glob.matches(one.lower().split("/"))]
        connection.execute(Q.narrow_scope, {"paths": json.dumps(kept)})
