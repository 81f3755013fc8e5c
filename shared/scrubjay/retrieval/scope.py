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
    """Narrow a search to kinds (document, decision, memory; none: all), and to a file, a folder, or a glob.

    A glob is as in the settings (`docs/**/*.md`). What has no path, such as a memory, is not below one.
    """

    path: str = ""
    kinds: tuple[str, ...] = ()


def set_scope(connection: Connection, view: int, filters: Filters) -> None:
    """Fill `temp.scope` for one search in this read transaction."""
    # Arguments of a process may hold lone surrogates, which SQLite can't take.
    path = filters.path[:MAX_PATH].encode("utf-8", "replace").decode("utf-8").strip("/")
    wild = bool(_WILD & set(path))
    connection.execute(Q.create_scope)
    connection.execute(Q.clear_scope)
    connection.execute(
        Q.fill_scope,
        {
            "view": view,
            "prefix": "" if wild else path,
            "inside": path,
            "kinds": json.dumps(filters.kinds),
            "decisions": int("decision" in filters.kinds),
        },
    )
    if wild:
        glob = Glob.of(path)
        shown = [row[0] for row in connection.execute(Q.paths_of_scope)]
        kept = [one for one in shown if glob.matches(one.lower().split("/"))]
        connection.execute(Q.narrow_scope, {"paths": json.dumps(kept)})
