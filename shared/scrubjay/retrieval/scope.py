"""What may this search return? The view, narrowed by path and kind, while candidates are made."""

from dataclasses import dataclass

from scrubjay.storage import Connection, load

Q = load(__package__)

_GLOB = frozenset("*?[")


@dataclass(frozen=True, slots=True)
class Filters:
    """Narrow a search: to decisions, and to a file, a folder, or a glob over paths."""

    path: str = ""
    decisions_only: bool = False


def set_scope(connection: Connection, view: int, filters: Filters) -> None:
    """Fill `temp.scope` for one search in this read transaction."""
    path = filters.path.strip("/")
    pattern = bool(_GLOB & set(path))
    connection.execute(Q.create_scope)
    connection.execute(Q.clear_scope)
    connection.execute(
        Q.fill_scope,
        {
            "view": view,
            "prefix": "" if pattern else path,
            "glob": path.replace("**/", "*").replace("**", "*") if pattern else "",
            "decisions": int(filters.decisions_only),
        },
    )
